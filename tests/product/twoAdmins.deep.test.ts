import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';

/** Of each of five fields. */
const TIMES = 200;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ workers: 2, env: { PUBLIC_CALLS_PER_MINUTE: '100000' } });
});
afterAll(() => product.dispose());

it(`two administrators change fields of one template ${5 * TIMES} times at once, and nothing is lost`, async () => {
  const admins = [createCaller(product.url), createCaller(product.url)];
  for (const admin of admins) await admin.signIn();
  const templateId = 'tpl_0005';
  const read = async () =>
    (await admins[0]!.call('adminTemplate', 'getTemplateById', { id: templateId })).data;
  const before = await read();

  /** Each field is written by one administrator in order, so that "the last acknowledged" has a meaning. */
  const fields = ['sort', 'costCredits', 'subtitle', 'isNew', 'vipOnly'] as const;
  const valueOf = (field: string, n: number) =>
    field === 'subtitle' ? `第${n}次` : field === 'isNew' || field === 'vipOnly' ? n % 2 === 0 : n;
  const last: Record<string, unknown> = {};
  let acknowledged = 0;
  const writer = async (field: (typeof fields)[number], at: number) => {
    for (let n = 1; n <= TIMES; n += 1) {
      const value = valueOf(field, n);
      const { code } = await admins[at % 2]!.call('adminTemplate', 'updateTemplateField', {
        templateId,
        field,
        value,
      });
      if (code === 0) {
        acknowledged += 1;
        last[field] = value;
      }
    }
  };
  await Promise.all(fields.map(writer));

  const after = await read();
  expect(acknowledged).toBe(5 * TIMES);
  expect(Number(after['rev']) - Number(before['rev'])).toBe(acknowledged);
  for (const field of fields) expect(after[field]).toEqual(last[field]);
});
