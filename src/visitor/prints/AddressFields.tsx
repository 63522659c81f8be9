import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';

export const emptyAddress = {
  name: '',
  phone: '',
  province: '',
  city: '',
  district: '',
  detail: '',
};
export type Address = typeof emptyAddress;

const fields: { name: keyof Address; autoComplete: string; type?: string; max: number }[] = [
  { name: 'name', autoComplete: 'name', max: 20 },
  { name: 'phone', autoComplete: 'tel', type: 'tel', max: 20 },
  { name: 'province', autoComplete: 'address-level1', max: 20 },
  { name: 'city', autoComplete: 'address-level2', max: 20 },
  { name: 'district', autoComplete: 'address-level3', max: 20 },
  { name: 'detail', autoComplete: 'street-address', max: 100 },
];

interface AddressFieldsProps {
  address: Address;
  /** The server's sentences, by field. */
  errors: Record<string, string>;
  change: (patch: Partial<Address>) => void;
}

export const AddressFields = ({ address, errors, change }: AddressFieldsProps) => (
  <fieldset className="print-address">
    <legend>{t.address}</legend>
    {fields.map(({ name, autoComplete, type = 'text', max }) => {
      const error = errors[`address.${name}`];
      return (
        <label key={name} className={`field address-${name}`}>
          <span>{t.fields[name]}</span>
          <input
            type={type}
            autoComplete={autoComplete}
            maxLength={max}
            required={name !== 'district'}
            value={address[name]}
            placeholder={t.placeholders[name]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `error-${name}` : undefined}
            onChange={event => change({ [name]: event.target.value })}
          />
          {error && (
            <small id={`error-${name}`} className="failure">
              {error}
            </small>
          )}
        </label>
      );
    })}
  </fieldset>
);
