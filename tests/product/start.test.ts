import { expect, it, onTestFinished } from 'vitest';
import { createCaller, startProduct } from './product.ts';

it('starts empty with --demo none: shows the first administrator’s password, without controls of tests, and ends with 0 on SIGTERM', async () => {
  const product = await startProduct({
    demo: 'none',
    test: false,
    env: { ADMIN_INITIAL_PASSWORD: '' },
  });
  onTestFinished(() => product.dispose());
  const caller = createCaller(product.url);
  await caller.signIn(/Password\s+([\w-]{12})\s/.exec(product.output())?.[1]);
  expect((await caller.call('adminTemplate', 'getTemplates')).data['total']).toBe(0);
  const health = await fetch(`${product.url}/__emulator/health`);
  expect(await health.json()).toEqual({ ready: true });

  for (const [seam, method] of [
    ['__emulator/reset', 'POST'],
    ['__emulator/clock', 'POST'],
    ['__emulator/inject', 'POST'],
    ['__sandbox/wechatpay', 'GET'],
    ['__sandbox/wechatpay', 'PUT'],
    ['__sandbox/wechatpay/pay', 'POST'],
    ['__sandbox/reset', 'POST'],
  ] as const) {
    const body = method === 'GET' ? null : '{}';
    const answer = await fetch(`${product.url}/${seam}`, { method, body });
    expect([seam, method, answer.status]).toEqual([seam, method, 404]);
  }
  const unsigned = await fetch(`${product.url}/__sandbox-wechatpay/v3/refund/domestic/refunds/x`);
  expect([unsigned.status, unsigned.headers.get('wechatpay-signature')]).toEqual([401, null]);

  const page = await fetch(`${product.url}/admin/templates`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await fetch(`${product.url}/assets/none.js`)).status).toBe(404);
  expect(await product.stop()).toBe(0);
});
