import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAuthProvider } from '#authProvider/authProvider.ts';
import { MAX_DATA_BYTES } from '#contract/constants.ts';
import {
  ActionFailure,
  type CallFunction,
  createInvoker,
  SignedOutError,
} from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import type { PutBytes } from '#dataProvider/putLeave.ts';
import { everyAction } from '../functions/world/registry.ts';

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

describe('data that does not fit into a call', () => {
  const ticket = {
    filePath: 'request/adm_1/0a.json',
    url: 'https://store/x',
    method: 'PUT' as const,
    headers: {},
    expireTime: 1,
  };
  const called = (putBytes: PutBytes, token: string | undefined) => {
    const callFunction = vi.fn<CallFunction>(async (_name, request) =>
      'action' in request && request.action === 'getRequestTicket'
        ? envelope(0, 'ok', ticket)
        : envelope(0, 'ok', {}),
    );
    return {
      callFunction,
      invoke: createInvoker({ callFunction, getToken: () => token, putBytes }),
    };
  };
  /** Data of that many bytes as JSON, in Chinese as far as possible. */
  const dataOf = (bytes: number) => {
    const room = bytes - '{"word":""}'.length;
    return { word: '字'.repeat(Math.floor(room / 3)) + 'a'.repeat(room % 3) };
  };

  it.each(everyAction)(
    'is put into storage by $title, if it is for administrators',
    async ({ name, action, definition }) => {
      const put = vi.fn<PutBytes>().mockResolvedValue(undefined);
      const isVisitor = definition.access !== 'admin';
      const { callFunction, invoke } = called(put, isVisitor ? undefined : 'adm_x');
      const data = dataOf(MAX_DATA_BYTES + 1);
      await invoke(name, action as never, data as never);
      const requests = callFunction.mock.calls.map(([, request]) => request);
      if (isVisitor || action === 'changePassword') {
        expect(requests).toMatchObject([{ action, data }]);
        return expect(put).not.toHaveBeenCalled();
      }
      expect(callFunction.mock.calls).toEqual([
        [
          'adminStorage',
          { action: 'getRequestTicket', data: { size: MAX_DATA_BYTES + 1 }, token: 'adm_x' },
        ],
        [name, { action, dataPath: ticket.filePath, token: 'adm_x' }],
      ]);
      const [to, sent] = put.mock.calls[0]!;
      expect(to).toEqual(ticket);
      expect(JSON.parse(await sent.text())).toEqual(data);
    },
  );

  it('is counted in bytes, and up to the limit sent as ever', async () => {
    const put = vi.fn<PutBytes>().mockResolvedValue(undefined);
    const { callFunction, invoke } = called(put, 'adm_x');
    const data = dataOf(MAX_DATA_BYTES);
    await invoke('keyword', 'createKeyword', data);
    expect(callFunction.mock.calls).toEqual([
      ['keyword', { action: 'createKeyword', data, token: 'adm_x' }],
    ]);
    expect(put).not.toHaveBeenCalled();
  });

  it('that does not arrive in storage is not called for', async () => {
    const failure = new PlatformFailure('NETWORK', '网络连接失败，请检查网络后重试');
    const { callFunction, invoke } = called(() => Promise.reject(failure), 'adm_x');
    const large = invoke('keyword', 'createKeyword', dataOf(MAX_DATA_BYTES + 1));
    await expect(large).rejects.toBe(failure);
    expect(callFunction).toHaveBeenCalledTimes(1);
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
    const { invoke } = answering(envelope(40904, '仍有数据在使用，请先移除再删除'));
    await expect(read(invoke)).rejects.toMatchObject({
      message: '仍有数据在使用，请先移除再删除',
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
    ['a status of 401', { status: 401 }],
  ])('leaves after %s, and rejects, as react-admin expects', async (_what, error) => {
    await expect(checkError(error)).rejects.toBeInstanceOf(SignedOutError);
    expect(leave).toHaveBeenCalledWith('expired');
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
