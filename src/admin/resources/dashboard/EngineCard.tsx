import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { apiKeyStatuses } from '#contract/apiKey.ts';
import type { ActionOutput } from '#contract/index.ts';
import { costText } from '../../../shared/costText.ts';
import { formatCount, formatShare, formatTotal } from '../../../shared/count.ts';
import { useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { Link } from '../../kit/base/Link.tsx';
import { listPath } from '../../kit/base/listSearch.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Dot, oneLine, Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { DashboardRow } from './DashboardRow.tsx';
import { useDashboard } from './useDashboard.ts';

type Engine = ActionOutput<'adminDashboard', 'getEngine'>;

/** The queue and the keys as they are now. */
export const EngineCard = () => {
  const { data, state } = useDashboard('getEngine', {});
  const t = useTexts('dashboard.engine');
  return (
    <DashboardCard folds title="dashboard.engine.title" {...state} height={300}>
      {data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}>
            <Figure label={t('waiting')} to={listPath('tasks', { status: 'queued' })}>
              {formatTotal(data.waiting)}
            </Figure>
            <Figure label={t('running')} to={listPath('tasks', { status: 'running' })}>
              {`${data.running}/${data.slots}`}
            </Figure>
            <Figure label={t('oldest')} to={listPath('tasks', { status: 'queued' })}>
              {data.oldestTime === null ? '–' : <Time instant={data.oldestTime} />}
            </Figure>
          </Box>
          {data.dailyCoins > 0 && <Budget engine={data} />}
          <PlainList
            aria-label={t('keys')}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 0.25,
            }}
          >
            {data.keys.map(key => (
              <KeyRow key={key._id} apiKey={key} />
            ))}
          </PlainList>
          {data.keys.length === 0 && <Quiet>{t('noKeys')}</Quiet>}
        </Box>
      )}
    </DashboardCard>
  );
};

/** What of the day's budget is spent. */
const Budget = ({ engine: { coinsToday, dailyCoins, coinPriceFen } }: { engine: Engine }) => {
  const t = useTexts('dashboard.engine');
  const spent = t('budget', {
    coins: formatCount(coinsToday),
    most: formatCount(dailyCoins),
    share: formatShare(coinsToday, dailyCoins),
  });
  const cost = costText(coinsToday, coinPriceFen);
  return (
    <Box component={Link} to="/settings?tab=system" sx={{ color: 'text.primary' }}>
      {cost ? `${spent} · ${cost}` : spent}
      {coinsToday >= dailyCoins && <StatusLabel label={t('stopped')} tone="danger" />}
    </Box>
  );
};

const Figure = ({ label, to, children }: { label: string; to: string; children: ReactNode }) => (
  <Box component={Link} to={to} sx={{ color: 'text.primary', textDecoration: 'none' }}>
    <Typography component="span" sx={{ display: 'block', fontSize: '1.25rem', fontWeight: 600 }}>
      {children}
    </Typography>
    <Quiet component="span">{label}</Quiet>
  </Box>
);

const KeyRow = ({ apiKey }: { apiKey: Engine['keys'][number] }) => {
  const t = useTexts('dashboard.engine');
  const { name, status, running, maxConcurrency, tasks, failed, coins } = apiKey;
  const { label, tone } = apiKeyStatuses[status];
  const rate = tasks > 0 ? t('failureRate', { rate: formatShare(failed, tasks) }) : '';
  const spent = t('coins', { coins: formatCount(coins) });
  return (
    <DashboardRow
      to={useCreatePath()({ resource: 'api-keys', type: 'list' })}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <Dot tone={tone} label={label} />
      <Box component="span" title={name} sx={{ ...oneLine, flex: '1 1 80px', minWidth: 0 }}>
        {name}
      </Box>
      <Quiet component="span" sx={{ whiteSpace: 'nowrap' }}>
        {[rate, spent].filter(Boolean).join(' · ')}
      </Quiet>
      <Box component="span" sx={{ whiteSpace: 'nowrap', fontWeight: 500 }}>
        {t('slots', { running, most: maxConcurrency })}
      </Box>
    </DashboardRow>
  );
};
