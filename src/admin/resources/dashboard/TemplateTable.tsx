import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
} from '@mui/material';
import { useState } from 'react';
import { type TemplateRanking, templateRankings } from '#contract/dashboard.ts';
import type { ActionOutput } from '#contract/index.ts';
import { formatCount, formatShare, MIN_BASE } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { Change, type ChangeProps } from './Change.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { ExportButton } from './ExportButton.tsx';
import {
  MOST_USED,
  periodSearch,
  type TemplateSort,
  usePeriod,
  useTemplateStats,
} from './useDashboard.ts';

type Ranked = ActionOutput<'adminDashboard', 'getTemplateStats'>['ranking'][number];

const SHOWN = 8;
const ROW_HEIGHT = 41;

const written: Record<TemplateRanking, (row: Ranked) => string> = {
  succeeded: ({ succeeded }) => formatCount(succeeded),
  failed: ({ failed, succeeded }) =>
    failed > 0 && failed + succeeded >= MIN_BASE
      ? `${formatCount(failed)}（${formatShare(failed, failed + succeeded)}）`
      : formatCount(failed),
  earnedFen: ({ earnedFen }) => formatYuan(earnedFen),
  costFen: ({ costFen }) => (costFen === null ? '—' : formatYuan(costFen)),
  marginFen: ({ marginFen, earnedFen }) =>
    marginFen === null ? '—' : `${formatYuan(marginFen)}${marginShare(marginFen, earnedFen)}`,
};

/** Of what was earned; nothing where nothing was. */
const marginShare = (marginFen: number, earnedFen: number) =>
  earnedFen > 0 ? `（${Math.round((marginFen / earnedFen) * 100)}%）` : '';

/** How much the templates were used, how often they failed, and what they earned and cost. */
export const TemplateTable = () => {
  const t = useTexts('dashboard.templates');
  const [sort, setSort] = useState(MOST_USED);
  const [isWhole, setIsWhole] = useState(false);
  const { data, state } = useTemplateStats(sort);
  const rows = data?.ranking ?? [];
  const folded = rows.length - SHOWN;
  return (
    <DashboardCard
      folds
      title="dashboard.templates.title"
      {...state}
      height={(SHOWN + 1) * ROW_HEIGHT}
      action={
        <Box sx={{ display: 'flex' }}>
          {folded > 0 && (
            <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? t('less') : t('more', { count: rows.length })}
            </Button>
          )}
          {data && rows.length > 0 && <ExportButton sort={sort} />}
        </Box>
      }
    >
      {rows.length === 0 ? (
        <Quiet sx={{ py: 2 }}>{t('none')}</Quiet>
      ) : (
        <Box sx={{ overflowX: 'auto', overscrollBehaviorX: 'contain' }}>
          <Table size="small" aria-label={t('title')} sx={{ '& td, & th': { px: 1 } }}>
            <RankingHead sort={sort} onSort={setSort} />
            <TableBody>
              {rows.slice(0, isWhole ? rows.length : SHOWN).map(row => (
                <RankingRow key={row.templateId} row={row} before={data!.before} />
              ))}
            </TableBody>
          </Table>
          {data?.feeShare != null && (
            <Quiet small sx={{ px: 1, pt: 1 }}>
              {t('fee', { rate: `${(data.feeShare * 100).toFixed(2)}%` })}
            </Quiet>
          )}
        </Box>
      )}
    </DashboardCard>
  );
};

interface RankingHeadProps {
  sort: TemplateSort;
  onSort: (sort: TemplateSort) => void;
}

const RankingHead = ({ sort, onSort }: RankingHeadProps) => {
  const t = useTexts('dashboard.templates');
  const turned = sort.order === 'desc' ? 'asc' : 'desc';
  return (
    <TableHead>
      <TableRow>
        <TableCell>{t('name')}</TableCell>
        {templateRankings.map(by => {
          const isBy = sort.by === by;
          return (
            <TableCell key={by} align="right" sortDirection={isBy && sort.order}>
              <TableSortLabel
                active={isBy}
                direction={isBy ? sort.order : 'desc'}
                onClick={() => onSort({ by, order: isBy ? turned : 'desc' })}
                sx={{ whiteSpace: 'nowrap' }}
              >
                {t(by)}
              </TableSortLabel>
            </TableCell>
          );
        })}
      </TableRow>
    </TableHead>
  );
};

const RankingRow = ({ row, before }: { row: Ranked } & Pick<ChangeProps, 'before'>) => (
  <TableRow>
    <TableCell sx={{ minWidth: 120 }}>
      <PageLink
        to={{
          pathname: useCreatePath()({ resource: 'templates', type: 'edit', id: row.templateId }),
          search: periodSearch(usePeriod()[0]).toString(),
        }}
      >
        {row.name || row.templateId}
      </PageLink>
    </TableCell>
    {templateRankings.map(by => (
      <TableCell
        key={by}
        align="right"
        sx={{
          whiteSpace: 'nowrap',
          ...(by === 'marginFen' && (row.marginFen ?? 0) < 0 && { color: 'error.main' }),
        }}
      >
        {written[by](row)}
        {by === 'succeeded' && (
          <>
            {' '}
            <Change
              current={row.succeeded}
              previous={row.succeededBefore}
              before={before}
              write={formatCount}
            />
          </>
        )}
      </TableCell>
    ))}
  </TableRow>
);
