import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';
import { createVisitor } from './visitor.ts';

let product: Product;
let admin: ReturnType<typeof createCaller>;

beforeAll(async () => {
  const env = { PUBLIC_CALLS_PER_MINUTE: '100000', REDEEM_WRONG_TRIES: '1000' };
  product = await startProduct({ demo: 'none', workers: 4, env });
  admin = createCaller(product.url);
  await admin.signIn();
});
afterAll(() => product.dispose());

it('gives a code to one of a hundred visitors who redeem it at once in four function workers', async () => {
  const { data: batch } = await admin.call('adminActivationCode', 'createBatch', {
    name: '并发兑换',
    credits: 77,
    quantity: 3,
  });
  const id = batch['_id'] as string;
  const { data } = await admin.call('adminActivationCode', 'exportBatch', { id, reason: '测试' });
  const [{ code } = { code: '' }] = data['list'] as { code: string }[];
  const visitors = await Promise.all(
    Array.from({ length: 100 }, (_, at) => createVisitor(product.url, at)),
  );
  const answers = await Promise.all(
    visitors.map(({ call }) => call('appUser', 'redeemCode', { code })),
  );

  expect(answers.filter(answer => answer.code === 0)).toHaveLength(1);
  for (const refused of answers.filter(answer => answer.code !== 0))
    expect(refused).toMatchObject({ code: 40902, message: '激活码无效或已使用' });
  const mine = await Promise.all(visitors.map(({ call }) => call('appUser', 'getMe')));
  const rich = mine.filter(({ data: me }) => (me.credits as { paid: number }).paid > 0);
  expect(rich).toMatchObject([{ data: { credits: { paid: 77, gift: 0 } } }]);
  const after = await admin.call('adminActivationCode', 'getBatchById', { id });
  expect(after.data['counts']).toEqual({ unused: 2, used: 1, disabled: 0, expired: 0 });
}, 120_000);
