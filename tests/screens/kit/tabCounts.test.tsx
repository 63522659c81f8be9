import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, click, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** The list of templates, and for each time that it was asked for, by a person or a quiet look, whether with counts. */
const open = async () => {
  let online = 50;
  const list = [aTemplate({ isRecommend: false })];
  const { sent } = renderAdmin({
    at: '/admin/templates',
    answers: holding(list, {
      'adminTemplate.getTemplates': ({ data }) =>
        answer('adminTemplate', 'getTemplates', {
          list,
          total: 50,
          ...(data['withCounts'] === true && { counts: { draft: 5, online, offline: 7 } }),
        }),
      'adminTemplate.setRecommendStatus': () => {
        online = 51;
        return answer('adminTemplate', 'setRecommendStatus', aTemplate({ isRecommend: true }));
      },
    }),
  });
  await screen.findByText('敦煌飞天');
  const asked = (quietly = false) =>
    sent('getTemplates')
      .filter(call => 'quiet' in call === quietly)
      .map(({ data }) => data['withCounts'] === true);
  await waitFor(() => expect(asked()).toEqual([true]));
  return { asked };
};
const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
const turnPage = async (page: number) =>
  click(await screen.findByRole('button', { name: `转到第 ${page} 页` }));
const sortBy = (name: string) => click(screen.getByText(name, { selector: 'th *' }));

it('the counts of tabs are asked for once, not with a page, an order or the same list again', async () => {
  const { asked } = await open();
  await turnPage(2);
  await waitFor(() => expect(asked()).toEqual([true, false]));
  await sortBy('更新时间');
  await waitFor(() => expect(asked()).toHaveLength(3));
  await click(screen.getByRole('link', { name: '用户管理' }));
  await click(await screen.findByRole('link', { name: '模板管理' }));
  await waitFor(() => expect(asked().length).toBeGreaterThan(3));
  expect(asked().filter(Boolean)).toHaveLength(1);
  expect(tab('已上线 50')).toBeVisible();
});

it('the counts of tabs are asked for with another filter, and every half minute', async () => {
  const { asked } = await open();
  await click(tab(/^草稿/));
  await waitFor(() => expect(asked()).toEqual([true, true]));
  await act(() => vi.advanceTimersByTimeAsync(30_500));
  await waitFor(() => expect(asked(true)).toEqual([true]));
  await turnPage(2);
  await waitFor(() => expect(asked()).toEqual([true, true, false]));
});

it('the counts of tabs are asked for anew with the button that reads the page again', async () => {
  const { asked } = await open();
  await click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => expect(asked()).toEqual([true, true]));
});

it('the counts of tabs are asked for anew once something was changed here', async () => {
  const { asked } = await open();
  await click(screen.getByRole('switch'));
  await sortBy('更新时间');
  await waitFor(() => expect(asked().filter(Boolean)).toHaveLength(2));
  expect(await screen.findByRole('tab', { name: '已上线 51' })).toBeVisible();
});
