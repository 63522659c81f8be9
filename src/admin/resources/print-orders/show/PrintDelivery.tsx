import { Box, Button } from '@mui/material';
import { addressOpenStatuses, printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ActionButton } from '../../../kit/action/buttons.tsx';
import { ReasonInput } from '../../../kit/action/ReasonInput.tsx';
import { useInvoke, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { CopyText } from '../../../kit/field/CopyText.tsx';
import { Time } from '../../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../../kit/show/Panel.tsx';
import { AddressDialog } from '../actions/AddressDialog.tsx';
import { carrierLabel } from '../PrintExpressField.tsx';
import { placeOf, type PrintRecord } from '../printOrder.ts';
import { type RevealedAddress, useReveal } from '../useReveal.ts';

/** Recipient and carrier; masked until the whole address is requested with a reason. */
export const PrintDelivery = () => {
  const order = useRecord<PrintRecord>();
  return <Delivery order={order} />;
};

const Delivery = ({ order }: { order: PrintRecord }) => {
  const t = useTexts('resources.print-orders');
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
            label={t('dialog.address.action')}
            dialog={<AddressDialog revealed={revealed} onDone={hide} />}
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
              {t('dialog.hide')}
            </Button>
          </>
        ) : (
          <ActionButton
            size="small"
            label={t('dialog.reveal.action')}
            dialog={<RevealDialog onRevealed={show} />}
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

const RevealDialog = ({ onRevealed }: { onRevealed: (address: RevealedAddress) => void }) => {
  const invoke = useInvoke();
  const { id } = useRecord<PrintRecord>();
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.reveal"
      fields={{ reason }}
      defaults={{ reason: '' }}
      run={input => invoke('adminPrintOrder', 'revealAddress', { id, ...input })}
      onDone={onRevealed}
    >
      <ReasonInput />
    </ActionDialog>
  );
};
