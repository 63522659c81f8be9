import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { quickTargets } from '#contract/quickFunction.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { OrderedRecords, useOrderedRecords } from '../../kit/list/OrderedRecords.tsx';
import { OrderedHead } from '../../kit/list/OrderedRow.tsx';
import { HomeGridPreview } from './HomeGridPreview.tsx';
import { type QuickFunctionRecord } from './quickFunction.ts';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';
import { QuickFunctionRow } from './QuickFunctionRow.tsx';

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
  const { records, order } = useOrderedRecords<QuickFunctionRecord>();
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
