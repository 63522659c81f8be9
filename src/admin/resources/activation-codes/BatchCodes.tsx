import { Box, Link as MuiLink } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { codeStatuses } from '#contract/activationCode.ts';
import { useRecord } from '../../kit/base/record.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusLabel } from '../../kit/field/StatusField.tsx';
import { Time } from '../../kit/field/TimeField.tsx';
import { ActionsColumn, ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { RelatedCard } from '../../kit/show/RelatedCard.tsx';
import { RelatedList } from '../../kit/show/RelatedList.tsx';
import { RelatedTable } from '../../kit/show/RelatedTable.tsx';
import { CodeActions } from './CodeActions.tsx';
import type { BatchRecord, CodeRecord } from './records.ts';

const Column = ListColumn<CodeRecord>;

/** The codes of a batch, masked. */
export const BatchCodes = () => {
  const batch = useRecord<BatchRecord>();
  return (
    <RelatedList
      resource="activation-codes/codes"
      of={{ batchId: batch.id }}
      sort={{ field: 'serial', order: 'ASC' }}
      head={<StatusTabs choices={codeStatuses} />}
    >
      <RelatedTable card={<CodeCard />}>
        <Column sortByOrder="ASC" source="serial" align="right" />
        <Column source="codeMask" render={({ codeMask }) => <code>{codeMask}</code>} />
        <StatusColumn cellClassName="nowrap" choices={codeStatuses} />
        <Column source="usedBy" field={CodeUserField} />
        <TimeColumn source="usedTime" sortByOrder="DESC" />
        <Column
          source="disableReason"
          cellClassName="quiet"
          render={({ disableReason }) => <OneLine text={disableReason} width={160} />}
        />
        <ActionsColumn>
          <CodeActions />
        </ActionsColumn>
      </RelatedTable>
    </RelatedList>
  );
};

const CodeUserField = () => {
  const usedBy = useRecordContext<CodeRecord>()?.usedBy;
  if (!usedBy) return null;
  return (
    <MuiLink component={Link} to={`/users/${usedBy.userId}`}>
      <OneLine text={usedBy.nickName || usedBy.userId} width={160} />
    </MuiLink>
  );
};

const CodeCard = () => {
  const code = useRecord<CodeRecord>();
  return (
    <>
      <RelatedCard
        title={<code>{code.codeMask}</code>}
        value={<StatusLabel {...codeStatuses[code.status]} />}
        lines={[
          code.usedBy?.nickName,
          code.usedTime && <Time key="used" instant={code.usedTime} />,
          code.disableReason,
        ]}
      />
      <Box sx={{ textAlign: 'right', '& .MuiButton-root': { minHeight: 44 } }}>
        <CodeActions />
      </Box>
    </>
  );
};
