import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAuthProvider } from '#authProvider/authProvider.ts';
import {
  ActionFailure,
  type CallFunction,
  createInvoker,
  PlatformFailure,
  SignedOutError,
} from '#dataProvider/invoke.ts';

const answering = (answer: unknown) => {
  const callFunction = vi.fn<CallFunction>().mockResolvedValue(answer);
  return { callFunction, invoke: createInvoker({ callFunction, getToken: () => 'adm_x' }) };
};
const throwing = (error: unknown) =>
  createInvoker({ callFunction: () => Promise.reject(error as Error), getToken: () => 'adm_x' });

const envelope = (code: number, message: string, data: unknown = null) => ({
  code,
  message,
  data,
  requestId: 'r1',
});
const read = (invoke: ReturnType<typeof createInvoker>) =>
  invoke('adminCategory', 'getCategoryById', { _id: 'c1' });

describe('a call', () => {
  it('carries the action, its data and the token in the body', async () => {
    const { invoke, callFunction } = answering(envelope(0, 'ok', { _id: 'c1' }));
    await expect(read(invoke)).resolves.toEqual({ _id: 'c1' });
    expect(callFunction).toHaveBeenCalledWith('adminCategory', {
      action: 'getCategoryById',
      data: { _id: 'c1' },
      token: 'adm_x',
    });
  });

  it('changes a password with source admin and the token among the data', async () => {
    const { invoke, callFunction } = answering(envelope(0, 'ok', {}));
    await invoke('adminAuth', 'changePassword', { oldPassword: 'a', newPassword: 'b' });
    expect(callFunction).toHaveBeenCalledWith('adminAuth', {
      action: 'changePassword',
      source: 'admin',
      data: { oldPassword: 'a', newPassword: 'b', token: 'adm_x' },
    });
  });

  it('of a visitor carries no token', async () => {
    const callFunction = vi.fn<CallFunction>().mockResolvedValue(envelope(0, 'ok', { list: [] }));
    await createInvoker({ callFunction })('appTemplate', 'getCategories', {});
    expect(callFunction).toHaveBeenCalledWith('appTemplate', { action: 'getCategories', data: {} });
  });
});

describe('errors, at the invoker', () => {
  it.each([[undefined], [null], ['text'], [{}], [{ code: '0' }]])(
    'a missing result is 云函数响应异常: %j',
    async answer => {
      await expect(read(answering(answer).invoke)).rejects.toThrow('云函数响应异常');
    },
  );

  it.each(['身份验证已失效，请重新登录', 'invalid token', 'Token 过期'])(
    'code −1 with %s ends the session',
    async message => {
      await expect(read(answering(envelope(-1, message)).invoke)).rejects.toThrow(SignedOutError);
    },
  );

  it('code −1 with another message is an error with that message', async () => {
    const { invoke } = answering(envelope(-1, '系统繁忙'));
    await expect(read(invoke)).rejects.toThrow(ActionFailure);
    await expect(read(invoke)).rejects.toThrow('系统繁忙');
  });

  it('any other code is an error with the server’s message', async () => {
    const { invoke } = answering(envelope(40904, '仍有数据在使用，不能删除'));
    await expect(read(invoke)).rejects.toMatchObject({
      message: '仍有数据在使用，不能删除',
      status: 409,
      body: { code: 40904, requestId: 'r1' },
    });
  });

  it('any other code without a message is 操作失败', async () => {
    await expect(read(answering(envelope(50001, '')).invoke)).rejects.toThrow('操作失败');
  });

  it('field errors are where react-admin looks for them', async () => {
    const { invoke } = answering(envelope(40001, 'x', { fields: { name: '请填写' } }));
    await expect(read(invoke)).rejects.toMatchObject({
      status: 400,
      body: { errors: { name: '请填写' } },
    });
  });

  it('a thrown ACCESS_TOKEN_INVALID ends the session', async () => {
    const invoke = throwing(new PlatformFailure('ACCESS_TOKEN_INVALID', 'x'));
    await expect(read(invoke)).rejects.toThrow(SignedOutError);
  });

  it('a thrown message with 401 in it ends the session', async () => {
    const invoke = throwing(new Error('Request failed with status code 401'));
    await expect(read(invoke)).rejects.toThrow(SignedOutError);
  });

  it('401 in an envelope’s message does not end the session', async () => {
    const { invoke } = answering(envelope(40902, '模板 401 号不能删除'));
    await expect(read(invoke)).rejects.toThrow(ActionFailure);
  });

  it('a failure while signing in does not end a session', async () => {
    const invoke = throwing(new PlatformFailure('ACCESS_TOKEN_INVALID', 'x'));
    const call = invoke('adminAuth', 'login', { username: 'a', password: 'b' });
    await expect(call).rejects.toThrow(PlatformFailure);
  });
});

describe('the auth provider’s checkError', () => {
  const leave = vi.fn();
  const { checkError } = createAuthProvider({ signIn: vi.fn(), leave });
  afterEach(() => leave.mockClear());

  it.each([
    ['a dead session', new SignedOutError()],
    ['ACCESS_TOKEN_INVALID', { code: 'ACCESS_TOKEN_INVALID' }],
    ['a foreign message with 401', new Error('HTTP 401')],
  ])('leaves after %s, and never settles', async (_what, error) => {
    const answered = vi.fn();
    checkError(error).then(answered, answered);
    await new Promise(resolve => setTimeout(resolve));
    expect(leave).toHaveBeenCalledWith('expired');
    expect(answered).not.toHaveBeenCalled();
  });

  it.each([
    ['an envelope that mentions 401', new ActionFailure({ code: 40902, message: '401 token' })],
    ['a network that failed', new PlatformFailure('NETWORK', '网络连接失败')],
    ['nothing at all', undefined],
  ])('keeps the session after %s', async (_what, error) => {
    await expect(checkError(error)).resolves.toBeUndefined();
    expect(leave).not.toHaveBeenCalled();
  });
});
