import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { texts } from '#contract/constants.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';

const sdk = vi.hoisted(() => {
  const auth = {
    getSession: vi.fn(),
    signInAnonymously: vi.fn(),
    signInWithCustomTicket: vi.fn(),
    signOut: vi.fn(),
  };
  const app = { auth: () => auth, callFunction: vi.fn(), registerEndPointWithKey: vi.fn() };
  return { auth, app, init: vi.fn(() => app) };
});
vi.mock('@cloudbase/js-sdk/app', () => ({ default: { init: sdk.init } }));
vi.mock('@cloudbase/js-sdk/auth', () => ({}));
vi.mock('@cloudbase/js-sdk/functions', () => ({}));

const { connect, toPlatformFailure, unwrap } = await import('#src/cloudbase.ts');

const config = { envId: 'local', region: 'ap-shanghai', publishableKey: 'key' };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
});

describe('the shapes in which the SDK reports a failure', () => {
  it.each([
    ['a plain {code, message}', { code: 'EXCEED_AUTHORITY', message: 'no' }, 'EXCEED_AUTHORITY'],
    [
      'a plain {error, error_description}',
      { error: 'unauthenticated', error_description: 'no session' },
      'unauthenticated',
    ],
    [
      'an Error with JSON in its text',
      new Error('{"code":"FUNCTION_NOT_FOUND","message":"x"}'),
      'FUNCTION_NOT_FOUND',
    ],
    [
      'an Error with [CODE] in its text',
      new Error('[@cloudbase/js-sdk][INVALID_PARAMS] bad'),
      'INVALID_PARAMS',
    ],
    ['the TypeError of fetch', new TypeError('Failed to fetch'), 'NETWORK'],
    ['the SyntaxError of fetch', new SyntaxError('Unexpected token <'), 'UNKNOWN'],
    [
      'an AuthError',
      Object.assign(new Error('x'), { name: 'AuthError', code: 'INVALID_CREDENTIALS' }),
      'INVALID_CREDENTIALS',
    ],
  ])('reads %s', (_shape, thrown, code) => {
    const failure = toPlatformFailure(thrown);
    expect(failure).toBeInstanceOf(PlatformFailure);
    expect(failure.code).toBe(code);
  });

  it('never shows what the platform said', () => {
    expect(toPlatformFailure({ code: 'X', message: 'secret detail' }).message).toBe(texts.noResult);
    expect(toPlatformFailure(new TypeError('Failed to fetch')).message).toBe(texts.networkFailed);
  });

  it('says that the local platform is starting', () => {
    const starting = { code: 'SERVICE_STARTING', message: 'starting' };
    expect(toPlatformFailure(starting).message).toBe('正在启动，请稍候再试');
  });

  it('keeps the request number', () => {
    expect(toPlatformFailure({ code: 'X', message: '', requestId: 'r1' }).requestId).toBe('r1');
  });

  it('treats a 401 in a thrown text as a refused token, but not one in a request id', () => {
    expect(toPlatformFailure(new Error('status code 401')).code).toBe('ACCESS_TOKEN_INVALID');
    const other = new Error('{"code":"BUSY","message":"later","requestId":"7f401a"}');
    expect(toPlatformFailure(other).code).toBe('BUSY');
  });
});

describe('what the SDK resolved with', () => {
  it('is the result if there is one', () => {
    expect(unwrap({ result: { code: 0 } })).toEqual({ code: 0 });
  });
  it('is our own envelope where the SDK took its code for the platform’s', () => {
    const envelope = { code: 40001, message: 'x', data: null, requestId: 'r' };
    expect(unwrap(envelope)).toBe(envelope);
  });
  it('is a failure if the code is one of the platform’s strings', () => {
    expect(() => unwrap({ code: 'FUNCTIONS_TIME_LIMIT_EXCEEDED' })).toThrow(PlatformFailure);
  });
  it.each([[undefined], [null], [{}], [{ requestId: 'r' }], [{ result: null }]])(
    'is 云函数响应异常 if the result is missing: %j',
    resolved => {
      expect(() => unwrap(resolved)).toThrow('云函数响应异常');
    },
  );
});

