import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession, type PlatformSession } from '#authProvider/endSession.ts';
import { openOtherTabs } from '#authProvider/otherTabs.ts';
import { getAdminUser, getToken, saveSession } from '#authProvider/session.ts';
import { codes, type Envelope } from '#contract/envelope.ts';
import { LIST_PAGES } from '#dataProvider/pages.ts';
import { returnAddress } from '#src/addresses.ts';
import { adminRecord, answer, failed, ok, profileRecord, renderAdmin } from '../renderAdmin.tsx';
import { quietDashboard } from '../shell/dashboardFixture.ts';
import { aTemplate, holding } from '../templates/templateFixture.ts';

const signInForm = () => screen.findByRole('heading', { name: '登录管理后台' });
const dashboard = () => screen.findByRole('heading', { level: 1, name: '仪表盘' });
const askToLeave = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '账号菜单' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
  return screen.findByRole('dialog', { name: '确定要退出登录吗？' });
};
const leave = () => fireEvent.click(screen.getByRole('button', { name: '退出登录' }));
const signIn = async () => {
  fireEvent.change(await screen.findByLabelText('用户名'), { target: { value: 'lina' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret-6' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
};
const expectNobody = () => {
  expect(getToken()).toBeUndefined();
  expect(getAdminUser()).toBeNull();
};

afterEach(() => vi.restoreAllMocks());

describe('signing out on purpose', () => {
  it('asks first, then ends both sessions without waiting for the network, and says 已退出登录', async () => {
    let hear = (_answer: Envelope) => {};
    const heard = new Promise<Envelope>(resolve => (hear = resolve));
    localStorage.setItem('RaStore.theme', '"dark"');
    const app = renderAdmin({
      at: '/admin/categories',
      answers: { 'adminAuth.logout': () => heard },
    });
    const dialog = await askToLeave();
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(getToken()).toBe('adm.admin_0001.test');
    expect(app.sent('logout')).toEqual([]);

    const otherTab = vi.fn();
    const channel = new BroadcastChannel('admin-session');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => otherTab(data);
    sessionStorage.setItem(LIST_PAGES, '[["list",[[1,"next"]]]]');
    await askToLeave();
    leave();
    expect(screen.getByRole('heading', { name: '登录管理后台' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('已退出登录');
    expect(location.pathname).toBe('/admin/login');
    expectNobody();
    await waitFor(() =>
      expect(app.sent('logout')).toMatchObject([{ token: 'adm.admin_0001.test' }]),
    );
    // The platform is called after the server, which cannot be called without its session.
    expect(app.platform.signOut).toHaveBeenCalledTimes(1);
    const onServerAnswer = vi.fn();
    void app.platform.signOut.mock.calls[0]?.[0].then(onServerAnswer);
    await act(async () => {});
    expect(onServerAnswer).not.toHaveBeenCalled();
    hear(ok({}));
    await waitFor(() => expect(onServerAnswer).toHaveBeenCalled());
    await waitFor(() => expect(otherTab).toHaveBeenCalledWith({ signedOut: 'loggedOut' }));
    channel.close();
    // Settings of the device stay; of the lists that were read nothing does.
    await waitFor(() => expect(sessionStorage.getItem(LIST_PAGES)).toBeNull());
    expect(localStorage.getItem('RaStore.theme')).toBe('"dark"');
  });

  it('succeeds although the server cannot be reached', async () => {
    saveSession('adm.admin_0001.test', Date.now() + 60_000, {
      ...adminRecord,
      id: adminRecord._id,
    });
    const signOut = vi.fn<PlatformSession['signOut']>().mockResolvedValue();
    endSession(() => Promise.reject(new TypeError('Failed to fetch')), {
      signOut,
      signInWithTicket: vi.fn(),
    });
    expectNobody();
    await signOut.mock.calls[0]?.[0];
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
    await askToLeave();
    leave();
    await signIn();
    await dashboard();
    answerLate();
    await act(async () => {});
    expect(token).toBe('adm.admin_0001.second');
    expect(getToken()).toBe('adm.admin_0001.second');
    expect(location.pathname).toBe('/admin/dashboard');
    expect(app.platform.signOut).toHaveBeenCalledTimes(1);
  });
});

it('a session of which the browser has kept the cookie alone shows whose it is', async () => {
  saveSession('adm.admin_0001.test', Date.now() + 60_000, { ...adminRecord, id: adminRecord._id });
  localStorage.removeItem('admin_user');
  renderAdmin({ at: '/admin/categories', signedIn: false });
  const account = await screen.findByRole('button', { name: '账号菜单' });
  expect(await within(account).findByText('李娜')).toBeInTheDocument();
  expect(getAdminUser()).toMatchObject({ id: 'admin_0001', roleName: '管理员' });
});

describe('a session that ends by itself', () => {
  it.each([
    ['/admin/categories', /还没有分类/],
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
      },
    });
    await signInForm();
    watch.disconnect();
    expect(shown).not.toHaveBeenCalled();
  });

  it('leads to the sign-in page, which says so, and from there to the same page', async () => {
    let dead = true;
    renderAdmin({
      at: '/admin/keywords?page=1&perPage=25',
      answers: {
        'keyword.getKeywords': () =>
          dead ? failed(codes.unauthenticated) : ok({ list: [], total: 0 }),
      },
    });
    await signInForm();
    expect(screen.getByRole('status')).toHaveTextContent('登录已过期');
    expect(screen.queryByText('已退出登录')).not.toBeInTheDocument();
    expectNobody();
    dead = false;
    await signIn();
    await screen.findByRole('heading', { level: 1, name: '关键词管理' });
    expect(location.pathname + location.search).toBe('/admin/keywords?page=1&perPage=25');
  });

  it('keeps what was typed where the save finds it over at the same moment as another call', async () => {
    const over = () => {
      let end = () => {};
      const found = new Promise<Envelope>(
        resolve => (end = () => resolve(failed(codes.unauthenticated))),
      );
      return { found, end };
    };
    const [read, save] = [over(), over()];
    let dead = true;
    const app = renderAdmin({
      at: '/admin/templates/edit/tpl_1',
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () => save.found,
        'adminCategory.getCategories': () => (dead ? read.found : ok({ list: [], total: 0 })),
      }),
    });
    fireEvent.change(await screen.findByLabelText('副标题'), { target: { value: '新的' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(app.sent('updateTemplate')).toHaveLength(1));
    await act(async () => {
      read.end();
      // As the second one in this turn of the event loop.
      for (let steps = 0; steps < 20; steps += 1) await Promise.resolve();
      save.end();
    });
    await signInForm();
    dead = false;
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: '恢复草稿' }));
    expect(screen.getByLabelText('副标题')).toHaveValue('新的');
  });
});

