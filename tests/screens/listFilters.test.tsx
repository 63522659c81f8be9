import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AuditLog, auditLogEntity } from '#contract/auditLog.ts';
import { like } from './likeContract.ts';
import { answer, ok, renderAdmin } from './renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const DEBOUNCE_MS = 300;

const openList = async (filter: object = {}) => {
  const at = `/admin/templates?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  renderAdmin({ at, answers: holding([aTemplate()]) });
  await screen.findByText('敦煌飞天');
};

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
  it('keeps a search when a tab is chosen as the pause after typing ends', async () => {
    await openList();
    vi.useFakeTimers();
    type('飞天');
    await pass(DEBOUNCE_MS);
    fireEvent.click(tab());
    await pass(DEBOUNCE_MS);
    expect(filters()).toEqual({ q: '飞天', status: 'online' });
    expect(box()).toHaveValue('飞天');
  });

  it('keeps a tab that is chosen before a search', async () => {
    await openList();
    vi.useFakeTimers();
    type('飞天');
    fireEvent.click(tab());
    search();
    await pass(DEBOUNCE_MS);
    expect(filters()).toEqual({ q: '飞天', status: 'online' });
    expect(tab()).toHaveAttribute('aria-selected', 'true');
  });

  it('keeps a search when a sorting is chosen as soon as the address changes', async () => {
    await openList();
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

  it('clears what is being typed together with the filters', async () => {
    await openList({ isRecommend: true });
    vi.useFakeTimers();
    type('飞天');
    fireEvent.click(screen.getByRole('button', { name: '清除筛选' }));
    await pass(2 * DEBOUNCE_MS);
    expect(filters()).toEqual({});
    expect(box()).toHaveValue('');
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
    const { user, sent } = renderAdmin({
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
      expect(sent('getTemplates').at(-1)?.data['filter']).toEqual({ categoryIds: 'cat_1' }),
    );
    expect(categories).toHaveValue('古风国潮');
  });

  it('takes a tag that nobody has been given', async () => {
    const { user } = renderAdmin({
      at: '/admin/users',
      answers: {
        'adminUser.getUsers': () => answer('adminUser', 'getUsers', { list: [], total: 0 }),
        'adminUser.getTags': () => answer('adminUser', 'getTags', { list: ['回头客'] }),
        'adminPackage.getPackages': () =>
          answer('adminPackage', 'getPackages', { list: [], total: 0 }),
      },
    });
    const tags = await screen.findByRole('combobox', { name: '标签' });
    await user.type(tags, '大客户{Enter}');
    await waitFor(() => expect(filters()).toEqual({ tags: '大客户' }));
  });

  it('takes an action together with its function', async () => {
    const { user } = renderAdmin({
      at: '/admin/audit-logs',
      answers: {
        'adminAuditLog.getLogs': () => answer('adminAuditLog', 'getLogs', { list: [], total: 0 }),
        'adminAuditLog.getActors': () => answer('adminAuditLog', 'getActors', { list: [] }),
      },
    });
    const actions = await screen.findByRole('combobox', { name: '操作' });
    await user.type(actions, '修改模板{ArrowDown}{Enter}');
    await waitFor(() =>
      expect(filters()).toEqual({ function: 'adminTemplate', action: 'updateTemplate' }),
    );
    expect(actions).toHaveValue('修改模板');
  });

  it('calls an action in the log by what it changed', async () => {
    const row = {
      ...(like(auditLogEntity.record) as AuditLog),
      _id: 'log_1',
      function: 'adminUser',
      action: 'updateUserStatus',
      resource: 'user',
      diff: [{ path: 'status', from: 'normal', to: 'deleted' }],
    };
    renderAdmin({
      at: '/admin/audit-logs',
      answers: {
        'adminAuditLog.getLogs': () =>
          answer('adminAuditLog', 'getLogs', { list: [row], total: 1 }),
        'adminAuditLog.getActors': () => answer('adminAuditLog', 'getActors', { list: [] }),
      },
    });
    expect(await screen.findByText('注销账号')).toBeVisible();
  });
});

it('opens a list from the menu without the filter that it had before', async () => {
  await openList({ status: 'online' });
  expect(tab()).toHaveAttribute('aria-selected', 'true');
  fireEvent.click(screen.getByRole('link', { name: '模板管理' }));
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /全部/ })).toHaveAttribute('aria-selected', 'true'),
  );
  expect(tab()).toHaveAttribute('aria-selected', 'false');
});

it('narrows batches of codes to a channel, and users to what they have paid and when', async () => {
  const { user, sent } = renderAdmin({
    at: '/admin/activation-codes',
    answers: {
      'adminActivationCode.getBatches': () => ok({ list: [], total: 0 }),
      'adminUser.getUsers': () => ok({ list: [], total: 0 }),
    },
  });
  await user.type(await screen.findByRole('combobox', { name: '渠道' }), '门店{Enter}');
  await waitFor(() =>
    expect(sent('getBatches').at(-1)?.data).toMatchObject({ filter: { channel: '门店' } }),
  );
  fireEvent.click(screen.getByRole('link', { name: '用户管理' }));
  await user.click(await screen.findByRole('button', { name: '实付' }));
  await user.type(screen.getByLabelText('最低金额'), '100{Enter}');
  await user.click(await screen.findByRole('combobox', { name: '最近付款' }));
  await user.click(screen.getByRole('option', { name: '今天' }));
  await waitFor(() =>
    expect(sent('getUsers').at(-1)?.data).toMatchObject({
      filter: {
        'stats.paidFen': { from: 10_000 },
        lastPayTime: { from: expect.any(Number) as number },
      },
    }),
  );
});
