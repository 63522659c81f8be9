import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AuditLog, auditLogEntity } from '#contract/auditLog.ts';
import { MAX_BADGE, MAX_TOTAL } from '#contract/constants.ts';
import { answer, ok, renderAdmin } from '../renderAdmin.tsx';
import { aTask, rowOf, taskLookUps } from '../tasks/taskFixture.ts';
import { aTemplate, holding } from '../templates/templateFixture.ts';
import { like } from './likeContract.ts';

const DEBOUNCE_MS = 300;

const inAddress = (name: string) => new URLSearchParams(location.search).get(name);
const filters = () => JSON.parse(inAddress('filter')!) as unknown;
const box = () => screen.getByRole('searchbox', { name: '搜索模板、关键词' });
const tab = () => screen.getByRole('tab', { name: /已上线/ });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const search = () => fireEvent.keyDown(box(), { key: 'Enter' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a list that is changed again before the change is rendered', () => {
  it('keeps every change, and clears what is being typed together with the filters', async () => {
    renderAdmin({ at: '/admin/templates', answers: holding([aTemplate()]) });
    await screen.findByText('敦煌飞天');
    await screen.findByRole('searchbox');
    const clear = () => fireEvent.click(screen.getByRole('button', { name: '清除筛选' }));
    vi.useFakeTimers();
    // A tab as the pause after typing ends.
    type('飞天');
    await pass(DEBOUNCE_MS);
    fireEvent.click(tab());
    await pass(DEBOUNCE_MS);
    expect(filters()).toEqual({ q: '飞天', status: 'online' });
    expect(box()).toHaveValue('飞天');

    type('水墨');
    clear();
    await pass(2 * DEBOUNCE_MS);
    expect(filters()).toEqual({});
    expect(box()).toHaveValue('');

    type('飞天');
    fireEvent.click(tab());
    search();
    await pass(DEBOUNCE_MS);
    expect(filters()).toEqual({ q: '飞天', status: 'online' });
    expect(tab()).toHaveAttribute('aria-selected', 'true');

    clear();
    await pass(DEBOUNCE_MS);
    vi.useRealTimers();
    // A sorting as soon as the address changes.
    const heading = screen.getByText('更新时间', { selector: 'th *' });
    const push = history.pushState.bind(history);
    vi.spyOn(history, 'pushState').mockImplementationOnce((...args) => {
      push(...args);
      queueMicrotask(() => heading.click());
    });
    type('飞天');
    search();
    await waitFor(() => expect(inAddress('sort')).toBe('updateTime'));
    expect(filters()).toEqual({ q: '飞天' });
  });

  it('finds the number in a pasted sentence, says so, and lets the next scan take its place', async () => {
    renderAdmin({ at: '/admin/templates', answers: holding([aTemplate()]) });
    await screen.findByText('敦煌飞天');
    type(`您好，${'等了很久，'.repeat(14)}订单号：26112878459115654294，谢谢`);
    expect(screen.getByText('按订单号 26112878459115654294 查找')).toBeVisible();
    search();
    await waitFor(() => expect(inAddress('filter')).toBe('{"q":"26112878459115654294"}'));
    const { selectionStart, selectionEnd, value } = box() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
  });

  it('opens from the menu without the filter that it had before', async () => {
    renderAdmin({
      at: '/admin/templates?filter=%7B%22status%22%3A%22online%22%7D',
      answers: holding([aTemplate()]),
    });
    await screen.findByText('敦煌飞天');
    expect(tab()).toHaveAttribute('aria-selected', 'true');
    fireEvent.click(screen.getByRole('link', { name: '模板管理' }));
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /全部/ })).toHaveAttribute('aria-selected', 'true'),
    );
    expect(tab()).toHaveAttribute('aria-selected', 'false');
  });
});

