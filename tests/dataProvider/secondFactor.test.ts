import { describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { createSecondFactor, withSecondFactor } from '#dataProvider/secondFactor.ts';

const refused = (code: number) => new ActionFailure({ code, message: '请输入' });

const start = (code: number) => {
  const noted: boolean[] = [];
  const factor = createSecondFactor(false, isRequired => void noted.push(isRequired));
  const server = { isOpen: false };
  const raw = vi.fn((..._call: unknown[]) =>
    server.isOpen ? Promise.resolve('done') : Promise.reject(refused(code)),
  );
  const invoke = withSecondFactor(raw as unknown as Invoke, factor);
  const call = () => invoke('adminAuth', 'logout', {}) as Promise<unknown>;
  return { noted, factor, server, raw, call };
};
/** Whether it has settled, once all that can happen has happened. */
const settled = async (promise: Promise<unknown>) => {
  let isSettled = false;
  const done = () => void (isSettled = true);
  promise.then(done, done);
  await new Promise(resolve => setTimeout(resolve));
  return isSettled;
};

describe('calls that need the code of the second factor', () => {
  it('at the same time ask once, and go on together', async () => {
    const { factor, server, raw, call } = start(codes.secondFactorNeeded);
    const both = [call(), call()];
    expect(await settled(Promise.race(both))).toBe(false);
    expect(factor.state()).toBe('asked');
    server.isOpen = true;
    factor.answer(true);
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(factor.state()).toBe('quiet');
    expect(raw).toHaveBeenCalledTimes(4);
  });

  it('fail with the refusal when it is not given, and ask anew the next time', async () => {
    const { factor, raw, call } = start(codes.secondFactorNeeded);
    const first = call();
    await settled(first);
    factor.answer(false);
    await expect(first).rejects.toMatchObject({ body: { code: codes.secondFactorNeeded } });
    expect(raw).toHaveBeenCalledTimes(1);
    void call();
    await settled(Promise.resolve());
    expect(factor.state()).toBe('asked');
  });

  it('are distinguished from other refusals', async () => {
    const { factor, call } = start(codes.conflict);
    await expect(call()).rejects.toMatchObject({ body: { code: codes.conflict } });
    expect(factor.state()).toBe('quiet');
  });
});

it('a call that needs it to be set up first never settles, and that is noted until it is done', async () => {
  const { noted, factor, call } = start(codes.secondFactorRequired);
  expect(await settled(call())).toBe(false);
  expect([factor.state(), noted]).toEqual(['required', [true]]);
  factor.require(false);
  expect([factor.state(), noted]).toEqual(['quiet', [true, false]]);
});
