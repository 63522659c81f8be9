import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openOtherTabs } from '#authProvider/otherTabs.ts';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { codes, type Envelope } from '#contract/envelope.ts';
import { LIST_PAGES } from '#dataProvider/pages.ts';
import { returnAddress } from '#src/addresses.ts';
import { quietDashboard } from './dashboardFixture.ts';
import { answer, failed, ok, profileRecord, renderAdmin, type SentCall } from './renderAdmin.tsx';

const signInForm = () => screen.findByRole('heading', { name: '登录管理后台' });
const dashboard = () => screen.findByRole('heading', { level: 1, name: '仪表盘' });
const askToLeave = async ({ user }: ReturnType<typeof renderAdmin>) => {
  await user.click(await screen.findByRole('button', { name: '账号菜单' }));
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
  return screen.findByRole('dialog', { name: '确定要退出登录吗？' });
};
const signIn = async ({ user }: ReturnType<typeof renderAdmin>) => {
  await user.type(await screen.findByLabelText('用户名'), 'lina');
  await user.type(screen.getByLabelText('密码'), 'secret-6');
  await user.click(screen.getByRole('button', { name: '登录' }));
};
const expectNobody = () => {
  expect(getToken()).toBeUndefined();
  expect(getAdminUser()).toBeNull();
};

afterEach(() => vi.restoreAllMocks());

describe('signing out on purpose', () => {
  it('asks 确定要退出登录吗？, and a cancel keeps the session', async () => {
    const app = renderAdmin();
    const dialog = await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(getToken()).toBe('adm.admin_0001.test');
    expect(app.sent('logout')).toEqual([]);
  });

  it('ends both sessions, forgets the user and says 已退出登录', async () => {
    const app = renderAdmin({ at: '/admin/categories' });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signInForm();
    expect(screen.getByRole('status')).toHaveTextContent('已退出登录');
    expect(location.pathname).toBe('/admin/login');
    expect(app.sent('logout')).toMatchObject([{ token: 'adm.admin_0001.test' }]);
    expect(app.platform.signOut).toHaveBeenCalledTimes(1);
    expectNobody();
  });

  it('leads to the dashboard at the next sign-in', async () => {
    const app = renderAdmin({ at: '/admin/categories' });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signInForm();
    await signIn(app);
    await dashboard();
    expect(location.pathname).toBe('/admin/dashboard');
  });

  it('succeeds although the server cannot be reached', async () => {
    const app = renderAdmin({
      answers: { 'adminAuth.logout': () => Promise.reject(new TypeError('Failed to fetch')) },
    });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signInForm();
    expectNobody();
  });

  it('does not wait for the network: the sign-in page appears at once, and nobody is signed in', async () => {
    const app = renderAdmin({
      answers: { 'adminAuth.logout': () => new Promise(() => undefined) },
    });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    expect(screen.getByRole('heading', { name: '登录管理后台' })).toBeVisible();
    expectNobody();
    expect(app.sent('logout')).toMatchObject([{ token: 'adm.admin_0001.test' }]);
    expect(app.platform.signOut).toHaveBeenCalledTimes(1);
  });

  it('reaches the platform after the server', async () => {
    let hear = (_answer: Envelope) => {};
    const heard = new Promise<Envelope>(resolve => (hear = resolve));
    const app = renderAdmin({ answers: { 'adminAuth.logout': () => heard } });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    const onServerAnswer = vi.fn();
    void app.platform.signOut.mock.calls[0]?.[0].then(onServerAnswer);
    await act(async () => {});
    expect(onServerAnswer).not.toHaveBeenCalled();
    hear(ok({}));
    await waitFor(() => expect(onServerAnswer).toHaveBeenCalled());
  });

  it('does not affect the next session, however late the old one’s answers arrive', async () => {
    let answerLate = () => {};
    const late = new Promise<Envelope>(
      resolve => (answerLate = () => resolve(failed(codes.unauthenticated))),
    );
    let token = 'adm.admin_0001.first';
    const app = renderAdmin({
      at: '/admin/categories',
      answers: {
        'adminAuth.login': () =>
          answer('adminAuth', 'login', {
            token: (token = 'adm.admin_0001.second'),
            ticket: 'ticket',
            expireTime: Date.now() + 3_600_000,
            admin: profileRecord,
          }),
        'adminAuth.logout': () => late,
        'adminCategory.getCategories': () => late,
      },
    });
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signIn(app);
    await dashboard();
    answerLate();
    await act(async () => {});
    expect(token).toBe('adm.admin_0001.second');
    expect(getToken()).toBe('adm.admin_0001.second');
    expect(location.pathname).toBe('/admin/dashboard');
    expect(app.platform.signOut).toHaveBeenCalledTimes(1);
  });

  it('keeps the settings of the device', async () => {
    localStorage.setItem('RaStore.theme', '"dark"');
    const app = renderAdmin();
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signInForm();
    await waitFor(() => expect(localStorage.getItem('RaStore.theme')).toBe('"dark"'));
  });

  it('leaves nothing of the lists that were read', async () => {
    const app = renderAdmin();
    sessionStorage.setItem(LIST_PAGES, '[["list",[[1,"next"]]]]');
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await signInForm();
    await waitFor(() => expect(sessionStorage.getItem(LIST_PAGES)).toBeNull());
  });
});