describe('a list whose next page is on its way', () => {
  /** React gives an element another object of properties when it renders it anew. */
  const renderedAs = (element: Element) =>
    Object.entries(element).find(([key]) => key.startsWith('__reactProps'))?.[1] as unknown;

  it('keeps its rows until that arrives, marks them at once, and does not render them anew', async () => {
    let arrive: () => void = () => undefined;
    const page = (name: string) =>
      answer('adminTemplate', 'getTemplates', { list: [aTemplate({ name })], total: 50 });
    const { user } = renderAdmin({
      at: '/admin/templates',
      answers: holding([aTemplate()], {
        'adminTemplate.getTemplates': ({ data }) =>
          data['page'] === 1
            ? page('敦煌飞天')
            : new Promise(resolve => (arrive = () => resolve(page('水墨山居')))),
      }),
    });
    const row = (await screen.findByText('敦煌飞天')).closest('tr')!;
    const cells = [row, ...row.children].map(element => [element, renderedAs(element)] as const);
    await user.click(screen.getByRole('button', { name: '转到第 2 页' }));
    await waitFor(() => expect(row.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'));
    expect(inAddress('page')).toBe('2');
    for (const [element, before] of cells) expect(renderedAs(element)).toBe(before);
    act(() => arrive());
    expect(await screen.findByText('水墨山居')).toBeVisible();
    expect(screen.queryByText('敦煌飞天')).not.toBeInTheDocument();
  });
});

describe('a tab of another filter than the state', () => {
  it('shows all states, and leaves when a state is chosen', async () => {
    const at = `/admin/orders?filter=${encodeURIComponent('{"status":"pending"}')}`;
    const empty = () => answer('adminOrder', 'getOrders', { list: [], total: 0, counts: {} });
    const { user } = renderAdmin({ at, answers: { 'adminOrder.getOrders': empty } });
    await user.click(await screen.findByRole('tab', { name: '同步失败' }));
    await waitFor(() => expect(filters()).toEqual({ uploadStatus: 'failed' }));
    expect(screen.getByRole('tab', { name: '同步失败' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: /已支付/ }));
    await waitFor(() => expect(filters()).toEqual({ status: 'paid' }));
    expect(screen.getByRole('tab', { name: '同步失败' })).toHaveAttribute('aria-selected', 'false');
  });
});

describe('a filter that is found by typing', () => {
  it('asks once an input method is done composing, and takes a record by the keyboard', async () => {
    const { user, sent, dataOf } = renderAdmin({
      at: '/admin/templates',
      answers: holding([aTemplate()]),
    });
    const categories = await screen.findByRole('combobox', { name: '分类' });
    const asked = () => sent('getCategories').map(({ data }) => data['q']);
    await user.click(categories);
    vi.useFakeTimers();
    fireEvent.compositionStart(categories);
    fireEvent.change(categories, { target: { value: 'gufeng' } });
    await pass(2 * DEBOUNCE_MS);
    vi.useRealTimers();
    fireEvent.change(categories, { target: { value: '古风' } });
    fireEvent.compositionEnd(categories);
    await waitFor(() => expect(asked()).toContain('古风'));
    expect(asked()).not.toContain('gufeng');
    await user.type(categories, '{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(dataOf('getTemplates').at(-1)?.['filter']).toEqual({ categoryIds: 'cat_1' }),
    );
    expect(categories).toHaveValue('古风国潮');
  });

  it('takes a tag that nobody has been given, and a channel', async () => {
    const { user, dataOf } = renderAdmin({
      at: '/admin/users',
      answers: {
        'adminUser.getUsers': () => ok({ list: [], total: 0 }),
        'adminUser.getTags': { list: ['回头客'] },
        'adminPackage.getPackages': () => ok({ list: [], total: 0 }),
        'adminActivationCode.getBatches': () => ok({ list: [], total: 0 }),
      },
    });
    await user.type(await screen.findByRole('combobox', { name: '标签' }), '大客户{Enter}');
    await waitFor(() => expect(filters()).toEqual({ tags: '大客户' }));
    fireEvent.click(screen.getByRole('link', { name: '激活码管理' }));
    await user.type(await screen.findByRole('combobox', { name: '渠道' }), '门店{Enter}');
    await waitFor(() =>
      expect(dataOf('getBatches').at(-1)).toMatchObject({ filter: { channel: '门店' } }),
    );
  });
});

it('users are narrowed to what they have paid and when', async () => {
  const { dataOf } = renderAdmin({
    at: '/admin/users',
    answers: { 'adminUser.getUsers': () => ok({ list: [], total: 0 }) },
  });
  fireEvent.click(await screen.findByRole('button', { name: '筛选' }));
  fireEvent.click(screen.getByRole('button', { name: '实付' }));
  const least = screen.getByLabelText('最低金额');
  fireEvent.change(least, { target: { value: '100' } });
  fireEvent.submit(least.closest('form')!);
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '最近付款' }));
  fireEvent.click(screen.getByRole('option', { name: '今天' }));
  await waitFor(() =>
    expect(dataOf('getUsers').at(-1)).toMatchObject({
      filter: {
        'stats.paidFen': { from: 10_000 },
        lastPayTime: { from: expect.any(Number) as number },
      },
    }),
  );
});

