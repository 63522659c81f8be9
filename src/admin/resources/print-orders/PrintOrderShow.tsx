import { Alert, type Theme, useMediaQuery } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { usePhone } from '../../kit/base/usePhone.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { PrintActions } from './actions/PrintActions.tsx';
import type { PrintRecord } from './printOrder.ts';
import { PrintDelivery } from './show/PrintDelivery.tsx';
import { PrintHistory } from './show/PrintHistory.tsx';
import { PrintMoney } from './show/PrintMoney.tsx';
import { PrintPhotos } from './show/PrintPhotos.tsx';
import { PrintRelated } from './show/PrintRelated.tsx';
import { PrintRemarks } from './show/PrintRemarks.tsx';
import { PrintSteps } from './show/PrintSteps.tsx';

/** Beside the prints if there is room; otherwise below them, except the delivery. */
export const PrintOrderShow = () => {
  const isPhone = usePhone();
  const isNarrow = useMediaQuery<Theme>(theme => theme.breakpoints.down('lg'), { noSsr: true });
  const facts = (
    <>
      <PrintRemarks />
      <PrintMoney />
      <PrintRelated />
    </>
  );
  return (
    <RecordShow
      history={<AuditTrail />}
      header={
        <RecordHeader
          status={<StatusField choices={printOrderStatuses} />}
          actions={!isPhone && <PrintActions />}
        />
      }
      phoneActions={<PrintActions />}
      aside={
        <>
          <PrintDelivery />
          {!isNarrow && facts}
        </>
      }
    >
      <OpenIssues />
      <PrintSteps />
      <PrintPhotos />
      {isNarrow && facts}
      <PrintHistory />
      <AuditTrail />
    </RecordShow>
  );
};

/** What still needs attention. */
const OpenIssues = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  const open = record?.issues.filter(issue => !issue.resolved && issue.code === 'needs_photo');
  if (!open?.length) return null;
  return (
    <Alert severity="warning">
      {open.map(({ desc, itemIndex, time }) => (
        <div key={`${time} ${itemIndex}`}>
          {itemIndex !== null &&
            `${translate('resources.print-orders.issues.photo', { n: itemIndex + 1 })}：`}
          {desc}
        </div>
      ))}
    </Alert>
  );
};
