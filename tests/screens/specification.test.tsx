import { createRequire } from 'node:module';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CustomRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { AppContexts } from '#src/admin/shell/AppContexts.tsx';
import { toPlatformFailure } from '#src/cloudbase.ts';
import { SignedImage } from '#src/shared/SignedImage.tsx';
import { createSignedUrls } from '#src/shared/signedUrls.ts';
import { configScript } from '../../scripts/build/configScript.ts';
import { createFakeSigner } from '../shared/fakeSigner.ts';
import { type Answers, failed, renderAdmin } from './renderAdmin.tsx';
import { showScreens } from './stockFixture.tsx';

/**
 * What was ordered, in its own words: written here and nowhere else, so that no change of our texts changes it too. What
 * a browser has to measure, the 256 px of the menu, is in `tests/e2e/shell.spec.ts`.
 */
const menuEntries = [
  ['仪表盘', '/dashboard'],
  ['本地应用模板', '/local-app-templates'],
  ['模板管理', '/templates'],
  ['分类管理', '/categories'],
  ['用户管理', '/users'],
  ['订单管理', '/orders'],
  ['冲印订单管理', '/print-orders'],
  ['图片管理', '/images'],
  ['激活码管理', '/activation-codes'],
  ['系统设置', '/settings'],
] as const;

const furtherPages = [
  ['快捷入口管理', '/templates/quick-functions'],
  ['API Key管理', '/api-keys'],
  ['关键词管理', '/keywords'],
  ['照片尺寸管理', '/print-size-config'],
  ['实体冲印服务包价格管理', '/package-prices'],
] as const;

/** Routes whose title is ours to word. */
const untitledPages = [
  '/templates/presets',
  '/templates/presets/create',
  '/templates/presets/edit/x1',
  '/templates/create',
  '/templates/edit/x1',
  '/local-app-templates/create',
  '/local-app-templates/edit/x1',
  '/local-app-categories',
  '/users/x1',
  '/orders/x1',
];

const hiddenPages = ['/users/x1', '/orders/x1', '/print-size-config', '/package-prices'];

