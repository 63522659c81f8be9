import { useState } from 'react';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { addressIn, type AddressParts, withFound } from '../../shared/addressText.ts';
import { type Division, provinces } from '../../shared/divisions.ts';

export const emptyAddress = {
  name: '',
  phone: '',
  province: '',
  city: '',
  district: '',
  detail: '',
};
type Address = typeof emptyAddress;

const fields: { name: keyof Address; autoComplete: string; type?: string; max: number }[] = [
  { name: 'name', autoComplete: 'name', max: 20 },
  { name: 'phone', autoComplete: 'tel', type: 'tel', max: 60 },
  { name: 'province', autoComplete: 'address-level1', max: 20 },
  { name: 'city', autoComplete: 'address-level2', max: 20 },
  { name: 'district', autoComplete: 'address-level3', max: 20 },
  { name: 'detail', autoComplete: 'street-address', max: 100 },
];

/** What can be chosen: nothing where the list ends, as below Dongguan and Hong Kong, and it is typed. */
const choicesOf = ({ province, city }: Address): Partial<Record<keyof Address, Division[]>> => {
  const cities = provinces.find(({ name }) => name === province)?.children ?? [];
  const districts = cities.find(({ name }) => name === city)?.children ?? [];
  return {
    province: provinces,
    ...(cities.length > 0 && { city: cities }),
    ...(districts.length > 0 && { district: districts }),
  };
};

/** What was below another place is none any more; the only city of a municipality need not be chosen. */
const chosen = (name: keyof Address, value: string): Partial<Address> => {
  if (name === 'city') return { city: value, district: '' };
  if (name !== 'province') return { [name]: value };
  const cities = provinces.find(one => one.name === value)?.children ?? [];
  return { province: value, city: cities.length === 1 ? cities[0]!.name : '', district: '' };
};

interface AddressFieldsProps {
  address: Address;
  /** The server's sentences, by field. */
  errors: Record<string, string>;
  change: (patch: Partial<Address>) => void;
}

export const AddressFields = ({ address, errors, change }: AddressFieldsProps) => {
  const choices = choicesOf(address);
  return (
    <fieldset className="print-address">
      <legend>{t.address}</legend>
      <PasteField
        fill={parts => {
          const patch = withFound(address, parts);
          change(patch);
          return { ...address, ...patch };
        }}
      />
      {fields.map(({ name, autoComplete, type = 'text', max }) => {
        const error = errors[`address.${name}`];
        const field = {
          autoComplete,
          required: name !== 'district',
          value: address[name],
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `error-${name}` : undefined,
        };
        const divisions = choices[name];
        return (
          <label key={name} className={`field address-${name}`}>
            <span>{t.fields[name]}</span>
            {divisions ? (
              <select {...field} onChange={({ target }) => change(chosen(name, target.value))}>
                <option value="">{t.choose}</option>
                {address[name] && !divisions.some(one => one.name === address[name]) && (
                  <option>{address[name]}</option>
                )}
                {divisions.map(one => (
                  <option key={one.name}>{one.name}</option>
                ))}
              </select>
            ) : (
              <input
                {...field}
                type={type}
                maxLength={max}
                placeholder={t.placeholders[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            )}
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
};

/** @param fill answers the address with these parts */
const PasteField = ({ fill }: { fill: (parts: AddressParts) => Address }) => {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const split = (from: string) => {
    const parts = addressIn(from);
    if (!parts.phone && !parts.province) return setSaid(t.notRead);
    const filled = fill(parts);
    const missing = fields.filter(({ name }) => name !== 'district' && !filled[name]);
    setSaid(
      missing.length > 0
        ? t.filledBut(missing.map(({ name }) => t.fields[name]).join('、'))
        : t.filled,
    );
  };
  return (
    <div className="print-paste">
      <label className="field">
        <span>{t.paste}</span>
        <textarea
          rows={2}
          maxLength={500}
          value={text}
          placeholder={t.pastePlaceholder}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onPaste={({ clipboardData }) => split(clipboardData.getData('text'))}
        />
      </label>
      <div className="print-row">
        <p className="hint" role="status">
          {said}
        </p>
        <button
          type="button"
          className="button"
          disabled={!text.trim()}
          onClick={() => split(text)}
        >
          {t.split}
        </button>
      </div>
    </div>
  );
};
