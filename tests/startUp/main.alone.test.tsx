import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSession } from '#authProvider/session.ts';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import type { Invoke } from '#dataProvider/invoke.ts';

const order: string[] = [];
const cloud = {
  callFunction: vi.fn(),
  hasLogin: vi.fn(),
  signInAnonymously: vi.fn(),
  signInWithTicket: vi.fn(),
  signOut: vi.fn(),
};
const connect = vi.fn();
/** As the visitor side is given it. */
let startAnew: () => Promise<void>;
vi.mock('#src/cloudbase.ts', () => ({ connect }));
vi.mock('#src/visitor/VisitorApp.tsx', () => ({
  VisitorApp: (props: { startAnew: () => Promise<void> }) => {
    startAnew = props.startAnew;
    order.push('mount');
    return <main>visitor</main>;
  },
}));
/** As the management side is given it. */
let invoke: Invoke;
vi.mock('#src/admin/resources/orders/OrderList.tsx', () => ({}));
vi.mock('#src/signIn/ManagementApp.tsx', () => ({
  ManagementApp: (props: { invoke: Invoke }) => {
    invoke = props.invoke;
    order.push('mount');
    return <main>management</main>;
  },
  loadAdminApp: async () => {
    await Promise.resolve();
    order.push('application');
  },
}));

const admin = { id: 'a1', username: 'lina', nickName: '李娜', avatar: '' };
const newest = { field: 'createTime', order: 'desc' } as const;
const settings = { imageStyles: { thumbnail: '!small' } };

/** What an application observes of the page, until its test ends. */
const observers: MutationObserver[] = [];
class EndingObserver extends MutationObserver {
  constructor(changed: MutationCallback) {
    super(changed);
    observers.push(this);
  }
}

const eventually = (check: () => unknown) => waitFor(check, { interval: 5 });

/** Runs main.tsx afresh at an address, until it shows something. */
const start = async (path: string, until = () => document.body.textContent !== '') => {
  vi.resetModules();
  history.replaceState(null, '', path);
  document.body.innerHTML = '<div id="root"></div>';
  await import('#src/main.tsx');
  await eventually(() => expect(until()).toBe(true));
  return document.body.textContent;
};
/** Those of the application that was started last. */
const settingsOf = async () => (await import('#src/shared/settings.ts')).systemSettings();
const isAlerted = () => vi.mocked(alert).mock.calls.length > 0;
const noting =
  <T,>(step: string, result: T) =>
  () => {
    order.push(step);
    return Promise.resolve(result);
  };

beforeEach(() => {
  order.length = 0;
  vi.stubGlobal('MutationObserver', EndingObserver);
  vi.stubGlobal('APP_CONFIG', { envId: 'local', region: 'ap-shanghai', publishableKey: 'k' });
  vi.stubGlobal(
    'alert',
    vi.fn(() => order.push('alert')),
  );
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  connect.mockImplementation(() => {
    order.push('init');
    return cloud;
  });
  cloud.hasLogin.mockImplementation(noting('login state', false));
  cloud.signInAnonymously.mockImplementation(noting('anonymous', undefined));
  cloud.callFunction.mockImplementation((_name, { action }: { action: string }) => {
    const data =
      action === 'getFirstPage' ? { getSettings: settings, getSignedUrls: { list: [] } } : settings;
    return noting('settings', { code: 0, message: 'ok', data, requestId: 'r' })();
  });
});
/** Each start takes the place of the browser's storage; one upon the other they would take minutes. */
const browserStorage = (['localStorage', 'sessionStorage'] as const).map(
  name => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const,
);
afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  for (const [name, own] of browserStorage) Object.defineProperty(globalThis, name, own);
});

