import { Box, Link as MuiLink } from '@mui/material';
import { DataTable, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { codeStatuses } from '#contract/activationCode.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { StatusLabel } from '../../kit/field/StatusField.tsx';
import { Time } from '../../kit/field/TimeField.tsx';
import { StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { RelatedCard } from '../../kit/show/RelatedCard.tsx';
import { RelatedList } from '../../kit/show/RelatedList.tsx';
import { RelatedTable } from '../../kit/show/RelatedTable.tsx';
import { CodeActions } from './CodeActions.tsx';
import type { BatchRecord, CodeRecord } from './records.ts';

const Column = DataTable.Col<CodeRecord>;

/** The codes of a batch, masked. */
export const BatchCodes = () => {
  const translate = useTranslate();
  const batch = useRecordContext<BatchRecord>();
  if (!batch) return null;
  return (
    <RelatedList
      resource="activation-codes/codes"
      of={{ batchId: batch.id }}
      sort={{ field: 'serial', order: 'ASC' }}
      head={<StatusTabs choices={codeStatuses} />}
    >
      <RelatedTable card={<CodeCard />}>
        <Column source="serial" align="right" />
        <Column source="codeMask" disableSort render={({ codeMask }) => <code>{codeMask}</code>} />
        <StatusColumn cellClassName="nowrap" choices={codeStatuses} />
        <Column source="usedBy" disableSort field={CodeUserField} />
        <TimeColumn source="usedTime" sortByOrder="DESC" />
        <Column
          source="disableReason"
          disableSort
          cellClassName="quiet"
          render={({ disableReason }) => <OneLine text={disableReason} width={160} />}
        />
        <Column label={translate('list.actions')} align="right" cellClassName="actions">
          <CodeActions />
        </Column>
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
  const code = useRecordContext<CodeRecord>();
  if (!code) return null;
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
