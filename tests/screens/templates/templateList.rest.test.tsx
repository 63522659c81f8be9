import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { rowOf } from '../tasks/taskFixture.ts';
import { aKeyword, aTemplate, holding } from './templateFixture.ts';

const at = '/admin/templates';

beforeEach(() => localStorage.clear());

describe('the list of templates', () => {
  it('names a damaged record above the others, with its fields and a link to it', async () => {
    const damaged = { _id: 'tpl_broken', damaged: ['name', 'costCredits'] };
    renderAdmin({ at, answers: holding([aTemplate(), damaged as never]) });
    await rowOf('敦煌飞天');
    const notice = within(screen.getByText('1 条记录的数据损坏，无法正常显示').parentElement!);
    const link = notice.getByRole('link', { name: 'tpl_broken' });
    expect(link).toHaveAttribute(
      'href',
      expect.stringMatching(/\/templates\/(edit\/)?tpl_broken$/),
    );
    expect(link.closest('li')).toHaveTextContent(/：名称、/);
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('sets one field of the selected ones, or adds keywords to those that they have', async () => {
    const { dataOf } = renderAdmin({
      at,
      answers: holding([aTemplate()], {
        'keyword.getKeywords': () => ok({ list: [aKeyword({ word: '汉服' })], total: 1 }),
        'adminTemplate.batchUpdate': () =>
          ok({ updated: 1, failed: 0, results: [{ _id: 'tpl_1', result: 'updated' }] }),
      }),
    });
    await rowOf('敦煌飞天');
    const ask = async (field: string) => {
      fireEvent.click(await screen.findByRole('checkbox', { name: '全选' }));
      await click(screen.getByRole('button', { name: '批量修改' }));
      const dialog = within(await screen.findByRole('dialog', { name: '修改选中的 1 个模板？' }));
      await click(dialog.getByRole('combobox', { name: '修改哪一项' }));
      await click(screen.getByRole('option', { name: field }));
      const act = dialog.getByRole('button', { name: '批量修改' });
      expect(act).toBeDisabled();
      return { dialog, act };
    };
    const finish = async ({ dialog, act }: Awaited<ReturnType<typeof ask>>) => {
      await click(act);
      await click(await dialog.findByRole('button', { name: '关闭' }));
      return dataOf('batchUpdate').at(-1);
    };
    const credits = await ask('消耗积分');
    put(credits.dialog.getByLabelText('消耗积分'), '12');
    expect(await finish(credits)).toEqual({ ids: ['tpl_1'], field: 'costCredits', value: 12 });
    const words = await ask('关键词');
    await click(await words.dialog.findByRole('combobox', { name: '关键词' }));
    await click(await screen.findByRole('option', { name: '汉服' }));
    expect(await finish(words)).toEqual({
      ids: ['tpl_1'],
      field: 'keywordIds',
      value: ['kw_1'],
      add: true,
    });
  });

  it('shows which are suspended, filters by it, and beside each cover what it cost and earned', async () => {
    const dry = aTemplate({ status: 'online', hasUsableKey: false });
    const none = { credits: 0, coins: 0, earnedFen: 0, succeeded: 0, failed: 0 };
    const { sent, dataOf } = renderAdmin({
      at,
      answers: holding([dry, aTemplate({ _id: 'tpl_2', name: '水墨江南' })], {
        'adminDashboard.getTemplateFigures': {
          list: [
            { ...none, templateId: 'tpl_1', succeeded: 9, coins: 4_000, earnedFen: 900 },
            { ...none, templateId: 'tpl_2' },
          ],
          coinPriceFen: 300,
        },
      }),
    });
    const cells = within(await rowOf('敦煌飞天'));
    expect(cells.getByText('暂停服务').closest('[aria-description]')).toHaveAttribute(
      'aria-description',
      expect.stringContaining('已上线，但密钥分组「default」没有可用的密钥'),
    );
    expect(cells.getByRole('button', { name: '下线「敦煌飞天」' })).toBeVisible();
    await click(await screen.findByRole('button', { name: '筛选' }));
    await click(screen.getByRole('combobox', { name: '服务情况' }));
    await click(screen.getByRole('option', { name: '暂停服务' }));
    fireEvent.keyDown(screen.getByRole('dialog', { name: '筛选' }), { key: 'Escape' });
    await waitFor(() =>
      expect(dataOf('getTemplates').at(-1)?.['filter']).toEqual({ suspended: true }),
    );
    expect(sent('getTemplateFigures')).toEqual([]);

    await click(await screen.findByRole('button', { name: '图片' }));
    const tile = (await screen.findByRole('link', { name: '敦煌飞天' })).closest('li')!;
    await waitFor(() => expect(tile).toHaveTextContent('近 30 天成本 ¥12.00 · 收入 ¥9.00'));
    const unused = screen.getByRole('link', { name: '水墨江南' }).closest('li');
    expect(unused).toHaveTextContent('近 30 天没有生成');
    // One call for the page.
    expect(dataOf('getTemplateFigures')).toEqual([{ templateIds: ['tpl_1', 'tpl_2'], days: 30 }]);
  });

  it('searches once an input method is done, and keeps a record open that was opened meanwhile', async () => {
    const { sent, dataOf } = renderAdmin({ at, answers: holding([aTemplate()]) });
    const edit = within(await rowOf('敦煌飞天')).getByRole('link', { name: /编辑/ });
    const before = sent('getTemplates').length;
    const box = screen.getByRole('searchbox', { name: '搜索模板、关键词' });
    vi.useFakeTimers();
    fireEvent.compositionStart(box);
    put(box, "dun'huang");
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    await act(() => vi.advanceTimersByTimeAsync(500));
    vi.useRealTimers();
    expect(sent('getTemplates')).toHaveLength(before);
    put(box, '敦煌');
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(dataOf('getTemplates').at(-1)?.['q']).toBe('敦煌'));
    expect(sent('getTemplates')).toHaveLength(before + 1);

    put(box, '飞天');
    // The list writes its address a moment later.
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.click(edit);
    await screen.findByRole('textbox', { name: '副标题' });
    expect(location.pathname).toMatch(/\/admin\/templates\/edit\//);
  });

  it("shows the server's reason why a published template cannot be deleted", async () => {
    renderAdmin({
      at,
      answers: holding([aTemplate({ status: 'online' })], {
        'adminTemplate.deleteTemplate': () =>
          failed(codes.stateNotAllowed, '模板已上线，请先下线再删除'),
      }),
    });
    const row = within(await rowOf('敦煌飞天'));
    await click(row.getByRole('button', { name: '删除「敦煌飞天」' }));
    const dialog = within(await screen.findByRole('dialog', { name: '删除模板「敦煌飞天」？' }));
    await click(dialog.getByRole('button', { name: '确认删除' }));
    expect(await dialog.findByText('模板已上线，请先下线再删除')).toBeVisible();
    expect(location.pathname).toBe(at);
  });

  it('offers to create the first record, or to clear filters that match nothing', async () => {
    renderAdmin({ at, answers: holding([]) });
    expect(await screen.findByText('还没有模板')).toBeVisible();
    await click(screen.getByRole('tab', { name: /草稿/ }));
    expect(await screen.findByText('没有符合条件的记录')).toBeVisible();
    await click(screen.getByRole('button', { name: '清除筛选' }));
    expect(await screen.findByText('还没有模板')).toBeVisible();
  });

  it('shows cards with their actions on a phone', async () => {
    renderAdmin({ at, width: 390, answers: holding([aTemplate()]) });
    const card = (await screen.findByText('敦煌飞天')).closest('li') as HTMLElement;
    expect(within(card).getByRole('button', { name: '上线「敦煌飞天」' })).toBeVisible();
    expect(within(card).getByRole('switch')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('is reached from the number of templates of a category', async () => {
    const { dataOf } = renderAdmin({
      at: '/admin/categories',
      answers: holding([aTemplate()]),
    });
    // Once for wide screens, once for phones; styles decide, which jsdom does not apply.
    const links = await screen.findAllByRole('link', { name: '查看「古风国潮」的 3 个模板' });
    await click(links[0] as HTMLElement);
    await screen.findByText('敦煌飞天');
    expect(dataOf('getTemplates').at(-1)?.['filter']).toEqual({ categoryIds: 'cat_1' });
  });
});
