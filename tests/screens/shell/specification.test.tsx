import { createRequire } from 'node:module';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppContexts } from '#src/admin/shell/AppContexts.tsx';
import { toPlatformFailure } from '#src/cloudbase.ts';
import { SignedImage } from '#src/shared/SignedImage.tsx';
import { createSignedUrls } from '#src/shared/signedUrls.ts';
import { configScript } from '../../../scripts/build/configScript.ts';
import { createFakeSigner } from '../../shared/fakeSigner.ts';
import { renderAdmin } from '../renderAdmin.tsx';
import { aCategory, holding } from '../templates/templateFixture.ts';

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
  it('shows ten entries in the side menu, in their order, and the year in Shanghai', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T20:00:00Z') });
    renderAdmin();
    // What waits stands above them.
    expect((await linksOfMenu()).slice(1)).toEqual(
      menuEntries.map(([name, path]) => [name, `/admin${path}`]),
    );
    expect(screen.getByText('AI图像处理')).toBeVisible();
    expect(screen.getByText('AI图像处理云开发版后台管理系统 © 2027')).toBeVisible();
  });

  it('shows avatar, nickname and user name, and below them 个人资料 and 修改密码', async () => {
    renderAdmin();
    const account = await screen.findByRole('button', { name: '账号菜单' });
    expect(await within(account).findByText('李娜')).toBeVisible();
    expect(within(account).getByText('lina')).toBeVisible();
    expect(account.querySelector('.MuiAvatar-root')).toBeVisible();
    fireEvent.click(account);
    const profile = await screen.findByRole('menuitem', { name: '个人资料' });
    expect(profile).toHaveAttribute('href', '/admin/profile');
    expect(screen.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  });

  it('leads an address of react-admin to the specified one, and names the record there', async () => {
    const answers = holding([], {
      'adminCategory.getCategoryById': aCategory(),
    });
    renderAdmin({ at: '/admin/categories/cat_1/show', answers });
    await screen.findByRole('heading', { level: 1, name: '编辑分类' });
    expect(location.pathname).toBe('/admin/categories/edit/cat_1');
    const breadcrumb = await screen.findByRole('navigation', { name: '当前位置' });
    await waitFor(() => expect(breadcrumb).toHaveTextContent('仪表盘/分类管理/古风国潮'));
    await waitFor(() => expect(document.title).toBe('编辑分类 - 管理系统'));
    fireEvent.click(within(await menu()).getByRole('link', { name: '仪表盘' }));
    await waitFor(() => expect(document.title).toBe('仪表盘 - 管理系统'));
  });

  it('names every page above, also a preset’s template management', async () => {
    renderAdmin({ at: '/admin/templates/presets/create', answers: holding([]) });
    const place = within(await screen.findByRole('navigation', { name: '当前位置' }));
    expect(place.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '仪表盘',
      '模板管理',
      '模板预设',
    ]);
  });

  it('keeps the session and the layout at an unknown address', async () => {
    renderAdmin({ at: '/admin/dashboard/x' });
    await screen.findByRole('heading', { level: 1, name: '页面不存在' });
    expect(location.pathname).toBe('/admin/404');
    expect(screen.getByRole('button', { name: '账号菜单' })).toBeVisible();
  });

  it('connects to ap-shanghai where no region is named', () => {
    expect(configScript({ envId: 'e', publishableKey: 'k' })).toContain('"region":"ap-shanghai"');
  });

  it('takes 600 s for the life of an address that does not state it', async () => {
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
