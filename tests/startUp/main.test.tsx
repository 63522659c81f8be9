import { act } from '@testing-library/react';
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

/** Runs main.tsx afresh at an address, and waits until what it started has settled. */
const start = async (path: string) => {
  vi.resetModules();
  history.replaceState(null, '', path);
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => {
    await import('#src/main.tsx');
    await vi.waitFor(() => {
      const asked = cloud.callFunction.mock.calls.length + vi.mocked(alert).mock.calls.length;
      expect(asked).toBeGreaterThan(0);
    }, 10_000);
    await new Promise(resolve => setTimeout(resolve, 50));
  });
  const { systemSettings } = await import('#src/shared/settings.ts');
  return { text: document.body.textContent, settings: systemSettings() };
};
const noting =
  <T,>(step: string, result: T) =>
  () => {
    order.push(step);
    return Promise.resolve(result);
  };

beforeEach(() => {
  order.length = 0;
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
  cloud.callFunction.mockImplementation(
    noting('settings', { code: 0, message: 'ok', data: settings, requestId: 'r' }),
  );
});
/** Each start takes the place of the browser's storage; one upon the other they would take minutes. */
const browserStorage = (['localStorage', 'sessionStorage'] as const).map(
  name => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const,
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  for (const [name, own] of browserStorage) Object.defineProperty(globalThis, name, own);
});

describe('inside another page', () => {
  const inside = async (path: string) => {
    vi.resetModules();
    vi.stubGlobal('top', {});
    history.replaceState(null, '', path);
    document.body.innerHTML = '<div id="root"></div>';
    await import('#src/main.tsx');
    await new Promise(resolve => setTimeout(resolve, 50));
  };
  afterEach(() => void vi.unstubAllGlobals());

  it.each(['/admin/orders', '/admin/login', '/', '/me'])(
    'nothing starts at %s, signed in or not: there is a link to the page by itself',
    async path => {
      saveSession('adm.a1.test', Date.now() + 60_000, admin);
      await inside(path);
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

  it('reads what the home page shows beside the sign-in, and mounts after it', async () => {
    let signedIn = () => {};
    cloud.signInAnonymously.mockReturnValue(new Promise<void>(resolve => (signedIn = resolve)));
    await start('/?q=古风');
    const calls = cloud.callFunction.mock.calls as [string, { action: string; data: object }][];
    const asked = calls.map(([, { action }]) => action).sort();
    expect(asked).toEqual(['getCategories', 'getHome', 'getSettings', 'getTemplates']);
    expect(calls.find(([, { action }]) => action === 'getTemplates')?.[1].data).toEqual({
      pageSize: 24,
      q: '古风',
    });
    expect(order).not.toContain('mount');
    await act(async () => signedIn());
    await vi.waitFor(() => expect(order).toContain('mount'));
  });

  it.each(['/admin/templates', '/admin/login', '/login', '/admin-cloud/orders', '/templates'])(
    'signs nobody in anonymously at %s',
    async path => {
      const { text } = await start(path);
      expect(text).toBe('management');
      expect(cloud.signInAnonymously).not.toHaveBeenCalled();
      expect(connect).toHaveBeenCalledWith(expect.objectContaining({ envId: 'local' }), 'admin');
    },
  );

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
    const { text } = await start('/works?from=/login');
    expect(text).toBe('visitor');
    expect(cloud.signInAnonymously).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['/templates/edit/t1?tab=2', '/admin/templates/edit/t1?tab=2'],
    ['/admin-cloud/dashboard', '/admin/dashboard'],
    ['/login', '/admin/login'],
    ['/admin', '/admin/dashboard'],
    ['/task/task_1', '/task/task_1'],
    ['/nowhere', '/404'],
    ['/foo/login?from=/orders', '/admin/login?from=/orders'],
    ['/login/x', '/admin/login'],
    ['/foo/%6Cogin', '/admin/login'],
    ['/%E0%A4%A/login', '/admin/login'],
    ['/x/admin/y', '/admin/404'],
    ['/x/admin-cloud', '/admin/404'],
    ['/%61dmin/orders', '/admin/orders'],
    ['/orders/%E0%A4%A', '/admin/orders/%E0%A4%A'],
    ['/administrator', '/404'],
    ['/x/admin%2Fy', '/404'],
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
    const { text } = await start('/');
    expect(text).toBe('visitor');
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
    expect((await start('/')).text).toBe('visitor');
  });

  it('merges the loaded settings over the defaults, the picture styles key by key', async () => {
    const { settings: merged } = await start('/');
    expect(merged.imageStyles).toEqual({
      ...defaultSystemSettings.imageStyles,
      thumbnail: '!small',
    });
  });

  it('logs settings that cannot be loaded, and keeps the defaults', async () => {
    cloud.callFunction.mockRejectedValue(new Error('down'));
    const { text, settings: kept } = await start('/');
    expect(text).toBe('visitor');
    expect(kept).toEqual(defaultSystemSettings);
    expect(console.error).toHaveBeenCalled();
  });

  it('alerts in Chinese when it fails', async () => {
    connect.mockImplementation(() => {
      throw new Error('no SDK');
    });
    await start('/');
    expect(alert).toHaveBeenCalledWith('系统初始化失败，请刷新页面重试');
  });

  it('alerts in Chinese when config.js is missing', async () => {
    vi.stubGlobal('APP_CONFIG', undefined);
    await start('/admin/login');
    expect(alert).toHaveBeenCalledWith('系统初始化失败，请刷新页面重试');
  });
});
