import { Box, Card, Tab, Tabs } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type SettingType, settingTypes } from '#contract/settingFields.ts';
import { RecordLoading } from '../../kit/form/RecordLoading.tsx';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import { SettingsLinks } from './SettingsLinks.tsx';
import { useSettings } from './useSettings.ts';

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