describe('a session that ends by itself', () => {
  const dying = {
    'adminCategory.getCategories': ({ token }: SentCall) =>
      token === 'adm.admin_0001.test' ? failed(codes.unauthenticated) : undefined,
  };

  it('leads to the sign-in page, which says so, and not 已退出登录', async () => {
    renderAdmin({ at: '/admin/categories', answers: dying });
    await signInForm();
    expect(screen.getByRole('status')).toHaveTextContent('登录已过期');
    expect(screen.queryByText('已退出登录')).not.toBeInTheDocument();
    expectNobody();
  });

  it.each([
    ['/admin/categories', /还没有分类/],
    ['/admin/templates', /还没有模板/],
    ['/admin/keywords', /还没有关键词/],
    ['/admin/dashboard', /加载失败|暂无/],
    ['/admin/profile', /加载失败/],
  ])('never shows an empty list or an error at %s', async (at, claim) => {
    const shown = vi.fn();
    const watch = new MutationObserver(() => {
      if (claim.test(document.body.textContent)) shown(document.body.textContent);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    const dead = () => failed(codes.unauthenticated);
    renderAdmin({
      at,
      answers: {
        ...Object.fromEntries(
          Object.keys(quietDashboard).map(action => [`adminDashboard.${action}`, dead]),
        ),
        'adminAuth.logout': () => new Promise(() => undefined),
        'adminAuth.getProfile': dead,
        'adminAuth.getSessions': dead,
        'adminCategory.getCategories': dead,
        'adminTemplate.getTemplates': dead,
        'keyword.getKeywords': dead,
      },
    });
    await signInForm();
    watch.disconnect();
    expect(shown).not.toHaveBeenCalled();
  });

  it('includes one whose token the platform refuses', async () => {
    const app = renderAdmin({
      at: '/admin/categories',
      answers: {
        'adminCategory.getCategories': () =>
          Promise.reject(Object.assign(new Error('x'), { code: 'ACCESS_TOKEN_INVALID' })),
      },
    });
    await signInForm();
    expect(app.platform.signOut).toHaveBeenCalled();
    expectNobody();
  });

  it('returns to the same page after signing in', async () => {
    let dead = true;
    const app = renderAdmin({
      at: '/admin/keywords?page=1&perPage=25',
      answers: {
        'keyword.getKeywords': () =>
          dead
            ? failed(codes.unauthenticated)
            : { code: 0, message: 'ok', data: { list: [], total: 0 }, requestId: 'r' },
      },
    });
    await signInForm();
    dead = false;
    await signIn(app);
    await screen.findByRole('heading', { level: 1, name: '关键词管理' });
    expect(location.pathname + location.search).toBe('/admin/keywords?page=1&perPage=25');
  });
});

describe('other tabs', () => {
  it('follow without asking', async () => {
    renderAdmin();
    await dashboard();
    const other = openOtherTabs();
    act(() => other.tell({ signedOut: 'loggedOut' }));
    await signInForm();
    expect(screen.getByRole('status')).toHaveTextContent('已退出登录');
    other.close();
  });

  it('are told of a sign-out, except the tab that signed out', async () => {
    const [here, other] = [openOtherTabs(), openOtherTabs()];
    const [heardHere, heardThere] = [vi.fn(), vi.fn()];
    here.hear(heardHere);
    other.hear(heardThere);
    here.tell({ signedOut: 'expired' });
    await waitFor(() => expect(heardThere).toHaveBeenCalledWith({ signedOut: 'expired' }));
    expect(heardHere).not.toHaveBeenCalled();
    here.close();
    other.close();
  });

  it('are told', async () => {
    const heard = vi.fn();
    const channel = new BroadcastChannel('admin-session');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data);
    const app = renderAdmin();
    await askToLeave(app);
    await app.user.click(screen.getByRole('button', { name: '退出登录' }));
    await waitFor(() => expect(heard).toHaveBeenCalledWith({ signedOut: 'loggedOut' }));
    channel.close();
  });
});

describe('the guard', () => {
  it('sends a visitor without a session to sign-in, without a message about a session', async () => {
    renderAdmin({ at: '/admin/templates', signedIn: false });
    await signInForm();
    expect(location.pathname).toBe('/admin/login');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('leads to the requested page after signing in', async () => {
    const app = renderAdmin({ at: '/admin/categories', signedIn: false });
    await signIn(app);
    await screen.findByRole('heading', { level: 1, name: '分类管理' });
    expect(location.pathname).toBe('/admin/categories');
  });

  it('leads a signed-in administrator from the sign-in page to the dashboard', async () => {
    renderAdmin({ at: '/admin/login' });
    await dashboard();
    expect(location.pathname).toBe('/admin/dashboard');
  });

  it('keeps the requested page over a reload of the sign-in page', async () => {
    const app = renderAdmin({ at: '/admin/categories', signedIn: false });
    await signInForm();
    expect(history.state).toEqual({ returnTo: '/admin/categories' });
    app.unmount();
  });

  it.each([
    ['https://evil.example/admin/x', '/admin/dashboard'],
    ['//evil.example/admin/x', '/admin/dashboard'],
    ['javascript:alert(1)', '/admin/dashboard'],
    ['/', '/admin/dashboard'],
    ['/admin/login', '/admin/dashboard'],
    [undefined, '/admin/dashboard'],
    ['/admin/templates?page=2#x', '/admin/templates?page=2#x'],
  ])('leads back from %s to %s', (address, leads) => {
    expect(returnAddress(address)).toBe(leads);
  });
});
