import { TextInput, useTranslate } from 'react-admin';
import { type addressFields, printOrderActions } from '#contract/printOrder.ts';
import type { z } from '#contract/zod.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { FormRow } from '../../../kit/form/FormSection.tsx';
import type { RevealedAddress } from '../useReveal.ts';
import type { PrintDialogProps } from './ShipDialog.tsx';

const fields = printOrderActions.updateAddress.input.shape.address.shape;
type Address = { [K in keyof typeof addressFields]: z.input<(typeof addressFields)[K]> };

/** Masked values must be typed again, unless they were revealed; the phone may stay masked. */
export const AddressDialog = ({
  order,
  revealed,
  onClose,
  onDone,
}: PrintDialogProps & { revealed: RevealedAddress | null; onDone: () => void }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { id, rev, address } = order;
  const { province, city, district } = address;
  const { name, phone, detail } = revealed ?? { name: '', phone: '', detail: '' };
  return (
    <ActionDialog
      title={t('dialog.address.title')}
      facts={t('dialog.address.facts')}
      labels="print-addresses"
      fields={fields}
      defaults={{ name, phone, province, city, district, detail }}
      submit={t('dialog.address.submit')}
      run={values =>
        invoke('adminPrintOrder', 'updateAddress', {
          id,
          rev,
          address: values as unknown as Address,
        })
      }
      done={t('done.address')}
      onDone={onDone}
      onClose={onClose}
    >
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
    </ActionDialog>
  );
};
