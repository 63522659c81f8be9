import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';

let product: Product;
let admin: ReturnType<typeof createCaller>;

beforeAll(async () => {
  const env = { PUBLIC_CALLS_PER_MINUTE: '100000', REDEEM_WRONG_TRIES: '1000' };
  product = await startProduct({ demo: 'none', workers: 4, env });
  admin = createCaller(product.url);
  await admin.signIn();
});
afterAll(() => product.dispose());

/** A separate visitor, signed in as by a browser. */
const visitor = async (at: number) => {
  const response = await fetch(`${product.url}/auth/v1/signin/anonymously?client_id=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': `device-${at}` },
    body: '{}',
  });
  const { access_token: bearer } = (await response.json()) as { access_token: string };
  return async (action: string, data: object) => {
    const answer = await fetch(`${product.url}/v1/functions/appUser`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, data }),
    });
    return (await answer.json()) as { code: number; message: string; data: { credits: unknown } };
  };
};

it('gives a code to one of a hundred visitors who redeem it at once in four function workers', async () => {
  const { data: batch } = await admin.call('adminActivationCode', 'createBatch', {
    name: '并发兑换',
    credits: 77,
    quantity: 3,
  });
  const id = batch['_id'] as string;
  const { data } = await admin.call('adminActivationCode', 'exportBatch', { id, reason: '测试' });
  const [{ code } = { code: '' }] = data['list'] as { code: string }[];
  const visitors = await Promise.all(Array.from({ length: 100 }, (_, at) => visitor(at)));
  const answers = await Promise.all(visitors.map(call => call('redeemCode', { code })));

  expect(answers.filter(answer => answer.code === 0)).toHaveLength(1);
  for (const refused of answers.filter(answer => answer.code !== 0))
    expect(refused).toMatchObject({ code: 40902, message: '激活码无效或已使用' });
  const mine = await Promise.all(visitors.map(call => call('getMe', {})));
  const rich = mine.filter(({ data: me }) => (me.credits as { paid: number }).paid > 0);
  expect(rich).toMatchObject([{ data: { credits: { paid: 77, gift: 0 } } }]);
  const after = await admin.call('adminActivationCode', 'getBatchById', { id });
  expect(after.data['counts']).toEqual({ unused: 2, used: 1, disabled: 0, expired: 0 });
}, 120_000);
