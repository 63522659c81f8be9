import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { type EnabledStatus, enabledStatuses } from '#contract/enabledStatuses.ts';
import { type QuickFunction, quickTargets } from '#contract/quickFunction.ts';
import { saveKey } from '#dataProvider/dataProvider.ts';
import { formatCount } from '../../../shared/count.ts';
import { minuteOf } from '../../../shared/time.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { oneLine, Quiet, SmallChip } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { OrderedRecords, useOrderedRecords } from '../../kit/list/OrderedRecords.tsx';
import { OrderedHead, OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { RecordSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { HomeGridPreview } from './HomeGridPreview.tsx';
import { type QuickFunctionRecord, scheduleAt } from './quickFunction.ts';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';

export const QuickFunctionList = () => {
  const translate = useTranslate();
  return (
    <List
      whole
      withCounts
      sort={{ field: 'sort', order: 'DESC' }}
      statuses={enabledStatuses}
      searchable
      filters={<ChoiceFilter source="targetType" choices={quickTargets} />}
      actions={
        <ListActions hasColumns={false}>
          <CreateButton label={translate('ra.action.create')} dialog={<QuickFunctionDialog />} />
        </ListActions>
      }
    >
      <QuickFunctionBoard />
    </List>
  );
};

/** The entries in their order, and beside them the home page they make. */
const QuickFunctionBoard = () => {
  const t = useTexts('resources.templates/quick-functions.page');
  const { records, order } = useOrderedRecords<QuickFunction>();
  const rows = (
    <Box sx={{ minWidth: 0 }}>
      <OrderedHead isOrdered={Boolean(order)} name="title" count="clickCount" time="schedule" />
      <OrderedRecords label={t('list')} records={records} order={order}>
        {handle => <QuickFunctionRow order={handle} />}
      </OrderedRecords>
    </Box>
  );
  if (!order) return rows;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
      }}
    >
      {rows}
      <Box
        sx={{
          borderTop: 1,
          borderLeft: { lg: 1 },
          // Where a border depends on the width its colour must too.
          borderColor: { xs: 'divider', lg: 'divider' },
          p: 2,
        }}
      >
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 72 } }}>
          <HomeGridPreview records={records} />
        </Box>
      </Box>
    </Box>
  );
};

const QuickFunctionRow = ({ order }: { order?: ReactNode }) => {
  const record = useRecord<QuickFunction>();
  return (
    <OrderedRow
      order={order}
      name={<TitleAndTarget record={record} />}
      count={formatCount(record.clickCount)}
      status={<QuickFunctionSwitch />}
      time={<ScheduleText record={record} />}
      actions={
        <Box sx={{ display: 'inline-flex' }}>
          <EditButton dialog={<QuickFunctionDialog record={record} />} />
          <DeleteButton
            confirmContent={(t, { clickCount: count }: QuickFunctionRecord) => [
              t('effect'),
              count > 0 && t('clicks', { count: formatCount(count) }),
            ]}
          />
        </Box>
      }
    />
  );
};

const TitleAndTarget = ({ record }: { record: QuickFunctionRecord }) => {
  const t = useTexts('resources.templates/quick-functions');
  const { icon, title, badge, targetType, targetName, targetDead, path, appid } = record;
  const picture = icon || (record.targetPicture ?? '');
  const target = targetName || path || appid;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={picture} name={title} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 500 }}>
          <Box component="span" title={title} sx={{ ...oneLine, minWidth: 0 }}>
            {title}
          </Box>
          {badge && <SmallChip label={badge} color="error" variant="outlined" />}
          {targetDead && <SmallChip label={t('dead')} color="warning" variant="outlined" />}
        </Box>
        <Quiet title={target} tiny sx={{ ...oneLine }}>
          {quickTargets[targetType].label}
          {target && ` · ${target}`}
        </Quiet>
      </Box>
    </Box>
  );
};

const ScheduleText = ({ record }: { record: QuickFunctionRecord }) => {
  const t = useTexts('resources.templates/quick-functions');
  const now = useNow();
  const { startTime, endTime } = record;
  const from = startTime === null ? '' : minuteOf(startTime).replace('T', ' ');
  const to = endTime === null ? '' : minuteOf(endTime).replace('T', ' ');
  return (
    <Box
      component="span"
      title={from || to ? t('schedule.range', { from: from || '…', to: to || '…' }) : ''}
      sx={{ fontSize: '0.8125rem' }}
    >
      {t(`schedule.${scheduleAt(record, now)}`)}
    </Box>
  );
};

const QuickFunctionSwitch = () => {
  const t = useTexts('resources.templates/quick-functions');
  const { invoke } = useDataProvider();
  const { send } = useWaitingSaves();
  const { id, title } = useRecord<QuickFunction>();
  return (
    <RecordSwitch<EnabledStatus>
      source="status"
      off="disabled"
      on="enabled"
      label={t('enable', { title })}
      send={async status => {
        const { _id, ...fields } = await send(saveKey('templates/quick-functions', id), () =>
          invoke('adminQuickFunction', 'setQuickFunctionStatus', { id, status }),
        );
        return { ...fields, id: _id };
      }}
    />
  );
};
