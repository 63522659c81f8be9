import { Box, LinearProgress } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import {
  type ApiKey,
  apiKeyKinds,
  apiKeyRegions,
  apiKeyStatuses,
  isLow,
} from '#contract/apiKey.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { apiKeys } from '#i18n/zh/apiKeys.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { OneLine, oneLine, Quiet, StatusField, Time } from '../../kit/field/valueFields.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import { ApiKeyActions } from './ApiKeyActions.tsx';
import { ApiKeyDialog, type ApiKeyRecord } from './ApiKeyDialog.tsx';

addTexts({ 'api-keys': apiKeys });

export const ApiKeyList = () => {
  const t = useTexts('resources.api-keys');
  return (
    <List
      withCounts
      statuses={apiKeyStatuses}
      filters={<FlagFilter source="low" yes="lowOnly" />}
      card={<ApiKeyCard />}
      actions={
        <ListActions>
          <CreateButton label={t('newTitle')} dialog={<ApiKeyDialog />} />
        </ListActions>
      }
    >
      <DataTable<ApiKey> bulkActionButtons={false} rowClick={false}>
        <Column source="name" field={ApiKeyNameField} />
        <Column source="pool" field={ApiKeyPoolField} />
        <Column source="status" field={ApiKeyStatusField} />
        <Column source="remainCoins" align="right" field={ApiKeyBalanceField} />
        <Column source="runningCount" align="right" field={ApiKeyLoadField} />
        <Column source="lastErrorCode" field={ApiKeyErrorField} />
        <TimeColumn source="lastCheckTime" />
        <ActionsColumn rights={['api-keys.read']} field={ApiKeyActions} />
      </DataTable>
    </List>
  );
};

/** A key on a phone: its state, with buttons to test and pause it. */
const ApiKeyCard = () => (
  <>
    <CardHead title={<ApiKeyNameField />} status={<ApiKeyStatusField />} />
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
      <Box sx={{ flex: 1 }}>
        <ApiKeyBalanceField />
      </Box>
      <ApiKeyLoadField />
    </Box>
    <Box sx={{ mt: 1, textAlign: 'right', '& .MuiButton-root, & .MuiIconButton-root': touch }}>
      <ApiKeyActions />
    </Box>
  </>
);

const touch = { minHeight: 44, minWidth: 44 } as const;

const Column = DataTable.Col<ApiKey>;

const ApiKeyNameField = () => {
  const t = useTexts('resources.api-keys');
  const record = useRecord<ApiKey>();
  return (
    <Box sx={{ minWidth: 0 }}>
      <OneLine text={record.name} width={200} strong />
      <Quiet component="code" small>
        {record.keyMask}
      </Quiet>
      {record.keyDamaged && (
        <Box sx={{ color: 'error.main', fontSize: '0.8125rem' }}>{t('keyDamaged')}</Box>
      )}
      {record.remark && (
        <Quiet small title={record.remark} sx={{ ...oneLine, maxWidth: 200 }}>
          {record.remark}
        </Quiet>
      )}
    </Box>
  );
};

const ApiKeyPoolField = () => {
  const record = useRecord<ApiKey>();
  return (
    <>
      <Box component="code">{record.pool}</Box>
      <Quiet small sx={{ whiteSpace: 'nowrap' }}>
        {apiKeyRegions[record.region].label} · {apiKeyKinds[record.kind].label}
      </Quiet>
    </>
  );
};

/** Coins and money at the last test or task. */
const ApiKeyBalanceField = () => {
  const t = useTexts('resources.api-keys');
  const record = useRecord<ApiKey>();
  const { remainCoins, remainMoneyFen, lowCoins } = record;
  if (remainCoins === null) {
    return <Quiet small>{t('neverChecked')}</Quiet>;
  }
  const low = isLow(record);
  return (
    <>
      <Box sx={low ? { color: 'warning.main', fontWeight: 600 } : undefined}>
        {t('coins', { coins: formatCount(remainCoins) })}
      </Box>
      <Quiet small sx={{ whiteSpace: 'nowrap' }}>
        {low
          ? t('low', { coins: formatCount(lowCoins ?? 0) })
          : remainMoneyFen !== null && formatYuan(remainMoneyFen)}
      </Quiet>
    </>
  );
};

/** Running tasks and their maximum. */
const ApiKeyLoadField = () => {
  const t = useTexts('resources.api-keys.fields');
  const { runningCount, maxConcurrency } = useRecord<ApiKey>();
  return (
    <Box sx={{ display: 'inline-block', minWidth: 64, whiteSpace: 'nowrap' }}>
      {runningCount} / {maxConcurrency}
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (runningCount / Math.max(1, maxConcurrency)) * 100)}
        aria-label={t('runningCount')}
        sx={{ mt: 0.5, height: 4, borderRadius: 2, bgcolor: 'action.selected' }}
      />
    </Box>
  );
};

/** The state, and until when it gets no tasks although it is active. */
const ApiKeyStatusField = () => {
  const t = useTexts('resources.api-keys');
  const now = useNow();
  const { restUntil, status } = useRecord<ApiKey>();
  const rests = status === 'active' && restUntil !== null && restUntil > now;
  return (
    <>
      <StatusField choices={apiKeyStatuses} />
      {rests && (
        <Quiet small sx={{ whiteSpace: 'nowrap' }}>
          {t('resting', { time: exactTime(restUntil).slice(11, 16) })}
        </Quiet>
      )}
    </>
  );
};

const ApiKeyErrorField = () => {
  const translate = useTranslate();
  const record = useRecordContext<ApiKeyRecord>();
  // A key that did not answer has no code.
  if (!record?.lastErrorCode && !record?.failStreak)
    return <Quiet small>{translate('list.none')}</Quiet>;
  const { lastErrorCode, lastErrorTime, failStreak } = record;
  return (
    <>
      <Box>
        {translate(`resources.api-keys.errors.${lastErrorCode}`, {
          _: translate('resources.api-keys.errors.other', { code: lastErrorCode }),
        })}
      </Box>
      <Quiet small sx={{ whiteSpace: 'nowrap' }}>
        {lastErrorTime && <Time instant={lastErrorTime} />}
        {failStreak > 1 && translate('resources.api-keys.streak', { count: failStreak })}
      </Quiet>
    </>
  );
};
