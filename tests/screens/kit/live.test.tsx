import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import type { Order } from '#contract/order.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import { newsOf } from '#src/admin/kit/list/LiveList.tsx';
import { loadSystemSettings } from '#src/shared/settings.ts';
import { anOrder, holding as holdingOrder } from '../orders/orderFixture.ts';
import { answer, failed, ok, renderAdmin, type SentCall } from '../renderAdmin.tsx';
import { aCategory, holding } from '../templates/templateFixture.ts';

const PACE_MS = defaultSystemSettings.looks.everySec * 1_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(async () => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
  await loadSystemSettings(() => Promise.resolve(defaultSystemSettings) as never);
});
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const become = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
const pace = async (everySec: number) =>
  loadSystemSettings(
    () => Promise.resolve({ ...defaultSystemSettings, looks: { everySec } }) as never,
  );

const order = (nth: number, fields: Partial<Order> = {}): Order =>
  anOrder({ _id: `ord_${nth}`, orderNo: `2611211000000000000${nth}`, ...fields });

/** The order list, of which the server has `stored`; orders pay for themselves in the meantime. */
const showOrders = async (at = '/admin/orders') => {
  const server = { stored: [order(2), order(1)], refuses: undefined as number | undefined };
  const page = renderAdmin({
    at,
    answers: holdingOrder(anOrder(), {
      'adminOrder.getOrders': () =>
        server.refuses === undefined
          ? answer('adminOrder', 'getOrders', {
              list: server.stored,
              total: server.stored.length,
              counts: { pending: 0, completed: server.stored.length },
            })
          : failed(server.refuses),
      'adminPackage.getPackages': { list: [], total: 0 },
      'adminUser.getUsers': { list: [], total: 0 },
    }),
  });
  await screen.findByText(order(1).orderNo);
  const looks = () =>
    page.calls.filter(call => call.action === 'getOrders' && isQuiet(call)).length;
  return { ...page, server, looks };
};
const isQuiet = (call: SentCall) => (call as SentCall & { quiet?: true }).quiet === true;
const shownOrders = () =>
  screen.getAllByRole('link', { name: /^26112110/ }).map(link => link.textContent);
const rowOf = (nth: number) => screen.getByText(order(nth).orderNo).closest('tr')!;
const markOf = (nth: number) => rowOf(nth).dataset['news'];

