import { describe, expect, it, vi } from 'vitest';
import { createAuthProvider } from '#authProvider/authProvider.ts';
import { codeMessages, codes } from '#contract/envelope.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { type CallFunction, createInvoker, SignedOutError } from '#dataProvider/invoke.ts';
import { createQuietLooks, withQuietLooks } from '#dataProvider/quietLooks.ts';
import { createSecondFactor, withSecondFactor } from '#dataProvider/secondFactor.ts';

const start = (answer: () => Promise<unknown>) => {
  const callFunction = vi.fn<CallFunction>(answer);
  const looks = createQuietLooks();
  const factor = createSecondFactor(false, () => undefined);
  const sent = createInvoker({ callFunction, getToken: () => 'adm_x' });
  const invoke = withSecondFactor(withQuietLooks(sent, looks), factor);
  const look = () => invoke('adminCategory', 'getCategoryById', { _id: 'c1' }, { quiet: true });
  const ask = () => invoke('adminCategory', 'getCategoryById', { _id: 'c1' });
  return { callFunction, looks, factor, invoke, look, ask };
};
const envelope = (code: number, data: unknown = null) => ({
  code,
  message: codeMessages[code as keyof typeof codeMessages],
  data,
  requestId: 'r1',
});
const requests = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([, sent]) => sent);

describe('a look that nobody asked for', () => {
  it('says so in the envelope, by `invoke` and by `meta` of a list, a page of it and a record', async () => {
    const { callFunction, invoke, look } = start(() =>
      Promise.resolve(envelope(0, { _id: 'c1', list: [], total: 0 })),
    );
    const provider = createDataProvider(invoke);
    const asked = {
      pagination: { page: 1, perPage: 20 },
      sort: { field: 'sort', order: 'ASC' },
      filter: {},
    } as const;
    await look();
    await provider.getList('categories', { ...asked, meta: { quiet: true } });
    await provider.getOne('categories', { id: 'c1', meta: { quiet: true } });
    await provider.getOne('images', { id: 'f1', meta: { quiet: true } }).catch(() => undefined);
    await provider.getList('categories', asked);
    await provider.getOne('categories', { id: 'c1' });
    const isQuiet = requests(callFunction).map(sent => (sent as { quiet?: true }).quiet);
    expect(isQuiet).toEqual([true, true, true, true, undefined, undefined]);
    expect(
      JSON.stringify(requests(callFunction).map(sent => (sent as { data: {} }).data)),
    ).not.toMatch(/quiet/);
  });

  it.each([
    ['by our refusal', () => Promise.resolve(envelope(codes.unauthenticated))],
    [
      "by the platform's",
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ACCESS_TOKEN_INVALID' })),
    ],
  ])(
    'finds the session over %s: it signs nobody out, and none is sent until a call has succeeded',
    async (_how, over) => {
      const server = { answer: over as () => Promise<unknown> };
      const { callFunction, looks, look, ask } = start(() => server.answer());
      const leave = vi.fn();
      const { checkError } = createAuthProvider({ signIn: vi.fn(), leave });

      const failure: unknown = await look().catch((error: unknown) => error);
      await checkError(failure);
      expect([looks.haveEnded(), leave.mock.calls.length]).toEqual([true, 0]);
      await expect(look()).rejects.toMatchObject({ body: { code: codes.unauthenticated } });
      expect(callFunction).toHaveBeenCalledTimes(1);

      await expect(ask()).rejects.toBeInstanceOf(SignedOutError);
      expect(looks.haveEnded()).toBe(true);
      server.answer = () => Promise.resolve(envelope(0, {}));
      await ask();
      expect(looks.haveEnded()).toBe(false);
      await look();
      expect(callFunction).toHaveBeenCalledTimes(4);
    },
  );

  it.each([codes.secondFactorNeeded, codes.secondFactorRequired])(
    'asks for no code of the second factor (%i)',
    async code => {
      const { looks, factor, look } = start(() => Promise.resolve(envelope(code)));
      await expect(look()).rejects.toMatchObject({ body: { code } });
      expect([factor.state(), looks.haveEnded()]).toEqual(['quiet', false]);
    },
  );
});
