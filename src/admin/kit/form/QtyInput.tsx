import { type Typed, TypedField } from '../base/TypedField.tsx';
import { typedQty } from '../base/typedKinds.ts';
import { Quiet } from '../field/valueFields.tsx';

export interface QtyInputProps {
  /** Not shown. */
  label: string;
  qty: unknown;
  most: number;
  /** Called with the text where it is no such number; '' where there is none. */
  onChoose: (qty: NonNullable<Typed>) => void;
}

/** How many of so many. */
export const QtyInput = ({ label, qty, most, onChoose }: QtyInputProps) => (
  <TypedField
    kind={typedQty(most)}
    margin="none"
    value={qty}
    error={qty === ''}
    onChange={typed => onChoose(typed ?? '')}
    sx={{ '&&': { width: 'auto' }, '& input': { width: `${String(most).length + 1}ch` } }}
    slotProps={{
      htmlInput: { 'aria-label': label, inputMode: 'numeric' },
      input: {
        endAdornment: (
          <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
            / {most}
          </Quiet>
        ),
      },
    }}
  />
);
