import { TextInput } from 'react-admin';
import { printOrderActions } from '#contract/printOrder.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { useInvoke, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { FormRow } from '../../../kit/form/FormSection.tsx';
import type { PrintRecord } from '../printOrder.ts';
import type { RevealedAddress } from '../useReveal.ts';

const fields = printOrderActions.updateAddress.input.shape.address.shape;
interface AddressDialogProps {
  revealed: RevealedAddress | null;
  onDone: () => void;
}

/** Masked values must be typed again, unless they were revealed; the phone may stay masked. */
export const AddressDialog = ({ revealed, onDone }: AddressDialogProps) => {
  const invoke = useInvoke();
  const t = useTexts('resources.print-orders');
  const { id, rev, address } = useRecord<PrintRecord>();
  const { province, city, district } = address;
  const { name, phone, detail } = revealed ?? { name: '', phone: '', detail: '' };
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.address"
      labels="print-addresses"
      fields={fields}
      defaults={{ name, phone, province, city, district, detail }}
      run={input => invoke('adminPrintOrder', 'updateAddress', { id, rev, address: input })}
      onDone={onDone}
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
