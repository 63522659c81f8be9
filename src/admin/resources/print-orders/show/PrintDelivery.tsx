import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { addressOpenStatuses, printOrderActions } from '#contract/printOrder.ts';
import { ActionButton } from '../../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useRecord } from '../../../kit/base/record.ts';
import { CopyText } from '../../../kit/field/CopyText.tsx';
import { Time } from '../../../kit/field/TimeField.tsx';
import { FactList } from '../../../kit/show/FactList.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { AddressDialog } from '../actions/AddressDialog.tsx';
import type { PrintDialogProps } from '../actions/ShipDialog.tsx';
import { carrierLabel } from '../PrintExpressField.tsx';
import { placeOf, type PrintRecord } from '../printOrder.ts';
import { type RevealedAddress, useReveal } from '../useReveal.ts';

/** Recipient and carrier; masked until the whole address is requested with a reason. */
export const PrintDelivery = () => {
  const order = useRecord<PrintRecord>();
  return <Delivery order={order} />;
};

const Delivery = ({ order }: { order: PrintRecord }) => {
  const translate = useTranslate();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { revealed, show, hide } = useReveal(order.rev);
  const { address, expressNo, expressCompany, shipTime, signTime } = order;
  const shown = revealed ?? { ...address, phone: '' };
  const whole =
    revealed && `${revealed.name} ${revealed.phone} ${placeOf({ address: shown as never })}`;
  return (
    <Panel
      title={t('panel.delivery')}
      action={
        addressOpenStatuses.includes(order.status) && (
          <ActionButton
            size="small"
            variant="text"
            label={t('act.address')}
            dialog={close => (
              <AddressDialog order={order} revealed={revealed} onClose={close} onDone={hide} />
            )}
          />
        )
      }
    >
      <FactList
        facts={[
          [t('delivery.name'), shown.name],
          [
            t('delivery.phone'),
            revealed ? (
              <>
                {revealed.phone} <CopyText text={revealed.phone} name={t('delivery.phone')} />
              </>
            ) : (
              t('delivery.phoneTail', { tail: address.phoneTail })
            ),
          ],
          [t('delivery.address'), placeOf({ address: { ...address, ...shown } })],
        ]}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
        {whole ? (
          <>
            <Box component="span" sx={{ fontSize: '0.8125rem', alignSelf: 'center' }}>
              {t('delivery.copyAll')}
              <CopyText text={whole} name={t('panel.delivery')} />
            </Box>
            <Button size="small" onClick={hide}>
              {t('act.hide')}
            </Button>
          </>
        ) : (
          <ActionButton
            size="small"
            label={t('act.reveal')}
            dialog={close => <RevealDialog order={order} onClose={close} onRevealed={show} />}
          />
        )}
      </Box>
      {expressNo && (
        <Box sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <FactList
            facts={[
              [t('delivery.express'), carrierLabel(expressCompany)],
              [
                t('delivery.expressNo'),
                <>
                  {expressNo} <CopyText text={expressNo} name={t('fields.expressNo')} />
                </>,
              ],
              [t('delivery.shipTime'), shipTime === null ? undefined : <Time instant={shipTime} />],
              [t('delivery.signTime'), signTime === null ? undefined : <Time instant={signTime} />],
            ]}
          />
        </Box>
      )}
    </Panel>
  );
};

const { reason } = printOrderActions.revealAddress.input.shape;

const RevealDialog = ({
  order,
  onClose,
  onRevealed,
}: PrintDialogProps & { onRevealed: (address: RevealedAddress) => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string) => translate(`resources.print-orders.${key}`);
  return (
    <ActionDialog
      title={t('dialog.reveal.title')}
      facts={t('dialog.reveal.facts')}
      labels="print-orders"
      fields={{ reason }}
      defaults={{ reason: '' }}
      submit={t('dialog.reveal.submit')}
      run={values =>
        invoke('adminPrintOrder', 'revealAddress', {
          id: order.id,
          reason: values['reason'] as string,
        })
      }
      onDone={onRevealed}
      onClose={onClose}
    >
      <ReasonInput suggestions="resources.print-orders.dialog.reveal.reasons" />
    </ActionDialog>
  );
};
