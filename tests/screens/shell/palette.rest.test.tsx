import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Action } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import type { z } from '#contract/zod.ts';
import { like } from '../kit/likeContract.ts';
import { answer, type Answers, renderAdmin, type SentCall } from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';

const commandK = (more: object = {}) =>
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, ...more });
const box = () => screen.findByRole('combobox', { name: '全局搜索' });
const open = async (answers: Answers) => {
  const app = renderAdmin({ at: '/admin/password', answers });
  await screen.findByRole('heading', { level: 1, name: '修改密码' });
  return app;
};
const find = async (typed: string) => {
  commandK();
  fireEvent.change(await box(), { target: { value: typed } });
};

/** What is typed, the action that finds it, the record, and where it leads. */
const found = [
  ['T2026112000000003', 'adminTask.getTasks', { taskNo: 'T2026112000000003' }, '/tasks/x1'],
  [
    'RF2611201114270598760101',
    'adminOrder.getRefunds',
    { _id: 'RF2611201114270598760101', orderId: 'ord_1' },
    '/orders/ord_1',
  ],
  [
    'F2611201114270509',
    'adminFeedback.getFeedbacks',
    { text: '颜色不对', receiptNo: 'F2611201114270509' },
    '/feedback/x1',
  ],
  ['尝鲜', 'adminPackage.getPackages', { name: '尝鲜包' }, '/packages/edit/x1'],
  ['浓墨', 'adminTemplatePreset.getPresets', { name: '浓墨重彩' }, '/templates/presets/edit/x1'],
  ['小林', 'adminAdministrator.getAdministrators', { nickName: '客服小林' }, '/administrators/x1'],
  ['演示', 'vodService.getVideos', { name: '演示片' }, '/videos'],
] as const;

const finding = (): Answers =>
  Object.fromEntries(
    found.map(([typed, action, fields]) => {
      const [name = '', list = ''] = action.split('.');
      const { output } = (functions as Record<string, Record<string, Action>>)[name]![list]!;
      const { element } = (output as z.ZodObject).shape['list'] as z.ZodArray;
      const blank = like(element) as object;
      const records = [
        { ...blank, _id: 'x2', name: '别的', nickName: '别的', username: 'other' },
        { ...blank, _id: 'x1', ...fields },
      ];
      /** These are found among all by the page. */
      const isWhole = /Packages|Administrators/.test(list);
      return [
        action,
        ({ data }: SentCall) =>
          answer(name as 'adminTask', list as 'getTasks', {
            list: (isWhole ? records : records.slice(String(data['q']) === typed ? 1 : 2)) as never,
            total: 1,
          }),
      ];
    }),
  );

it('the command palette opens anywhere with Ctrl-K, and what it finds', async () => {
  await open(finding());
  for (const [typed, , fields, path] of found) {
    await find(typed);
    const name = new RegExp(`^${Object.values(fields)[0]}`);
    const option = await screen.findByRole('option', { name });
    expect(screen.queryByText('别的')).not.toBeInTheDocument();
    fireEvent.click(option);
    await waitFor(() => expect(location.pathname).toBe(`/admin${path}`));
  }
});

it('leads to a template by the keyboard alone, and waits for an input method', async () => {
  const { sent, dataOf, user } = await open(holding([aTemplate()]));
  commandK({ isComposing: true });
  expect(screen.queryByRole('combobox', { name: '全局搜索' })).not.toBeInTheDocument();
  commandK();
  const search = await box();
  vi.useFakeTimers();
  fireEvent.compositionStart(search);
  fireEvent.change(search, { target: { value: 'dunhuang' } });
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  await act(() => vi.advanceTimersByTimeAsync(600));
  vi.useRealTimers();
  expect(sent('getTemplates')).toHaveLength(0);
  expect(search).toBeVisible();
  expect(location.pathname).toBe('/admin/password');
  fireEvent.change(search, { target: { value: '敦煌' } });
  fireEvent.compositionEnd(search);
  await waitFor(() => expect(dataOf('getTemplates').at(-1)?.['q']).toBe('敦煌'));
  expect(await screen.findByRole('option', { name: /敦煌飞天/ })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_1'));
});

it('leads to pages and actions too', async () => {
  await open(holding([]));
  await find('退出');
  fireEvent.click(await screen.findByRole('option', { name: '退出登录' }));
  expect(await screen.findByRole('dialog', { name: '确定要退出登录吗？' })).toBeVisible();
});
