import { useFormContext, useWatch } from 'react-hook-form';
import { type Carrier, carriers, contradicts, guessCarriers } from '#contract/carriers.ts';
import { plainNumber } from '#contract/pasted.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { choicesOf, SelectInput, TextInput } from '../../../kit/form/inputs.tsx';
import { MessageNotice } from '../../messages/parts.ts';
import { placeOf } from '../printOrder.ts';
import { carrierLabel } from '../PrintOrderFields.tsx';

const { expressCompany, expressNo } = printOrderActions.setShipping.input.shape;
const choices = choicesOf(carriers);

/** What the dialog does in a state. */
export const shipActOf = (status: PrintOrderStatus) =>
  status === 'confirmed' ? 'startAndShip' : status === 'shipped' ? 'correct' : 'ship';

/** Ships a print order, also one whose production has not started, or corrects the number of a shipped one. */
export const ShipDialog = () => {
  const order = useRecord<PrintOrder>();
  const { invoke } = useDataProvider();
  const { id, rev, printNo, status, address, openid, photoCount } = order;
  const act = shipActOf(status);
  const t = useTexts('resources.print-orders');
  return (
    <ActionDialog
      texts={`resources.print-orders.dialog.${act}`}
      values={{
        no: printNo,
        count: photoCount,
        place: placeOf(order),
        receiver: t('receiver', { name: address.name, tail: address.phoneTail }),
        express: `${carrierLabel(order.expressCompany)} ${order.expressNo}`,
      }}
    >
      <ActionForm
        fields={{ expressCompany, expressNo }}
        defaultValues={{
          expressNo: order.expressNo,
          expressCompany: order.expressCompany || undefined,
        }}
        run={input =>
          invoke('adminPrintOrder', 'setShipping', {
            ...input,
            id,
            rev,
            startProduction: act === 'startAndShip',
          })
        }
      >
        <ShippingInputs />
        <MessageNotice event="printShipped" openid={openid} />
      </ActionForm>
    </ActionDialog>
  );
};

/** The number first, because it usually identifies the carrier. */
const ShippingInputs = () => {
  const { setValue, getFieldState } = useFormContext();
  const [no = '', carrier] = useWatch({ name: ['expressNo', 'expressCompany'] }) as [
    string | undefined,
    Carrier | undefined,
  ];
  const guessed = guessCarriers(plainNumber(no ?? ''));
  const names = guessed.map(key => carriers[key].label);
  const t = useTexts('resources.print-orders.carrier');
  const hint = () => {
    if (carrier && contradicts(carrier, plainNumber(no ?? '')))
      return t('mismatch', { carrier: carriers[carrier].label });
    if (names.length === 0) return false;
    return names.length === 1
      ? t('guess', { carrier: names[0] })
      : t('several', { carriers: names.join('、') });
  };
  return (
    <>
      <TextInput
        source="expressNo"
        autoFocus
        fullWidth
        isRequired
        helperText={hint()}
        onChange={(event: { target: { value: string } } | string) => {
          const text = typeof event === 'string' ? event : event.target.value;
          const [only, ...others] = guessCarriers(plainNumber(text));
          if (only && others.length === 0 && !getFieldState('expressCompany').isDirty)
            setValue('expressCompany', only);
        }}
        slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'characters' } }}
      />
      <SelectInput source="expressCompany" choices={choices} fullWidth isRequired />
    </>
  );
};