it('the log names what was done and to which fields, and is narrowed to an action of a function', async () => {
  const rows = [
    { function: 'appUser', action: 'deleteMyData', resource: 'user', diff: [] },
    {
      function: 'adminSettings',
      action: 'updateNotificationSettings',
      resource: 'setting',
      diff: [{ path: 'subscribe.taskDone.fields.thing1', from: null, to: '{模板名称}' }],
    },
    {
      function: 'adminTemplate',
      action: 'updateTemplate',
      resource: 'template',
      diff: [{ path: 'averageSec', from: 10, to: 12 }],
    },
    {
      function: 'adminUser',
      action: 'updateUserStatus',
      resource: 'user',
      diff: [{ path: 'status', from: 'normal', to: 'deleted' }],
    },
  ].map((row, at) => ({ ...(like(auditLogEntity.record) as AuditLog), ...row, _id: `log_${at}` }));
  const { user } = renderAdmin({
    at: '/admin/audit-logs',
    answers: {
      'adminAuditLog.getLogs': { list: rows, total: rows.length },
      'adminAuditLog.getActors': { list: [] },
    },
  });
  expect(await screen.findByText('删除全部数据')).toBeVisible();
  expect(screen.getByText('注销账号')).toBeVisible();
  expect(document.body).toHaveTextContent('制作结果：消息字段（thing1）');
  expect(document.body).toHaveTextContent('平均耗时（秒）');
  expect(document.body).not.toHaveTextContent(/averageSec|deleteMyData/);
  const actions = await screen.findByRole('combobox', { name: '操作' });
  await user.type(actions, '修改模板{ArrowDown}{Enter}');
  await waitFor(() =>
    expect(filters()).toEqual({ function: 'adminTemplate', action: 'updateTemplate' }),
  );
  expect(actions).toHaveValue('修改模板');
});

it('a list with more records than are counted says so, goes on and back, and counts all when asked to', async () => {
  const page = Array.from({ length: 20 }, (_, nth) => aTask({ _id: `${nth}` }));
  const { sent, dataOf } = renderAdmin({
    at: '/admin/tasks',
    answers: {
      'adminTask.getTasks': ({ data: { exactTotal } }) =>
        answer('adminTask', 'getTasks', {
          list: page,
          total: exactTotal ? 1_234_567 : MAX_TOTAL + 1,
          next: 'page2',
          counts: { queued: 7, succeeded: MAX_BADGE + 1, failed: 5 },
        }),
      ...taskLookUps,
    },
  });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await rowOf('T1');
  expect(await screen.findByRole('tab', { name: '成功 99+' })).toBeVisible();
  expect(screen.getByRole('tab', { name: '全部 500+' })).toBeVisible();
  expect(screen.getByText(/第 1–20 项，共 500\+ 项/)).toBeVisible();
  press('下一页');
  await waitFor(() => expect(dataOf('getTasks').at(-1)?.['page']).toBe(2));
  expect(await screen.findByText(/第 21–40 项，共 500\+ 项/)).toBeVisible();
  press('上一页');
  expect(await screen.findByText(/第 1–20 项，共 500\+ 项/)).toBeVisible();
  expect(sent('getTasks').some(({ data }) => data['exactTotal'])).toBe(false);
  press('查看准确总数');
  expect(await screen.findByText('第 1–20 项，共 1,234,567 项')).toBeVisible();
  expect(screen.queryByRole('button', { name: '查看准确总数' })).toBeNull();
});