describe('other tabs', () => {
  it('follow without asking', async () => {
    renderAdmin();
    await dashboard();
    const other = openOtherTabs();
    act(() => other.notify({ signedOut: 'loggedOut' }));
    await signInForm();
    expect(screen.getByRole('status')).toHaveTextContent('已退出登录');
    other.close();
  });

  it('are informed of a sign-out, except the tab that signed out', async () => {
    const [here, other] = [openOtherTabs(), openOtherTabs()];
    const [heardHere, heardThere] = [vi.fn(), vi.fn()];
    here.hear(heardHere);
    other.hear(heardThere);
    here.notify({ signedOut: 'expired' });
    await waitFor(() => expect(heardThere).toHaveBeenCalledWith({ signedOut: 'expired' }));
    expect(heardHere).not.toHaveBeenCalled();
    here.close();
    other.close();
  });
});

describe('the guard', () => {
  it('asks who has no session to sign in, without a word about one, and leads to the page then', async () => {
    renderAdmin({ at: '/admin/categories', signedIn: false });
    await signInForm();
    expect(location.pathname).toBe('/admin/login');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    // Also over a reload of the sign-in page.
    expect(history.state).toEqual({ returnTo: '/admin/categories' });
    await signIn();
    await screen.findByRole('heading', { level: 1, name: '分类管理' });
    expect(location.pathname).toBe('/admin/categories');
  });

  it('leads a signed-in administrator from the sign-in page to the dashboard', async () => {
    renderAdmin({ at: '/admin/login' });
    await dashboard();
    expect(location.pathname).toBe('/admin/dashboard');
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
