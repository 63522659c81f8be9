import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { Template } from '#contract/template.ts';
import { costText } from '../../../shared/costText.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

const DAYS = 30;
const STALE_MS = 60_000;

/** What the templates of the page around have cost and earned: one call, however many show it. */
const usePageFigures = () => {
  const { data = [] } = useListContext<RecordOf<Template>>();
  const templateIds = data.map(({ id }) => id).sort();
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: ['adminDashboard', 'getTemplateFigures', { templateIds, days: DAYS }],
    queryFn: () => invoke('adminDashboard', 'getTemplateFigures', { templateIds, days: DAYS }),
    enabled: useCan()('dashboard.read') && templateIds.length > 0,
    staleTime: STALE_MS,
    placeholderData: previous => previous,
  });
};

/** What one template of the list has cost and earned lately; one that costs more than it earns is marked. */
export const TemplateMoney = () => {
  const t = useTexts('resources.templates.money');
  const { id } = useRecord<Template>();
  const { data, isError } = usePageFigures();
  const maySee = useCan()('dashboard.read');
  if (!maySee) return null;
  const figures = data?.list.find(({ templateId }) => templateId === id);
  if (!data || !figures) return <Quiet tiny>{isError ? t('failed') : '\u00a0'}</Quiet>;
  const { coins, earnedFen, succeeded, failed } = figures;
  if (succeeded + failed === 0 && coins === 0) return <Quiet tiny>{t('unused')}</Quiet>;
  const isLosing = (coins * data.coinPriceFen) / 1_000 > earnedFen;
  return (
    <Quiet tiny title={t('help')}>
      {t('cost')}{' '}
      <Box component="span" sx={{ ...(isLosing && { color: 'warning.main', fontWeight: 600 }) }}>
        {costText(coins, data.coinPriceFen) || t('coins', { count: formatCount(coins) })}
      </Box>
      {' · '}
      {t('earned')} {formatYuan(earnedFen)}
    </Quiet>
  );
};
