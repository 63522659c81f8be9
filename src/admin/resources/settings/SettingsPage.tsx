import { Box, Button, Card, Stack, Tab, Tabs } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import type { SettingsAnswer } from '#contract/adminSettings.ts';
import type { ActionInput } from '#contract/index.ts';
import { type SettingType, settingTypes } from '#contract/settingFields.ts';
import { useInvoke } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { RecordLoading } from '../../kit/form/RecordLoading.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';

const types = Object.keys(settingTypes) as SettingType[];

/** One tab for each kind, in the address. */
export const SettingsPage = () => {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const type = types.find(one => one === search.get('tab')) ?? 'general';
  return (
    <>
      <SettingsLinks />
      <Card sx={{ mb: 2 }}>
        <Tabs
          value={type}
          onChange={(_event, next: SettingType) => setSearch({ tab: next })}
          variant="scrollable"
          scrollButtons={false}
          aria-label={translate('settings.tabs')}
          sx={{ px: 1 }}
        >
          {types.map(one => (
            <Tab key={one} value={one} label={settingTypes[one].label} />
          ))}
        </Tabs>
      </Card>
      <Section key={type} type={type} />
    </>
  );
};

const Section = ({ type }: { type: SettingType }) => {
  const translate = useTranslate();
  const { settings, failed, reload, keep, save } = useSettings(type);
  if (failed) return <LoadFailure text={translate('app.failure.load')} onRetry={reload} />;
  if (!settings) return <RecordLoading />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
      }}
    >
      <SettingsForm type={type} settings={settings} keep={keep} save={save} />
      <SettingsHistory type={type} settings={settings} keep={keep} />
    </Box>
  );
};

/** Pages that belong here and have no place in the menu. */
const links = ['api-keys', 'print-size-config', 'package-prices', 'audit-logs'];

const SettingsLinks = () => {
  const translate = useTranslate();
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={translate('settings.related')}
      sx={{ flexWrap: 'wrap', gap: 1, mb: 2 }}
    >
      {links.map(name => (
        <Button key={name} component={Link} to={`/${name}`} variant="outlined" size="small">
          {translate(`resources.${name}.pages.list`)}
        </Button>
      ))}
    </Stack>
  );
};

/** Payment and notification settings have their own actions. */
const useSettings = (type: SettingType) => {
  const invoke = useInvoke();
  const queryClient = useQueryClient();
  const queryKey = ['adminSettings', type];
  const { data, isError, refetch } = useQuery<SettingsAnswer>({
    queryKey,
    queryFn: () => {
      if (type === 'payment') return invoke('adminSettings', 'getPaymentSettings', {});
      if (type === 'notification') return invoke('adminSettings', 'getNotificationSettings', {});
      return invoke('adminSettings', 'getSettings', { type });
    },
  });
  const keep = (settings: SettingsAnswer) => {
    queryClient.setQueryData(queryKey, settings);
    return queryClient.invalidateQueries({ queryKey: ['adminSettings', 'revisions', type] });
  };
  const save = (rev: number, patch: Record<string, unknown>): Promise<SettingsAnswer> => {
    const change = { rev, data: patch };
    if (type === 'payment') return invoke('adminSettings', 'updatePaymentSettings', change);
    if (type === 'notification')
      return invoke('adminSettings', 'updateNotificationSettings', change);
    return invoke('adminSettings', 'updateSettings', {
      type,
      ...change,
    } as ActionInput<'adminSettings', 'updateSettings'>);
  };
  return { settings: data, failed: isError && !data, reload: () => void refetch(), keep, save };
};
