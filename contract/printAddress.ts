import { plainPhone, plainText } from './pasted.ts';
import { shape } from './sentences/shape.ts';
import { line, optionalLine, showing, z } from './zod.ts';

/**
 * Masked: `张**`, region, the beginning of the details, the last digits of the phone. `revealAddress` shows it whole.
 */
export const maskedAddress = showing(
  'part',
  z.object({
    name: z.string().default(''),
    phoneTail: z.string().default(''),
    province: z.string().default(''),
    city: z.string().default(''),
    district: z.string().default(''),
    detail: z.string().default(''),
  }),
);
/** The same in a line, of the history. */
export const addressLine = showing('part', z.string());

const service = '[48]00(?:[ -]?\\d){7}';
const withExtension = `(?:1[3-9]\\d(?:[ -]?\\d){8}|0\\d{2,3}-?\\d{7,8}|${service}) ?(?:转接?|分机|ext\\.?|[-,#x]) ?\\d{1,6}`;
/** With an extension, as platforms give instead of a buyer's own; service numbers; numbers of other countries. */
const special = `${withExtension}|${service}|(?:\\+|00)(?!86)\\d{1,3}(?:[ -]?\\d){6,12}`;
const specialWithin = new RegExp(`(?:^|[^\\d+])(${special})(?!\\d)`, 'i');

/** Where a parcel's receiver is called. Special numbers are kept as they were written. */
export const phone = z
  .string()
  .overwrite(text => specialWithin.exec(plainText(text))?.[1] ?? plainPhone(text))
  .regex(
    new RegExp(`^(?:1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}|${special})$`, 'i'),
    shape('手机号或座机号', '13800138000'),
  );

/** The number itself, whose last digits people know. */
export const withoutExtension = (phone: string): string =>
  phone.replace(/ ?(?:转接?|分机|ext\.?|[,#x]) ?\d{1,6}$/i, '').replace(/(\d{7})-\d{1,6}$/, '$1');
export const addressFields = {
  name: line(20).min(1),
  phone,
  province: line(20).min(1),
  city: line(20).min(1),
  district: optionalLine(20),
  detail: line(100).min(2),
};
export type PrintAddress = Record<keyof typeof addressFields, string>;
