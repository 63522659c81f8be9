import { Box } from '@mui/material';
import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ExportButton } from '../../kit/list/ExportButton.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { RelatedList, RelatedTable } from '../../kit/show/Related.tsx';
import { DifferenceCard } from './DifferenceCard.tsx';
import { differenceColumns } from './differenceColumns.tsx';
import type { DayRecord } from './records.ts';

/** The differences of a day, by state and kind. */
export const DayDifferences = () => {
  const day = useRecord<DayRecord>();
  return (
    <RelatedList
      resource="reconciliation/differences"
      of={{ day: day.id }}
      head={
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            justifyContent: 'space-between',
            pr: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <StatusTabs choices={differenceStatuses} />
          </Box>
          <Box sx={{ ml: 'auto', flex: 'none' }}>
            <ExportButton />
          </Box>
        </Box>
      }
      filters={<ChoiceFilter source="kind" choices={differenceKinds} />}
    >
      <RelatedTable card={<DifferenceCard />}>{differenceColumns()}</RelatedTable>
    </RelatedList>
  );
};