/** Nothing can be read: what a page is called does not depend on it. */
const noAnswers = new Proxy<Answers>({}, { get: () => () => failed(codes.internal) });
const open = (path: string) => renderAdmin({ at: `/admin${path}`, answers: noAnswers });
const menu = () => screen.findByRole('navigation', { name: '主菜单' });
const linksOfMenu = async () =>
  within(await menu())
    .getAllByRole('link')
    .map(link => [link.getAttribute('aria-label'), link.getAttribute('href')]);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what was ordered', () => {
  it.each([...menuEntries, ...furtherPages])(
    'calls the tab {title} - 管理系统: %s',
    async (title, path) => {
      open(path);
      await waitFor(() => expect(document.title).toBe(`${title} - 管理系统`));
      expect(location.pathname).toBe(`/admin${path}`);
    },
  );

  it.each(untitledPages)('has a page with a title of its own at %s', async path => {
    open(path);
    await waitFor(() => expect(document.title).toMatch(/^.+ - 管理系统$/));
    expect(document.title).not.toBe('页面不存在 - 管理系统');
    expect(location.pathname).toBe(`/admin${path}`);
  });

  it('calls the sign-in page 登录, and a page without a title 管理系统', async () => {
    renderAdmin({ at: '/admin/login', signedIn: false });
    await waitFor(() => expect(document.title).toBe('登录 - 管理系统'));
    cleanup();
    await showScreens(
      '/admin/plain',
      <CustomRoutes>
        <Route path="/plain" element={<p>plain</p>} />
      </CustomRoutes>,
      noAnswers,
    );
    expect(await screen.findByText('plain')).toBeVisible();
    expect(document.title).toBe('管理系统');
  });

  it('lists ten entries in the side menu, in their order', async () => {
    open('/dashboard');
    expect(await linksOfMenu()).toEqual(menuEntries.map(([name, path]) => [name, `/admin${path}`]));
  });

  it.each(hiddenPages)('does not list %s in the menu, not even there', async path => {
    open(path);
    const paths = (await linksOfMenu()).map(([, href]) => href);
    expect(paths).toEqual(expect.arrayContaining(menuEntries.map(([, own]) => `/admin${own}`)));
    for (const hidden of hiddenPages) expect(paths).not.toContain(`/admin${hidden}`);
  });

  it.each([
    ['照片尺寸', '照片尺寸管理'],
    ['服务包', '实体冲印服务包价格管理'],
  ])(
    'reaches what the menu does not list from the print orders and by Ctrl-K: %s',
    async (typed, name) => {
      const { user } = open('/print-orders');
      await user.click(await screen.findByRole('button', { name: '更多冲印设置' }));
      expect(await screen.findByRole('menuitem', { name })).toBeVisible();
      await user.keyboard('{Escape}');
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      await user.type(await screen.findByRole('combobox', { name: '全局搜索' }), typed);
      expect(await screen.findByRole('option', { name })).toBeVisible();
    },
  );

  it('shows avatar, nickname and user name, and below them 个人资料 and 修改密码', async () => {
    const { user } = renderAdmin();
    const account = await screen.findByRole('button', { name: '账号菜单' });
    expect(await within(account).findByText('李娜')).toBeVisible();
    expect(within(account).getByText('lina')).toBeVisible();
    expect(account.querySelector('.MuiAvatar-root')).toBeVisible();
    await user.click(account);
    const profile = await screen.findByRole('menuitem', { name: '个人资料' });
    expect(profile).toHaveAttribute('href', '/admin/profile');
    expect(screen.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  });

  it('connects to ap-shanghai where no region is named', () => {
    expect(configScript({ envId: 'e', publishableKey: 'k' })).toContain('"region":"ap-shanghai"');
  });

  it('takes 600 s for the life of an address that does not tell it', async () => {
    vi.useFakeTimers();
    const signer = createFakeSigner({ lifeMs: -1 });
    const client = createSignedUrls(signer.invoke);
    const asked = async () => {
      void client.get('a.png');
      await vi.advanceTimersByTimeAsync(10);
      return signer.calls.length;
    };
    expect(await asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(400_000);
    expect(await asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await asked()).toBe(2);
  });

  it('renews addresses that would expire on the management side every 15 minutes', async () => {
    vi.useFakeTimers();
    const minute = 60_000;
    // Three quarters of it are 21 minutes.
    const signer = createFakeSigner({ lifeMs: 28 * minute });
    render(
      <AppContexts invoke={signer.invoke} signIn={async () => undefined} leave={() => undefined}>
        {() => <SignedImage src="template/a.png" />}
      </AppContexts>,
    );
    const after = async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return signer.calls.filter(({ action }) => String(action) !== 'getProfile').length;
    };
    expect(await after(1_000)).toBe(1);
    expect(await after(14 * minute)).toBe(1);
    expect(await after(minute)).toBe(2);
  });

  it('knows the platform’s codes of its database, none of which ends a session', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ERRORS: known } = createRequire(import.meta.url)(
      '@cloudbase/database/dist/commonjs/const/code.js',
    ) as { ERRORS: Record<string, { code: string; message: string }> };
    const named = {
      CREATE_WATCH_NET_ERROR: {},
      CREATE_WACTH_EXCEED_ERROR: { message: 'maximum connections exceed' },
      CREATE_WATCH_SERVER_ERROR: {},
      CONN_ERROR: {},
      INVALID_PARAM: { message: 'Invalid request param' },
      INSERT_DOC_FAIL: { message: 'insert document failed' },
      DATABASE_TRANSACTION_CONFLICT: {},
    };
    expect(known).toMatchObject(named);
    for (const code of Object.keys(named)) expect(toPlatformFailure(known[code]).code).toBe(code);
  });
});
