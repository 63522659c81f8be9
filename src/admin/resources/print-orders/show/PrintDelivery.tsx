import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ActionOutput } from '#contract/index.ts';
import { uploadStatuses } from '#contract/orderStates.ts';
import { logisticsStatuses, type PrintOrder } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { addressOpenStatuses } from '#contract/printOrderStates.ts';
import { DialogButton } from '../../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { CopyText } from '../../../kit/field/CopyText.tsx';
import { Quiet, StatusLabel, Time } from '../../../kit/field/valueFields.tsx';
import { FormRow } from '../../../kit/form/FormSection.tsx';
import { TextInput } from '../../../kit/form/inputs.tsx';
import { FactList, Panel } from '../../../kit/show/Panel.tsx';
import { UploadReason, UploadRetry, useOrder } from '../../orders/parts.ts';
import { placeOf, type PrintOnPage } from '../printOrder.ts';
import { carrierLabel } from '../PrintOrderFields.tsx';

/** Recipient and carrier; masked until the whole address is requested with a reason. */
export const PrintDelivery = () => {
  const { invoke } = useDataProvider();
  const order = useRecord<PrintOnPage>();
  const t = useTexts('resources.print-orders');
  const { revealed, show, hide } = useReveal(order.rev);
  const { address, expressNo, expressCompany, shipTime, signTime } = order;
  const { status: state, time, askedTime } = order.logistics;
  const shown = revealed ?? { ...address, phone: '' };
  const whole =
    revealed && `${revealed.name} ${revealed.phone} ${placeOf({ address: shown as never })}`;
  return (
    <Panel
      title={t('panel.delivery')}
      action={
        addressOpenStatuses.includes(order.status) && (
          <DialogButton
            right="print-orders.address"
            texts="resources.print-orders.dialog.address"
            button={{ size: 'small', variant: 'text' }}
          >
            <AddressForm revealed={revealed} onDone={hide} />
          </DialogButton>
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
          // The page shows it without numbers.
          [
            t('related.userRemark'),
            revealed && revealed.userRemark !== order.userRemark ? revealed.userRemark : undefined,
          ],
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
          <DialogButton
            right="print-orders.address"
            texts="resources.print-orders.dialog.reveal"
            button={{ size: 'small' }}
          >
            <ActionForm
              fields={{ reason: printOrderActions.revealAddress.input.shape.reason }}
              defaultValues={{ reason: '' }}
              run={input => invoke('adminPrintOrder', 'revealAddress', { id: order.id, ...input })}
              onDone={show}
            />
          </DialogButton>
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
              [
                t('delivery.logistics'),
                state === 'none' ? (
                  t('delivery.noLogistics')
                ) : (
                  <Box key="l" component="span" sx={{ display: 'inline-flex', gap: 1 }}>
                    <StatusLabel {...logisticsStatuses[state]} />
                    {time !== null && <Time instant={time} />}
                  </Box>
                ),
              ],
              [
                t('delivery.askedTime'),
                order.status === 'shipped' && askedTime !== null ? (
                  <Time instant={askedTime} />
                ) : undefined,
              ],
            ]}
          />
          <LogisticsReason order={order} />
          {!order.reprintOf && <DeliveryUpload order={order} />}
        </Box>
      )}
    </Panel>
  );
};

/** Why nothing is known of the parcel. */
const LogisticsReason = ({ order }: { order: PrintOnPage }) => {
  const t = useTexts('resources.print-orders.delivery');
  if (order.status !== 'shipped') return null;
  const { reason } = order.logistics;
  const text = order.isMiniProgramSet === false ? t('unset') : reason && t('noAnswer', { reason });
  return text ? (
    <Quiet small sx={{ mt: 1 }} role="note">
      {text}
    </Quiet>
  ) : null;
};

/** Whether WeChat knows of this parcel; that is noted in the order. */
const DeliveryUpload = ({ order: { orderId, isMiniProgramSet } }: { order: PrintOnPage }) => {
  const t = useTexts('resources.print-orders.delivery');
  const order = useOrder(orderId);
  if (!order || order.upload.status === 'none') return null;
  return (
    <Box sx={{ mt: 1.5, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <FactList
        facts={[[t('upload'), <StatusLabel key="u" {...uploadStatuses[order.upload.status]} />]]}
      />
      <UploadReason order={order} isSet={isMiniProgramSet ?? true} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 1 }}>
        <UploadRetry order={order} />
      </Box>
    </Box>
  );
};

const fields = printOrderActions.updateAddress.input.shape.address.shape;
interface AddressFormProps {
  revealed: RevealedAddress | null;
  onDone: () => void;
}

/** Masked values must be typed again, unless they were revealed; the phone may stay masked. */
const AddressForm = ({ revealed, onDone }: AddressFormProps) => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.print-orders');
  const { id, rev, address } = useRecord<PrintOrder>();
  const { province, city, district } = address;
  const { name, phone, detail } = revealed ?? { name: '', phone: '', detail: '' };
  return (
    <ActionForm
      resource="print-addresses"
      fields={fields}
      defaultValues={{ name, phone, province, city, district, detail }}
      run={input => invoke('adminPrintOrder', 'updateAddress', { id, rev, address: input })}
      onDone={onDone}
    >
      <PastedAddress />
      <FormRow>
        <TextInput source="name" isRequired autoComplete="off" />
        <TextInput
          source="phone"
          autoComplete="off"
          helperText={revealed ? false : t('dialog.address.phoneKept', { tail: address.phoneTail })}
          slotProps={{ htmlInput: { inputMode: 'tel' } }}
          parse={(text: string) => text.trim()}
        />
      </FormRow>
      <FormRow columns={3}>
        <TextInput source="province" isRequired />
        <TextInput source="city" isRequired />
        <TextInput source="district" />
      </FormRow>
      <TextInput source="detail" isRequired fullWidth multiline />
    </ActionForm>
  );
};

/** What a customer has sent, split into the fields below. */
const PastedAddress = () => {
  const t = useTexts('resources.print-orders');
  const { getValues, setValue } = useFormContext();
  const split = async (text: string) => {
    const { addressIn, withFound } = await import('../../../../shared/addressText.ts');
    for (const [field, part] of Object.entries(withFound(getValues(), addressIn(text))))
      setValue(field, part, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (
    <TextField
      label={t('dialog.address.paste')}
      helperText={t('dialog.address.pasteHelp')}
      fullWidth
      multiline
      autoComplete="off"
      onPaste={({ clipboardData }) => void split(clipboardData.getData('text'))}
    />
  );
};

type RevealedAddress = ActionOutput<'adminPrintOrder', 'revealAddress'>;

/** The whole address is kept only while the page is open and the record unchanged. */
const useReveal = (rev: number) => {
  const [revealed, setRevealed] = useState<{ rev: number; address: RevealedAddress } | null>(null);
  return {
    revealed: revealed?.rev === rev ? revealed.address : null,
    show: (address: RevealedAddress) => setRevealed({ rev, address }),
    hide: () => setRevealed(null),
  };
};
