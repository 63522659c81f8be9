import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import type { TodoItem } from '#contract/todo.ts';
import {
  answer,
  click,
  failed,
  ok,
  renderAdmin,
  type RenderAdminOptions,
} from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';

const HOUR = 3_600_000;
// Half an hour off: the clock of the page may be some seconds behind.
const now = Date.now() - HOUR / 2;
const someItem = (more: Partial<TodoItem>): TodoItem => ({
  kind: 'openFeedback',
  _id: 'fb_0001',
  pageId: 'fb_0001',
  title: '效果问题 · 左眼明显歪',
  since: now - 30 * HOUR,
  deadline: null,
  state: 'open',
  holderId: '',
  holderName: '',
  claimTime: null,
  putOffUntil: null,
  ...more,
});
const overdue = someItem({ _id: 'fb_0002', pageId: 'fb_0002', deadline: now - 5 * HOUR });
const others = { state: 'others', holderId: 'adm_0002', holderName: '客服小林' } as const;
const list = [
  overdue,
  someItem({}),
  someItem({ kind: 'failedRefunds', _id: 'rf_0001', pageId: 'ord_0001', title: '退款' }),
  someItem({ _id: 'fb_0003', pageId: 'fb_0003', title: '同事的', ...others }),
  someItem({ _id: 'fb_0004', pageId: 'fb_0004', title: '明天再说', state: 'later' }),
];

const open = ({ answers, ...options }: RenderAdminOptions = {}) =>
  renderAdmin({
    at: '/admin/todo',
    ...options,
    answers: {
      'adminDashboard.getTodo': () => answer('adminDashboard', 'getTodo', { list, more: [] }),
      'adminDashboard.getEngine': () => failed(codes.internal),
      ...answers,
    },
  });
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
const storedParams = (resource: string) => {
  const key = Object.keys(localStorage).find(one => one.endsWith(`${resource}.listParams`));
  return JSON.parse(localStorage.getItem(key ?? '') ?? 'null') as object;
};

let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => vi.useRealTimers());

it('shows what waits by urgency, below it what colleagues have and what is put off; the menu and the tab say how many', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: '待办' })).toBeVisible();
  await screen.findByRole('list', { name: '待处理' });
  expect(rows('待处理').map(row => row.textContent)).toEqual([
    '投诉与反馈效果问题 · 左眼明显歪已超期 5 小时认领',
    '投诉与反馈效果问题 · 左眼明显歪已等待 1 天 6 小时认领',
    '退款提交失败退款已等待 1 天 6 小时认领',
  ]);
  expect(rows('同事正在处理')[0]).toHaveTextContent('客服小林 正在处理');
  expect(rows('稍后处理')[0]).toHaveTextContent('明天再说');
  expect(screen.getByRole('link', { name: '待办 3' })).toHaveAttribute('aria-current', 'page');
  await waitFor(() => expect(document.title).toBe('(3) 待办 - 管理系统'));

  fireEvent.click(screen.getByRole('button', { name: '退款提交失败 1' }));
  expect(rows('待处理')).toHaveLength(1);
  // What is overdue cannot be put off.
  fireEvent.click(screen.getByRole('button', { name: '全部' }));
  expect(within(rows('待处理')[0]!).queryByRole('button', { name: /^稍后处理/ })).toBeNull();
});

it('opens a record and leaves its list with what else waits of the kind; a refund opens the list that it is retried in', async () => {
  open();
  await screen.findByRole('list', { name: '待处理' });
  const link = (at: number) => within(rows('待处理')[at]!).getByRole('link');
  expect(link(1)).toHaveAttribute('href', '/admin/feedback/fb_0001');
  const { pathname, searchParams } = new URL(link(2).getAttribute('href') ?? '', location.href);
  expect(pathname).toBe('/admin/refunds');
  expect(Object.fromEntries(searchParams)).toEqual({
    filter: '{"status":"request_failed"}',
    sort: 'createTime',
    order: 'ASC',
  });
  fireEvent.click(link(1), { ctrlKey: true });
  expect(storedParams('feedback')).toMatchObject({
    filter: { status: 'open' },
    sort: 'createTime',
    order: 'ASC',
    page: 1,
  });
});