describe('a call', () => {
  const refused = { code: 'EXCEED_AUTHORITY', message: 'no', requestId: 'r' };

  it('refused by the platform on the management side throws ACCESS_TOKEN_INVALID', async () => {
    sdk.app.callFunction.mockRejectedValue(refused);
    const call = connect(config, 'admin').callFunction('adminTemplate', {});
    await expect(call).rejects.toMatchObject({ code: 'ACCESS_TOKEN_INVALID' });
    expect(sdk.auth.signInAnonymously).not.toHaveBeenCalled();
  });

  it('refused by the platform on the visitor side is repeated once as a new visitor', async () => {
    sdk.auth.signInAnonymously.mockResolvedValue({});
    sdk.app.callFunction.mockRejectedValueOnce(refused).mockResolvedValueOnce({ result: 1 });
    await expect(connect(config, 'visitor').callFunction('appTemplate', {})).resolves.toBe(1);
    expect(sdk.auth.signInAnonymously).toHaveBeenCalledTimes(1);
  });

  it('refused by us because its session has ended is repeated once as a new visitor', async () => {
    const ended = { code: 40902, message: '', data: { signInAgain: true }, requestId: 'r' };
    sdk.auth.signInAnonymously.mockResolvedValue({});
    sdk.app.callFunction.mockResolvedValueOnce(ended).mockResolvedValueOnce({ result: 1 });
    await expect(connect(config, 'visitor').callFunction('appTask', {})).resolves.toBe(1);
    expect(sdk.auth.signInAnonymously).toHaveBeenCalledTimes(1);
  });

  it('refused together with others on the visitor side needs one new visitor', async () => {
    let signedIn = (_: object) => {};
    sdk.auth.signInAnonymously.mockReturnValue(new Promise(resolve => (signedIn = resolve)));
    sdk.app.callFunction
      .mockRejectedValueOnce(refused)
      .mockRejectedValueOnce(refused)
      .mockResolvedValue({ result: 1 });
    const cloud = connect(config, 'visitor');
    const answers = [cloud.callFunction('appTemplate', {}), cloud.callFunction('appUser', {})];
    await vi.waitFor(() => expect(sdk.auth.signInAnonymously).toHaveBeenCalled());
    signedIn({});
    expect(await Promise.all(answers)).toEqual([1, 1]);
    expect(sdk.auth.signInAnonymously).toHaveBeenCalledTimes(1);
  });

  it('that is never answered ends with a sentence about the network', async () => {
    vi.useFakeTimers();
    sdk.app.callFunction.mockReturnValue(new Promise(() => undefined));
    const call = connect(config, 'admin').callFunction('adminTemplate', {});
    const ended = expect(call).rejects.toThrow(texts.networkFailed);
    await vi.advanceTimersByTimeAsync(65_000);
    await ended;
  });
});

describe('the platform’s session', () => {
  it('is stored in the browser; before sign-in the publishable key is used', () => {
    connect(config, 'admin');
    expect(sdk.init).toHaveBeenCalledWith({
      env: 'local',
      region: 'ap-shanghai',
      persistence: 'local',
      accessKey: 'key',
    });
  });
  it('is an administrator’s or a visitor’s; a key alone is none', async () => {
    sdk.auth.getSession.mockResolvedValueOnce({ data: { session: null } });
    await expect(connect(config, 'admin').hasLogin()).resolves.toBe(false);
    sdk.auth.getSession.mockResolvedValueOnce({ data: { session: { sub: 'x' } } });
    await expect(connect(config, 'admin').hasLogin()).resolves.toBe(true);
  });
  it('fails to start when the SDK resolves with an error', async () => {
    sdk.auth.signInWithCustomTicket.mockResolvedValue({ error: { code: 'INVALID_TICKET' } });
    const signIn = connect(config, 'admin').signInWithTicket('t');
    await expect(signIn).rejects.toMatchObject({ code: 'INVALID_TICKET' });
  });
});
