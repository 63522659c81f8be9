import { createHash } from 'node:crypto';
import { characters, cutText } from '#contract/cut.ts';
import { plainId } from '#contract/pasted.ts';
import { type PrintAddress, withoutExtension } from '#contract/printAddress.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';
import type { StoredPrintOrder } from './records.ts';

export type Address = PrintAddress;

const DETAIL_SHOWN = 6;
const place = (id: string) => placeOf('printOrders', id, 'address');

const maskAddress = ({ name, phone, province, city, district, detail }: Address) => ({
  name: `${cutText(name, 1, characters)}**`,
  phoneTail: withoutExtension(phone).replace(/\D/g, '').slice(-4),
  province,
  city,
  district,
  detail: `${cutText(detail, DETAIL_SHOWN, characters)}****`,
});

/** One masked line, for the history of changes. */
export const addressLine = ({
  name,
  phoneTail,
  province,
  city,
  district,
  detail,
}: StoredPrintOrder['address']): string =>
  [
    name,
    phoneTail && printOrderSentences.phoneTail(phoneTail),
    `${province}${city}${district}${detail}`,
  ]
    .filter(Boolean)
    .join(' ');

/** The fields of a print order derived from its address. */
export const addressFieldsOf = (
  id: string,
  address: Address,
): Pick<StoredPrintOrder, 'address' | 'addressCipher' | 'addressKey' | 'recipient'> => ({
  address: maskAddress(address),
  // Encrypted with the record's id as context, so that it cannot be decrypted elsewhere.
  addressCipher: seal(JSON.stringify(address), place(id)),
  addressKey: createHash('sha256')
    .update(
      [
        address.name,
        address.phone,
        address.province,
        address.city,
        address.district,
        address.detail,
      ]
        .map(plainId)
        .join('\n'),
    )
    .digest('base64url')
    .slice(0, 22),
  recipient: address.name,
});

/** @throws 40902 where its period is over */
export const openAddress = ({ _id, addressCipher }: StoredPrintOrder): Address => {
  if (!addressCipher) throw stateNotAllowed(printOrderSentences.addressErased);
  return JSON.parse(unseal(addressCipher, place(_id))) as Address;
};

/** Null where the address cannot be decrypted. */
export const phoneOf = (print: StoredPrintOrder): string | null => {
  try {
    return openAddress(print).phone;
  } catch {
    return null;
  }
};
