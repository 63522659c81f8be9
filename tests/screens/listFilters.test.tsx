import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, renderAdmin } from './renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const DEBOUNCE_MS = 300;

const openList = async (filter: object = {}) => {
  const at = `/admin/templates?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  renderAdmin({ at, answers: holding([aTemplate()]) });
  await screen.findByText('敦煌飞天');
};

const inAddress = (name: string) => new URLSearchParams(location.search).get(name);
const filters = () => JSON.parse(inAddress('filter')!) as unknown;
const box = () => screen.getByRole('searchbox', { name: '搜索模板名称' });
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
