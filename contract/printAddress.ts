import { plainPhone } from './pasted.ts';
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

export const phone = z
  .string()
  .overwrite(plainPhone)
  .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/, shape('手机号或座机号', '13800138000'));
export const addressFields = {
  name: line(20).min(1),
  phone,
  province: line(20).min(1),
  city: line(20).min(1),
  district: optionalLine(20),
  detail: line(100).min(2),
};