it('is claimed, taken over and put off with a click, with who had it as it was seen', async () => {
  const { dataOf } = open({
    answers: {
      'adminDashboard.claimTodo': () => ok(someItem({ state: 'mine' })),
      'adminDashboard.snoozeTodo': () => ok(someItem({ state: 'later' })),
    },
  });
  await screen.findByRole('list', { name: '待处理' });
  await click(within(rows('待处理')[1]!).getByRole('button', { name: '认领' }));
  expect(await screen.findByText('已认领，同事会看到由你处理')).toBeVisible();
  await click(within(rows('同事正在处理')[0]!).getByRole('button', { name: '改由我处理' }));
  await waitFor(() =>
    expect(dataOf('claimTodo')).toEqual([
      { kind: 'openFeedback', id: 'fb_0001', from: '' },
      { kind: 'openFeedback', id: 'fb_0003', from: 'adm_0002' },
    ]),
  );
  const before = Date.now();
  await click(within(rows('待处理')[1]!).getByRole('button', { name: /^稍后处理/ }));
  await click(await screen.findByRole('menuitem', { name: /^1 小时后/ }));
  await waitFor(() => expect(dataOf('snoozeTodo')).toHaveLength(1));
  const { until } = dataOf('snoozeTodo')[0] as { until: number };
  expect(until).toBeGreaterThanOrEqual(before + HOUR);
  expect(until).toBeLessThanOrEqual(Date.now() + HOUR);
});

it('is the home of a role without the dashboard', async () => {
  open({ at: '/admin/dashboard', rights: standardRoles.support.rights });
  expect(await screen.findByRole('heading', { level: 1, name: '待办' })).toBeVisible();
  expect(location.pathname).toBe('/admin/todo');
});

it('stands on the dashboard with its first items', async () => {
  open({ at: '/admin/dashboard' });
  const card = within(await screen.findByRole('region', { name: '待办' }));
  expect((await card.findAllByRole('listitem')).length).toBe(3);
  expect(card.getByRole('link', { name: '全部 3 项' })).toHaveAttribute('href', '/admin/todo');
});

it('asks again every half minute by quiet looks while the tab is visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = open();
  await screen.findByRole('list', { name: '待处理' });
  expect(sent('getTodo')).toHaveLength(1);
  expect(sent('getTodo')[0]).not.toHaveProperty('quiet');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(sent('getTodo')).toHaveLength(2);
  expect(sent('getTodo')[1]).toMatchObject({ quiet: true });
  visibility = 'hidden';
  fireEvent(document, new Event('visibilitychange'));
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(sent('getTodo')).toHaveLength(2);
});

it('a role that acts on nothing asks for nothing, and has no entry', async () => {
  const { sent } = open({ at: '/admin/profile', rights: standardRoles.viewer.rights });
  expect(await screen.findByRole('heading', { level: 1, name: '个人资料' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^待办/ })).not.toBeInTheDocument();
  expect(sent('getTodo')).toEqual([]);
});

it('a page that the role does not open says which, whom to ask, and leads on', async () => {
  open({ at: '/admin/keywords', rights: standardRoles.support.rights });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '「管理员」角色没有查看此页面的权限，需要时请联系管理员',
  );
  expect(screen.getByRole('heading', { level: 1, name: '关键词管理' })).toBeVisible();
  const way = screen.getByRole('navigation', { name: '当前位置' });
  await waitFor(() => expect(way).toHaveTextContent('关键词管理'));
  expect(screen.getByRole('button', { name: '返回上一页' })).toBeVisible();
  fireEvent.click(screen.getByRole('link', { name: '回到首页' }));
  expect(await screen.findByRole('heading', { level: 1, name: '待办' })).toBeVisible();
});

it('asks once for pages that are opened one after the other, and with the next one after a change', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const template = aTemplate({ isRecommend: true });
  const { sent } = open({
    at: '/admin/templates',
    answers: holding([template], { 'adminTemplate.setRecommendStatus': template }),
  });
  const page = async (name: string) => {
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await click(screen.getByRole('link', { name }));
    await screen.findByRole('heading', { level: 1, name });
  };
  await screen.findByRole('switch');
  await page('用户管理');
  await page('模板管理');
  expect(sent('getTodo')).toHaveLength(1);
  await click(await screen.findByRole('switch'));
  await waitFor(() => expect(sent('setRecommendStatus')).toHaveLength(1));
  await page('用户管理');
  await waitFor(() => expect(sent('getTodo')).toHaveLength(2));
});
