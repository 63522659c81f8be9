import {
  Box,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Title } from 'react-admin';
import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { ActionOutput } from '#contract/index.ts';
import { DAY_MS, dayOf, HOUR_MS, startOf } from '#contract/shanghai.ts';
import { exactTime } from '../../../shared/time.ts';
import { Stacked } from '../../kit/base/Beside.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { None, PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';

type Duties = ActionOutput<'adminSettings', 'getYearlyDuties'>;

/** What the law asks each year, with the figures that the product knows. */
export const YearlyDutiesPage = () => {
  const t = useTexts('yearlyDuties');
  const { invoke } = useDataProvider();
  const [year, setYear] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminSettings', 'getYearlyDuties', year],
    queryFn: () => invoke('adminSettings', 'getYearlyDuties', year ? { year } : {}),
    placeholderData: before => before,
  });
  const [thisYear] = useState(() => Number(dayOf(Date.now()).slice(0, 4)));
  return (
    <>
      <Title title="app.pages.yearly-duties" preferenceKey={false} />
      {error && !data ? (
        <LoadFailure text={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Stacked>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={data.year}
            onChange={(_event, next: number | null) => next && setYear(next)}
            aria-label={t('year')}
          >
            {[thisYear - 1, thisYear].map(one => (
              <ToggleButton key={one} value={one}>
                {t('yearOf', { year: one })}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {data.isCut && <Quiet>{t('isCut')}</Quiet>}
          <Parts duties={data} />
        </Stacked>
      ) : (
        <Skeleton variant="rounded" height={320} />
      )}
    </>
  );
};

const Parts = ({ duties }: { duties: Duties }) => {
  const t = useTexts('yearlyDuties');
  const { year, minorsDue, guardedUsers, deletions, removed, looks, looking } = duties;
  const { exported, downloaded, withdrawn } = duties;
  const createTime = { from: startOf(`${year}0101`), to: startOf(`${year + 1}0101`) - 1 };
  const inLog = (action: string, count: number) => (
    <PageLink to={listPath('audit-logs', { action, createTime })}>{count}</PageLink>
  );
  return (
    <>
      <SideBySide columns={{ lg: 'repeat(3, minmax(0, 1fr))' }} columnGap={2}>
        <Panel title={t('minors.title')}>
          <FactList
            facts={[
              [t('minors.due'), exactTime(minorsDue).slice(0, 10)],
              [t('minors.guarded'), guardedUsers],
              [t('minors.others'), t('minors.unknown')],
            ]}
          />
          <Quiet small sx={{ mt: 1 }}>
            {t('minors.why')}
          </Quiet>
          <Law of="minors" />
        </Panel>
        <Panel title={t('deletions.title')}>
          <FactList
            facts={[
              [t('deletions.byUsers'), inLog('deleteMyData', deletions.byUsers)],
              [t('deletions.byAdministrators'), deletions.byAdministrators],
              [t('deletions.withdrawn'), withdrawn],
              [t('deletions.removed'), inLog('removeUserImage', removed.all)],
              [t('deletions.ofPersons'), removed.ofPersons],
            ]}
          />
          <Law of="deletions" />
        </Panel>
        <Panel title={t('access.title')}>
          <FactList
            facts={[
              [t('access.looking'), [looking.count, ...looking.names].join(' · ')],
              [t('access.looks'), inLog(LOOK_AT_PICTURES.action, looks)],
              [t('access.exported'), inLog('createExport', exported)],
              [t('access.downloaded'), inLog('getExportUrl', downloaded)],
            ]}
          />
          <Law of="access" />
        </Panel>
      </SideBySide>
      <Panel title={t('complaints.title')}>
        <Complaints rows={duties.complaints} />
        <Quiet small sx={{ mt: 1 }}>
          {t('complaints.help')}
        </Quiet>
        <Law of="complaints" />
      </Panel>
    </>
  );
};

const places = {
  minors: 'docs/before-you-open.md#the-yearly-audit-of-minors-data',
  complaints: 'docs/before-you-open.md#rights-periods-and-logs',
  deletions: 'docs/before-you-open.md#rights-periods-and-logs',
  access: 'docs/before-you-open.md#the-audit-of-all-personal-data',
};

/** What asks for it, and where it is explained. */
const Law = ({ of }: { of: keyof typeof places }) => {
  const t = useTexts('yearlyDuties');
  return (
    <Quiet small sx={{ mt: 1 }}>
      {t('wording', { law: t(`${of}.law`), place: places[of] })}
    </Quiet>
  );
};

const columns = ['topic', 'count', 'handled', 'median', 'longest'] as const;

const Complaints = ({ rows }: { rows: Duties['complaints'] }) => {
  const t = useTexts('yearlyDuties.complaints');
  const time = (ms: number | null) =>
    ms === null ? (
      <None />
    ) : ms < 2 * DAY_MS ? (
      t('hours', { hours: Math.ceil(ms / HOUR_MS) })
    ) : (
      t('days', { days: Math.ceil(ms / DAY_MS) })
    );
  return (
    <Box
      role="region"
      aria-label={t('title')}
      tabIndex={0}
      sx={{ overflowX: 'auto', overscrollBehaviorX: 'contain' }}
    >
      <Table size="small" aria-label={t('title')} sx={{ whiteSpace: 'nowrap' }}>
        <TableHead>
          <TableRow>
            {columns.map(column => (
              <TableCell key={column}>{t(`columns.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ topic, count, handled, medianMs, longestMs }) => (
            <TableRow key={topic}>
              <TableCell>{feedbackTopics[topic].label}</TableCell>
              <TableCell>{count}</TableCell>
              <TableCell>{handled}</TableCell>
              <TableCell>{time(medianMs)}</TableCell>
              <TableCell>{time(longestMs)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};