describe('a list on the screen', () => {
  it('looks at its first page every half minute, says what is new, marks what has changed, and moves nothing', async () => {
    const { server, looks, sent } = await showOrders();
    await later(PACE_MS - 1_000);
    expect(looks()).toBe(0);
    server.stored = [order(4), order(3), order(2, { rev: 9, status: 'closed' }), order(1)];
    await later(1_500);
    expect(looks()).toBe(1);
    expect(await screen.findByRole('button', { name: '2 条新订单' })).toBeVisible();
    expect(shownOrders()).toEqual([order(2).orderNo, order(1).orderNo]);
    expect([markOf(2), markOf(1)]).toEqual(['changed', undefined]);
    expect(screen.getByText('1 条已更新')).toBeInTheDocument();
    expect(rowOf(2)).toHaveTextContent('已关闭');
    expect(screen.getByRole('tab', { name: '全部 4' })).toBeVisible();
    const asked = sent('getOrders').filter(call => !isQuiet(call)).length;

    fireEvent.click(screen.getByRole('button', { name: '2 条新订单' }));
    expect(await screen.findByText(order(4).orderNo)).toBeVisible();
    expect(sent('getOrders').filter(call => !isQuiet(call))).toHaveLength(asked + 1);
    expect(screen.queryByRole('button', { name: /新订单/ })).toBeNull();
    expect(markOf(2)).toBeUndefined();
  });

  it('says that a row is no more where it was', async () => {
    const { server } = await showOrders('/admin/orders?filter={"status":"completed"}');
    server.stored = [order(1)];
    await later(PACE_MS);
    expect(await screen.findByRole('button', { name: '1 条已有变化，点击刷新' })).toBeVisible();
    expect([markOf(2), markOf(1)]).toEqual(['left', undefined]);
  });

  it('does not look while the page is hidden, and looks when it is seen again', async () => {
    const { server, looks } = await showOrders();
    become('hidden');
    await later(5 * PACE_MS);
    expect(looks()).toBe(0);
    server.stored = [order(3), ...server.stored];
    become('visible');
    expect(await screen.findByRole('button', { name: '1 条新订单' })).toBeVisible();
    expect(looks()).toBe(1);
    expect(shownOrders()).not.toContain(order(3).orderNo);
  });

  it('looks at the pace of the settings, and not at all at 0', async () => {
    await pace(10);
    const { looks } = await showOrders();
    await later(31_000);
    expect(looks()).toBe(3);
    await act(() => pace(0));
    await later(5 * PACE_MS);
    expect(looks()).toBe(3);
  });

  it('leaves rows as they are while a dialog is open', async () => {
    const { server } = await showOrders();
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    await screen.findByRole('dialog');
    server.stored = [order(2, { rev: 9, status: 'closed' }), order(1)];
    await later(PACE_MS);
    expect(await screen.findByText('1 条已更新')).toBeInTheDocument();
    expect(rowOf(2)).not.toHaveTextContent('已关闭');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await later(PACE_MS);
    expect(rowOf(2)).toHaveTextContent('已关闭');
  });

  it('looks no more once the session is over, says so, and stays', async () => {
    const { server, looks, platform } = await showOrders();
    server.refuses = codes.unauthenticated;
    await later(PACE_MS);
    expect(await screen.findByText(/^登录已过期，页面不再更新/)).toBeVisible();
    await later(5 * PACE_MS);
    expect([looks(), platform.signOut.mock.calls.length]).toEqual([1, 0]);
    expect(shownOrders()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText(/登录已过期，请重新登录/)).toBeVisible();
  });
});

describe('what a list counts', () => {
  const many = {
    'adminOrder.getOrders': ({ data }: SentCall) =>
      answer('adminOrder', 'getOrders', {
        list: [order(1)],
        total: data['filter'] ? 38 : 501,
        counts: { pending: 3, completed: 100, closed: 100, refunded: 38 },
      }),
    'adminPackage.getPackages': { list: [], total: 0 },
    'adminUser.getUsers': { list: [], total: 0 },
  };
  const tab = (name: string | RegExp) => screen.findByRole('tab', { name });

  it('is the list’s own total under 全部, kept while one state is shown', async () => {
    renderAdmin({ at: '/admin/orders', answers: many });
    expect(await tab('全部 500+')).toBeVisible();
    expect(await tab('已完成 99+')).toBeVisible();
    fireEvent.click(await tab('已退款 38'));
    await waitFor(async () =>
      expect(await tab('已退款 38')).toHaveAttribute('aria-selected', 'true'),
    );
    await screen.findByText(/共 38 项/);
    expect(await tab('全部 500+')).toBeVisible();
  });

  it('is nothing under 全部 where only the total of a state is known', async () => {
    renderAdmin({ at: '/admin/orders?filter={"status":"refunded"}', answers: many });
    await screen.findByText(/共 38 项/);
    expect(await tab('全部')).toBeVisible();
  });
});

it('a list that is refused for any reason keeps the rows that were there, and offers to clear its filters', async () => {
  const { server } = await showOrders();
  server.refuses = codes.tooOften;
  fireEvent.click(screen.getByRole('tab', { name: /^已完成/ }));
  expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
  expect(shownOrders()).toHaveLength(2);
  server.refuses = undefined;
  fireEvent.click(screen.getByRole('button', { name: '清除筛选' }));
  await waitFor(() => expect(screen.queryByText('操作过于频繁，请稍后再试')).toBeNull());
  expect(screen.getByRole('tab', { name: /^全部/ })).toHaveAttribute('aria-selected', 'true');
});

