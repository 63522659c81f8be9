import { Box } from '@mui/material';
import { RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { useTexts } from '../../kit/base/useTexts.ts';
import { OrderedHead } from '../../kit/list/OrderedRow.tsx';
import { SortableList } from '../../kit/list/SortableList.tsx';
import { useOrder } from '../../kit/list/useOrder.ts';
import { useWholeList } from '../../kit/list/useWholeList.ts';
import { HomeGridPreview } from './HomeGridPreview.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';
import { QuickFunctionRow } from './QuickFunctionRow.tsx';

/** The entries in their order, and beside them the home page they make. */
export const QuickFunctionBoard = () => {
  const { filterValues } = useListContext();
  const isSearched = Object.keys(filterValues as object).length > 0;
  const { records, order } = useOrder(useWholeList<QuickFunctionRecord>());
  if (isSearched) return <QuickFunctionRows records={records} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
      }}
    >
      <QuickFunctionRows records={records} onOrder={order} />
      <Box
        sx={{
          borderTop: 1,
          borderLeft: { lg: 1 },
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

interface QuickFunctionRowsProps {
  records: readonly QuickFunctionRecord[];
  /** Left out where only some are shown: they have no order. */
  onOrder?: (records: QuickFunctionRecord[]) => void;
}

const QuickFunctionRows = ({ records, onOrder }: QuickFunctionRowsProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.templates/quick-functions');
  return (
    <Box sx={{ minWidth: 0 }}>
      <OrderedHead
        order={onOrder && translate('list.order.column')}
        name={t('fields.title')}
        count={t('fields.clickCount')}
        status={t('fields.status')}
        time={t('fields.schedule')}
        actions={translate('list.actions')}
      />
      {onOrder ? (
        <SortableList
          label={translate('app.pages.quickFunctions')}
          records={records}
          nameOf={({ title }) => title}
          onOrder={onOrder}
        >
          {(record, handle) => (
            <RecordContextProvider value={record}>
              <QuickFunctionRow order={handle} />
            </RecordContextProvider>
          )}
        </SortableList>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {records.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <li>
                <QuickFunctionRow />
              </li>
            </RecordContextProvider>
          ))}
        </Box>
      )}
    </Box>
  );
};
