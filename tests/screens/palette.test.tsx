import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Action } from '#contract/action.ts';
import { codeFrom, formatCode } from '#contract/codeText.ts';
import { functions } from '#contract/index.ts';
import type { z } from '#contract/zod.ts';
import { detect } from '#src/admin/shell/palette/detect.ts';
import { like } from './likeContract.ts';
import { answer, renderAdmin } from './renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const code = codeFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
const openid = `o${'a'.repeat(27)}`;

describe('typed text', () => {
  it.each([
    ['26111911142705105305', 'orderNo', 'orders', '26111911142705105305'],
    ['p2611220394270557', 'printNo', 'print-orders', 'P2611220394270557'],
    [` ${openid} `, 'openid', 'users', openid],
    ['7788', 'tail', 'users', '7788'],
    ['13800138000', 'phone', 'users', '13800138000'],
    [formatCode(code).toLowerCase(), 'code', 'activation-codes', code],
    ['tpl_0001', 'id', 'templates', 'tpl_0001'],
    ['SF 1234 5678 90123', 'number', 'orders', 'SF1234567890123'],
    ['t2026112000000003', 'taskNo', 'tasks', 'T2026112000000003'],
    ['敦煌飞天', 'words', 'templates', '敦煌飞天'],
  ])('%s is recognised by its form: %s, searched first in %s %s', (typed, kind, resource, q) => {
    expect(detect(typed)).toMatchObject({ kind });
    expect(detect(typed)?.targets[0]).toEqual({ resource, q });
  });

  it('is a code only if its check character is right', () => {
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    expect(detect(wrong)?.kind).not.toBe('code');
  });
});

const commandK = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });

describe('the command palette', () => {
  it('opens anywhere with Ctrl-K, finds a template by its name and goes to it', async () => {
    const { user } = renderAdmin({ at: '/admin/password', answers: holding([aTemplate()]) });
    await screen.findByRole('heading', { level: 1, name: '修改密码' });
    commandK();
    await user.type(await screen.findByRole('combobox', { name: '全局搜索' }), '敦煌');
    expect(await screen.findByRole('option', { name: /敦煌飞天/ })).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_1'));
  }, 30_000);

  it.each([
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
    [
      '小林',
      'adminAdministrator.getAdministrators',
      { nickName: '客服小林' },
      '/administrators/x1',
    ],
    ['演示', 'vodService.getVideos', { name: '演示片' }, '/videos'],
  ])(
    'opens what is found by %s',
    async (typed, action, fields, path) => {
      const [name = '', list = ''] = action.split('.');
      const { output } = (functions as Record<string, Record<string, Action>>)[name]![list]!;
      const { element } = (output as z.ZodObject).shape['list'] as z.ZodArray;
      const blank = like(element) as object;
      const records = [
        { ...blank, _id: 'x2', name: '别的', nickName: '别的', username: 'other' },
        { ...blank, _id: 'x1', ...fields },
      ];
      const isWhole = /Packages|Administrators/.test(list);
      const { user } = renderAdmin({
        at: '/admin/password',
        answers: {
          [action]: () =>
            answer(name as 'adminTask', list as 'getTasks', {
              list: records.slice(isWhole ? 0 : 1) as never,
              total: 1,
            }),
        },
      });
      await screen.findByRole('heading', { level: 1, name: '修改密码' });
      commandK();
      await user.type(await screen.findByRole('combobox', { name: '全局搜索' }), typed);
      const label = String(Object.values(fields)[0]);
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${label}`) }));
      expect(screen.queryByText('别的')).not.toBeInTheDocument();
      await waitFor(() => expect(location.pathname).toBe(`/admin${path}`));
    },
    30_000,
  );

  it('does nothing while an input method is composing', async () => {
    const { sent } = renderAdmin({ at: '/admin/password', answers: holding([aTemplate()]) });
    await screen.findByRole('heading', { level: 1, name: '修改密码' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, isComposing: true });
    expect(screen.queryByRole('combobox', { name: '全局搜索' })).not.toBeInTheDocument();
    commandK();
    const box = await screen.findByRole('combobox', { name: '全局搜索' });
    vi.useFakeTimers();
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: 'dunhuang' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await act(() => vi.advanceTimersByTimeAsync(600));
    vi.useRealTimers();
    expect(sent('getTemplates')).toHaveLength(0);
    expect(box).toBeVisible();
    expect(location.pathname).toBe('/admin/password');
    fireEvent.change(box, { target: { value: '敦煌' } });
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(sent('getTemplates').at(-1)?.data['q']).toBe('敦煌'));
  }, 30_000);

  it('leads to pages and actions too', async () => {
    const { user } = renderAdmin({
      at: '/admin/password',
      answers: holding([], {
        'keyword.getKeywords': () => answer('keyword', 'getKeywords', { list: [], total: 0 }),
      }),
    });
    await screen.findByRole('heading', { level: 1, name: '修改密码' });
    commandK();
    await user.type(await screen.findByRole('combobox', { name: '全局搜索' }), '退出');
    await user.click(await screen.findByRole('option', { name: '退出登录' }));
    expect(await screen.findByRole('dialog', { name: '确定要退出登录吗？' })).toBeVisible();
  }, 30_000);
});