const rows = (...ids: string[]) => ids.map(id => ({ id, rev: 1 }));
it.each([
  ['new ones at the top', 'ab', 'cab', true, 1, ''],
  ['more than a page of new ones', 'ab', 'cd', false, 2, ''],
  ['one that moved up for another that left', 'abc', 'acd', false, 0, 'b'],
  ['those pushed behind the page', 'abc', 'dab', false, 1, ''],
  ['the first of an empty list', '', 'a', true, 1, ''],
  ['the last that left', 'ab', 'a', true, 0, 'b'],
])('of %s', (_what, shown, seen, isWhole, added, left) => {
  const news = newsOf(rows(...shown), rows(...seen), isWhole);
  expect([news.added, news.left.join('')]).toEqual([added, left]);
});

describe('the page of a record', () => {
  const editCategory = async () => {
    const server = { stored: aCategory(), over: false };
    const page = renderAdmin({
      at: '/admin/categories/edit/cat_1',
      answers: holding([], {
        'adminCategory.getCategoryById': () =>
          server.over ? failed(codes.unauthenticated) : ok(server.stored),
        'adminCategory.getCategories': { list: [], total: 0 },
      }),
    });
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /名称/ });
    return { ...page, server, name };
  };
  const type = (input: HTMLElement, value: string) =>
    fireEvent.change(input, { target: { value } });

  it('offers a newer version above a form, and shows it beside what was typed', async () => {
    const { server, name } = await editCategory();
    type(name, '我的名字');
    server.stored = aCategory({ rev: 7, name: '对方的名字' });
    await later(PACE_MS);
    expect(await screen.findByText('有新版本')).toBeVisible();
    expect(name).toHaveValue('我的名字');
    fireEvent.click(screen.getByRole('button', { name: '查看' }));
    const dialog = await screen.findByRole('dialog', { name: '这条记录刚被他人修改过' });
    expect(dialog).toHaveTextContent('对方的名字');
    fireEvent.click(screen.getByRole('button', { name: '继续编辑' }));
    expect(name).toHaveValue('我的名字');
  });

  it('shows it in place of a form in which nothing was typed, when asked to', async () => {
    const { server, name } = await editCategory();
    server.stored = aCategory({ rev: 7, name: '对方的名字' });
    await later(PACE_MS);
    const view = await screen.findByRole('button', { name: '查看' });
    expect(name).not.toHaveValue('对方的名字');
    fireEvent.click(view);
    await waitFor(() => expect(name).toHaveValue('对方的名字'));
    expect(screen.queryByText('有新版本')).toBeNull();
  });

  it('keeps a half-filled form when a look finds the session over', async () => {
    const { server, name, platform } = await editCategory();
    type(name, '我的名字');
    server.over = true;
    await later(PACE_MS);
    expect(await screen.findByText(/^登录已过期，页面不再更新/)).toBeVisible();
    expect(name).toHaveValue('我的名字');
    expect(platform.signOut).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByText(/登录已过期，请重新登录/);
    expect(localStorage.getItem('draft.admin_0001.categories.cat_1')).toContain('我的名字');
  });

  it('that is read rather than edited shows a newer version by itself, but not under a dialog', async () => {
    const server = { stored: anOrder() };
    renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holdingOrder(anOrder(), {
        'adminOrder.getOrderById': () => ok(server.stored),
      }),
    });
    await screen.findAllByText(server.stored.orderNo);
    const remark = await screen.findByRole('textbox', { name: /备注/ });
    act(() => remark.focus());
    server.stored = anOrder({ rev: 9, remark: '客户改了主意' });
    await later(2 * PACE_MS);
    expect(await screen.findByText('有新版本')).toBeVisible();
    act(() => remark.blur());
    server.stored = anOrder({ rev: 10, remark: '客户又改了主意' });
    await later(2 * PACE_MS);
    await waitFor(() => expect(screen.queryByText('有新版本')).toBeNull());
  });
});

it('the default of the settings form is the one that pages have', () => {
  expect(settingDefaults.system.looks).toEqual(defaultSystemSettings.looks);
});