describe('inside another page', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each(['/admin/orders', '/me'])(
    'nothing starts at %s, signed in or not: there is a link to the page by itself',
    async path => {
      saveSession('adm.a1.test', Date.now() + 60_000, admin);
      vi.stubGlobal('top', {});
      await start(path);
      expect(order).toEqual([]);
      expect(connect).not.toHaveBeenCalled();
      expect(alert).not.toHaveBeenCalled();
      expect(document.querySelectorAll('button, input, form')).toHaveLength(0);
      const link = document.querySelector('#root a');
      expect(link?.getAttribute('href')).toBe(location.origin + path);
      expect(link?.getAttribute('target')).toBe('_blank');
      expect(document.body.textContent).toContain('不能在其他网页中显示');
      clearSession();
    },
  );
});

describe('starting up', () => {
  it('follows the start-up sequence on a visitor page, loading the settings beside the mounting', async () => {
    await start('/404');
    expect(order).toEqual(['init', 'login state', 'anonymous', 'settings', 'mount']);
  });

  it('reads what the home page shows with one call, beside the sign-in, and mounts after it', async () => {
    let signedIn = () => {};
    cloud.signInAnonymously.mockReturnValue(new Promise<void>(resolve => (signedIn = resolve)));
    const calls = cloud.callFunction.mock.calls as [string, { action: string; data: object }][];
    await start('/', () => calls.length > 0);
    expect(calls).toEqual([['appTemplate', { action: 'getFirstPage', data: { pageSize: 24 } }]]);
    expect(order).not.toContain('mount');
    await act(async () => signedIn());
    await eventually(() => expect(order).toContain('mount'));
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['are not asked for where they came along', ['template/a.jpg!small'], false],
    ['are asked for where they did not', [], true],
  ])('addresses of the first pictures %s', async (_what, came, expected) => {
    const list = came.map(src => ({ src, url: 'https://a.example/a.jpg', expireTime: 0 }));
    cloud.callFunction.mockImplementation(
      noting('settings', {
        code: 0,
        message: 'ok',
        data: {
          getSettings: settings,
          getTemplates: { list: [{ _id: 'tpl_0001', coverImage: 'template/a.jpg' }], total: 1 },
          getSignedUrls: { list },
        },
        requestId: 'r',
      }),
    );
    const isAsked = () =>
      (cloud.callFunction.mock.calls as [string, { action: string }][]).some(
        ([, { action }]) => action === 'getSignedUrls',
      );
    await start('/', () => isAsked() === expected);
    await eventually(() => expect(order).toContain('mount'));
    // What is asked for at the same time is gathered first.
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(isAsked()).toBe(expected);
  });

  it('reads the results of a search beside it', async () => {
    let signedIn = () => {};
    cloud.signInAnonymously.mockReturnValue(new Promise<void>(resolve => (signedIn = resolve)));
    const calls = cloud.callFunction.mock.calls as [string, { action: string; data: object }][];
    await start('/?q=古风', () => calls.length === 4);
    const asked = calls.map(([, { action }]) => action).sort();
    expect(asked).toEqual(['getCategories', 'getHome', 'getSettings', 'getTemplates']);
    expect(calls.find(([, { action }]) => action === 'getTemplates')?.[1].data).toEqual({
      pageSize: 24,
      q: '古风',
    });
    expect(order).not.toContain('mount');
    await act(async () => signedIn());
    await eventually(() => expect(order).toContain('mount'));
  });

  it.each(['/admin/login', '/templates'])('signs nobody in anonymously at %s', async path => {
    expect(await start(path)).toBe('management');
    expect(cloud.signInAnonymously).not.toHaveBeenCalled();
    expect(connect).toHaveBeenCalledWith(expect.objectContaining({ envId: 'local' }), 'admin');
  });

  it.each([
    ['/admin/orders', ['getSettings', 'getOrders']],
    ['/admin/orders?page=2', ['getSettings']],
  ])('asks for the list at %s beside the settings: %s', async (path, first) => {
    saveSession('adm.a1.test', Date.now() + 60_000, admin);
    const data = { page: 1, pageSize: 20, sort: newest, withCounts: true };
    const asked = () =>
      (cloud.callFunction.mock.calls as [string, { action: string }][]).map(
        ([, { action }]) => action,
      );
    await start(path);
    expect(asked().sort()).toEqual([...first].sort());
    await invoke('adminOrder', 'getOrders', { ...data, page: 2 });
    expect(asked()).toHaveLength(first.length + 1);
    // What was asked for ahead is handed on once.
    await invoke('adminOrder', 'getOrders', data);
    expect(asked().filter(action => action === 'getOrders')).toHaveLength(2);
    await invoke('adminOrder', 'getOrders', data);
    expect(asked().filter(action => action === 'getOrders')).toHaveLength(3);
    clearSession();
  });

  it('loads the application before the first rendering of who is signed in, and only then', async () => {
    await start('/admin/templates');
    expect(order).not.toContain('application');
    saveSession('adm.a1.test', Date.now() + 60_000, admin);
    await start('/admin/templates');
    expect(order.filter(step => /application|mount/.test(step)).slice(-2)).toEqual([
      'application',
      'mount',
    ]);
    clearSession();
  });

  it('keeps by whose link a visitor has come', async () => {
    await start('/template/tpl_1?invite=usr_9');
    expect(localStorage.getItem('invitedBy')).toBe('usr_9');
  });

  it('treats /works?from=/login as a visitor page', async () => {
    expect(await start('/works?from=/login')).toBe('visitor');
    expect(cloud.signInAnonymously).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['/templates/edit/t1?tab=2', '/admin/templates/edit/t1?tab=2'],
    ['/foo/login?from=/orders', '/admin/login?from=/orders'],
    ['/me?from=/x/admin/y#/login', '/me?from=/x/admin/y'],
  ])('leads %s to %s', async (from, to) => {
    await start(from);
    expect(location.pathname + location.search).toBe(to);
  });

  it('keeps the session of a known visitor', async () => {
    cloud.hasLogin.mockResolvedValue(true);
    await start('/');
    expect(cloud.signInAnonymously).not.toHaveBeenCalled();
  });

  it('logs a failing check of the login state, and continues', async () => {
    cloud.hasLogin.mockRejectedValue(new Error('broken'));
    expect(await start('/')).toBe('visitor');
    expect(console.error).toHaveBeenCalledWith(expect.any(String), expect.any(Error));
    expect(alert).not.toHaveBeenCalled();
  });

  it('forgets a visitor who has deleted their data, even when the platform does not answer', async () => {
    await start('/404');
    localStorage.setItem('device_id', 'd1');
    sessionStorage.setItem('draft', 'x');
    cloud.signOut.mockImplementation(() => new Promise(() => undefined));
    vi.useFakeTimers();
    const done = startAnew();
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    vi.useRealTimers();
    expect(cloud.signOut).toHaveBeenCalledTimes(1);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('mounts although the anonymous sign-in fails', async () => {
    cloud.signInAnonymously.mockRejectedValue(new Error('refused'));
    expect(await start('/')).toBe('visitor');
  });

  it('merges the loaded settings over the defaults, the picture styles key by key', async () => {
    await start('/');
    await eventually(async () =>
      expect((await settingsOf()).imageStyles).toEqual({
        ...defaultSystemSettings.imageStyles,
        thumbnail: '!small',
      }),
    );
  });

  it('logs settings that cannot be loaded, and keeps the defaults', async () => {
    cloud.callFunction.mockRejectedValue(new Error('down'));
    expect(await start('/')).toBe('visitor');
    await eventually(() => expect(console.error).toHaveBeenCalled());
    expect(await settingsOf()).toEqual(defaultSystemSettings);
  });

  it('alerts in Chinese when it fails, and when config.js is missing', async () => {
    connect.mockImplementationOnce(() => {
      throw new Error('no SDK');
    });
    await start('/', isAlerted);
    expect(alert).toHaveBeenCalledWith('系统初始化失败，请刷新页面重试');
    vi.mocked(alert).mockClear();
    vi.stubGlobal('APP_CONFIG', undefined);
    await start('/admin/login', isAlerted);
    expect(alert).toHaveBeenCalledWith('系统初始化失败，请刷新页面重试');
  });
});
