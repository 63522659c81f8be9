import { invoiceKinds, invoiceStatuses, MAX_INVOICE_TITLE } from './invoiceStates.ts';
import { bareNumber } from './pasted.ts';
import { userText } from './personal.ts';
import { invoiceSentences } from './sentences/invoices.ts';
import { shape } from './sentences/shape.ts';
import { oneOf } from './states.ts';
import { email, instant, line, z } from './zod.ts';

/** 18 characters of the uniform code of companies, which has no I, O, S, V and Z; 15, 17 or 20 of those before it. */
const taxNumber = z
  .string()
  .overwrite(bareNumber)
  .regex(
    /^(?:[0-9A-HJ-NP-RTUWXY]{18}|[0-9A-Z]{15}|[0-9A-Z]{17}|[0-9A-Z]{20})$/,
    shape('15、17、18 或 20 位税号', '91310000MA1FL0WX2E'),
  );

/** 20 digits of an electronic one, 8 of those before it. */
export const invoiceNumber = z
  .string()
  .overwrite(bareNumber)
  .regex(/^(?:\d{20}|\d{8})$/, shape('20 位或 8 位发票号码', '26312000000000000001'));

/** What a visitor says; a person has no tax number. */
export const invoiceRequest = z
  .strictObject({
    kind: oneOf(invoiceKinds),
    title: line(MAX_INVOICE_TITLE).min(1),
    taxNumber: z.union([taxNumber, z.literal('')]).default(''),
    email,
  })
  .refine(({ kind, taxNumber: number }) => kind === 'personal' || number !== '', {
    path: ['taxNumber'],
    message: invoiceSentences.taxNumberRequired,
  });
export type InvoiceRequest = z.output<typeof invoiceRequest>;

/** The invoice of an order, once it was asked for. */
export const invoice = z.object({
  status: oneOf(invoiceStatuses),
  kind: oneOf(invoiceKinds),
  title: z.string().default(''),
  taxNumber: z.string().default(''),
  email: userText.default(''),
  /** To be invoiced; once it is issued, what it was issued for. */
  amountFen: z.int(),
  number: z.string().default(''),
  /** Of the invoice that cancels it. */
  cancelNumber: z.string().default(''),
  /** Why it was refused, shown to the user. */
  reason: z.string().default(''),
  askTime: instant,
  issueTime: instant.nullable().default(null),
  cancelTime: instant.nullable().default(null),
});
export type Invoice = z.output<typeof invoice>;
