import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { answer, failed, ok, renderAdmin } from './renderAdmin.tsx';
import { aCategory, aTemplate, holding } from './templateFixture.ts';

const at = '/admin/templates';
const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

beforeEach(() => localStorage.clear());

describe('the list of templates', () => {
  it('shows name, category, engine, state with its label, and the counts of the tabs', async () => {
    renderAdmin({ at, answers: holding([aTemplate({ status: 'online' })]) });
    const cells = within(await row('敦煌飞天'));
    expect(cells.getByText('飘带与藻井')).toBeVisible();
    expect(await cells.findByText('古风国潮')).toBeVisible();
    expect(cells.getByText('工作流')).toBeVisible();
    expect(cells.getByText('已上线')).toBeVisible();
    const tab = within(screen.getByRole('tablist')).getByRole('tab', { name: '全部 62' });
    expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  it('names a damaged record above the others, with its fields and a link to it', async () => {
    const damaged = { _id: 'tpl_broken', damaged: ['name', 'costCredits'] };
    renderAdmin({ at, answers: holding([aTemplate(), damaged as never]) });
    await row('敦煌飞天');
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
    const keyword = { _id: 'kw_1', word: '汉服', type: 'style', weight: 5, aliases: [] };
    const { sent, user } = renderAdmin({
      at,
      answers: {
        ...holding([aTemplate({ _id: 'tpl_1' })]),
        'keyword.getKeywords': () => ok({ list: [keyword], total: 1 }),
        'adminTemplate.batchUpdate': () =>
          ok({ updated: 1, failed: 0, results: [{ _id: 'tpl_1', result: 'updated' }] }),
      },
    });
    await row('敦煌飞天');
    const ask = async (field: string) => {
      await user.click(await screen.findByRole('checkbox', { name: '全选' }));
      await user.click(screen.getByRole('button', { name: '批量修改' }));
      const dialog = within(await screen.findByRole('dialog', { name: '修改选中的 1 个模板？' }));
      await user.click(dialog.getByRole('combobox', { name: '修改哪一项' }));
      await user.click(screen.getByRole('option', { name: field }));
      const act = dialog.getByRole('button', { name: '批量修改' });
      expect(act).toBeDisabled();
      return { dialog, act };
    };
    const finish = async ({ dialog, act }: Awaited<ReturnType<typeof ask>>) => {
      await user.click(act);
      await user.click(await dialog.findByRole('button', { name: '关闭' }));
      return sent('batchUpdate').at(-1)?.data;
    };
    const credits = await ask('消耗积分');
    await user.type(credits.dialog.getByLabelText('消耗积分'), '12');
    expect(await finish(credits)).toEqual({ ids: ['tpl_1'], field: 'costCredits', value: 12 });
    const words = await ask('关键词');
    await user.click(await words.dialog.findByRole('combobox', { name: '关键词' }));
    await user.click(await screen.findByRole('option', { name: '汉服' }));
    expect(await finish(words)).toEqual({
      ids: ['tpl_1'],
      field: 'keywordIds',
      value: ['kw_1'],
      add: true,
    });
  });

  it('asks only for what the contract knows', async () => {
    const { sent, user } = renderAdmin({ at, answers: holding([aTemplate()]) });
    await row('敦煌飞天');
    expect(sent('getTemplates')[0]?.data).toEqual({
      page: 1,
      pageSize: 20,
      sort: { field: 'sort', order: 'desc' },
      withCounts: true,
    });
    await user.click(screen.getByRole('tab', { name: /已上线/ }));
    await waitFor(() =>
      expect(sent('getTemplates').at(-1)?.data).toMatchObject({ filter: { status: 'online' } }),
    );
    expect(decodeURIComponent(location.search)).toContain('"status":"online"');
    await user.click(screen.getByRole('combobox', { name: '推荐' }));
    await user.click(screen.getByRole('option', { name: '仅看推荐' }));
    await waitFor(() =>
      expect(sent('getTemplates').at(-1)?.data['filter']).toEqual({
        status: 'online',
        isRecommend: true,
      }),
    );
  });

  it('shows an online template without a usable key as suspended, and filters by it', async () => {
    const dry = aTemplate({ status: 'online', hasUsableKey: false });
    const { sent, user } = renderAdmin({ at, answers: holding([dry]) });
    const cells = within(await row('敦煌飞天'));
    expect(cells.getByText('暂停服务')).toBeVisible();
    expect(cells.getByText('暂停服务').closest('[aria-description]')).toHaveAttribute(
      'aria-description',
      expect.stringContaining('已上线，但密钥分组「default」没有可用的密钥'),
    );
    expect(cells.getByRole('button', { name: '下线「敦煌飞天」' })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: '服务情况' }));
    await user.click(screen.getByRole('option', { name: '暂停服务' }));
    await waitFor(() =>
      expect(sent('getTemplates').at(-1)?.data['filter']).toEqual({ suspended: true }),
    );
  });

  it('shows beside each cover what the template cost and earned, with one call for the page', async () => {
    const two = [aTemplate(), aTemplate({ _id: 'tpl_2', name: '水墨江南' })];
    const none = { credits: 0, coins: 0, earnedFen: 0, succeeded: 0, failed: 0 };
    const { sent, user } = renderAdmin({
      at,
      answers: {
        ...holding(two),
        'adminDashboard.getTemplateFigures': () =>
          answer('adminDashboard', 'getTemplateFigures', {
            list: [
              { ...none, templateId: two[0]!._id, succeeded: 9, coins: 4_000, earnedFen: 900 },
              { ...none, templateId: 'tpl_2' },
            ],
            coinPriceFen: 300,
          }),
      },
    });
    await row('敦煌飞天');
    expect(sent('getTemplateFigures')).toEqual([]);
    await user.click(screen.getByRole('button', { name: '图片' }));
    const tile = (await screen.findByRole('link', { name: '敦煌飞天' })).closest('li')!;
    await waitFor(() => expect(tile).toHaveTextContent('近 30 天成本 ¥12.00 · 收入 ¥9.00'));
    const unused = screen.getByRole('link', { name: '水墨江南' }).closest('li');
    expect(unused).toHaveTextContent('近 30 天没有生成');
    expect(sent('getTemplateFigures').map(({ data }) => data)).toEqual([
      { templateIds: [two[0]!._id, 'tpl_2'].sort(), days: 30 },
    ]);
  });

  it('searches after a pause, and not while an input method is composing', async () => {
    const { sent } = renderAdmin({ at, answers: holding([aTemplate()]) });
    await row('敦煌飞天');
    const before = sent('getTemplates').length;
    const box = screen.getByRole('searchbox', { name: '搜索模板、关键词' });
    vi.useFakeTimers();
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: "dun'huang" } });
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    await act(() => vi.advanceTimersByTimeAsync(500));
    vi.useRealTimers();
    expect(sent('getTemplates')).toHaveLength(before);
    fireEvent.change(box, { target: { value: '敦煌' } });
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(sent('getTemplates').at(-1)?.data['q']).toBe('敦煌'));
    expect(sent('getTemplates')).toHaveLength(before + 1);
  });

  it('keeps a record open that was opened during a search', async () => {
    renderAdmin({ at, answers: holding([aTemplate()]) });
    const edit = within(await row('敦煌飞天')).getByRole('link', { name: /编辑/ });
    const search = screen.getByPlaceholderText('搜索模板、关键词');
    fireEvent.change(search, { target: { value: '飞天' } });
    // The list writes its address a moment later.
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.click(edit);
    await screen.findByRole('textbox', { name: '副标题' });
    expect(location.pathname).toMatch(/\/admin\/templates\/edit\//);
  });

  it('moves the recommended switch at once, and back with a message when the server refuses', async () => {
    let refuse: (answer: ReturnType<typeof failed>) => void = () => undefined;
    const { sent, user } = renderAdmin({
      at,
      answers: holding([aTemplate()], {
        'adminTemplate.setRecommendStatus': () =>
          new Promise(resolve => {
            refuse = resolve;
          }),
      }),
    });
    const toggle = within(await row('敦煌飞天')).getByRole('switch');
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    expect(sent('setRecommendStatus')[0]?.data).toEqual({ templateId: 'tpl_1', isRecommend: true });
    refuse(failed(codes.internal));
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible();
  });

  it('saves a sort number in its row, at the version that was read', async () => {
    const { sent, user } = renderAdmin({
      at,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplateField': ({ data }) =>
          answer(
            'adminTemplate',
            'updateTemplateField',
            aTemplate({ rev: 5, sort: Number(data['value']) }),
          ),
      }),
    });
    const cells = within(await row('敦煌飞天'));
    await user.click(cells.getByRole('button', { name: /修改「敦煌飞天」的排序/ }));
    await user.keyboard('25{Enter}');
    expect(await cells.findByRole('button', { name: /排序 25/ })).toBeVisible();
    expect(sent('updateTemplateField')[0]?.data).toEqual({
      templateId: 'tpl_1',
      field: 'sort',
      value: 25,
      rev: 4,
    });
    expect(location.pathname).toBe(at);
  });

  it("restores a sort number on Esc, and shows another's change", async () => {
    const { sent, user } = renderAdmin({
      at,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplateField': ({ data }) =>
          data['rev'] === 4
            ? failed(codes.conflict, undefined, { current: aTemplate({ rev: 9, sort: 77 }) })
            : answer('adminTemplate', 'updateTemplateField', aTemplate({ rev: 10, sort: 25 })),
      }),
    });
    const cells = within(await row('敦煌飞天'));
    const edit = () => cells.getByRole('button', { name: /修改「敦煌飞天」的排序/ });
    await user.click(edit());
    await user.keyboard('33{Escape}');
    expect(edit()).toHaveTextContent('10');
    await user.click(edit());
    await user.keyboard('25{Enter}');
    expect(await screen.findByText('已被改为 77，再按回车以你的为准')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await cells.findByRole('button', { name: /排序 25/ })).toBeVisible();
    expect(sent('updateTemplateField').map(({ data }) => data['rev'])).toEqual([4, 9]);
  });

  it('offers only allowed states, and puts a draft online', async () => {
    const { sent, user } = renderAdmin({
      at,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplateField': () =>
          answer('adminTemplate', 'updateTemplateField', aTemplate({ rev: 5, status: 'online' })),
      }),
    });
    const cells = within(await row('敦煌飞天'));
    expect(cells.queryByRole('button', { name: '下线「敦煌飞天」' })).not.toBeInTheDocument();
    await user.click(cells.getByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await cells.findByText('已上线')).toBeVisible();
    expect(sent('updateTemplateField')[0]?.data).toMatchObject({
      field: 'status',
      value: 'online',
    });
  });

  it("shows the server's reason why a published template cannot be deleted", async () => {
    const { user } = renderAdmin({
      at,
      answers: holding([aTemplate({ status: 'online' })], {
        'adminTemplate.deleteTemplate': () =>
          failed(codes.stateNotAllowed, '模板已上线，请先下线再删除'),
      }),
    });
    await user.click(
      within(await row('敦煌飞天')).getByRole('button', { name: '删除「敦煌飞天」' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: '删除模板「敦煌飞天」？' }));
    await user.click(dialog.getByRole('button', { name: '确认删除' }));
    expect(await dialog.findByText('模板已上线，请先下线再删除')).toBeVisible();
    expect(location.pathname).toBe(at);
  });

  it('deletes a selection and lists the refused ones with reasons', async () => {
    const stays = aTemplate({ _id: 'tpl_2', name: '一寸蓝底', status: 'online' });
    const { user } = renderAdmin({
      at,
      answers: holding([aTemplate(), stays], {
        'adminTemplate.deleteTemplate': ({ data }) =>
          data['id'] === 'tpl_1'
            ? ok({ _id: 'tpl_1' })
            : failed(codes.stateNotAllowed, '模板已上线，请先下线再删除'),
      }),
    });
    await row('敦煌飞天');
    await user.click(screen.getByRole('checkbox', { name: '全选' }));
    await user.click(screen.getByRole('button', { name: '删除' }));
    const dialog = within(await screen.findByRole('dialog', { name: '删除选中的 2 个模板？' }));
    await user.click(dialog.getByRole('button', { name: '确认删除' }));
    expect(await dialog.findByText('已完成 1 项，1 项失败')).toBeVisible();
    expect(dialog.getByText('一寸蓝底')).toBeVisible();
    expect(dialog.getByText('模板已上线，请先下线再删除')).toBeVisible();
  });

  it('distinguishes a failed load from an empty list, and loads again', async () => {
    let up = false;
    const { user } = renderAdmin({
      at,
      answers: holding([], {
        'adminTemplate.getTemplates': () =>
          up ? ok({ list: [aTemplate()], total: 1 }) : failed(codes.internal),
      }),
    });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('加载失败')).toBeVisible();
    expect(screen.queryByText('还没有模板')).not.toBeInTheDocument();
    up = true;
    await user.click(alert.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('敦煌飞天')).toBeVisible();
  });

  it('offers to create the first record, or to clear filters that match nothing', async () => {
    const { user } = renderAdmin({ at, answers: holding([]) });
    expect(await screen.findByText('还没有模板')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /草稿/ }));
    expect(await screen.findByText('没有符合条件的记录')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '清除筛选' }));
    expect(await screen.findByText('还没有模板')).toBeVisible();
  });

  it('shows cards with their actions on a phone', async () => {
    renderAdmin({ at, width: 390, answers: holding([aTemplate()]) });
    const card = (await screen.findByText('敦煌飞天')).closest('li') as HTMLElement;
    expect(within(card).getByRole('button', { name: '上线「敦煌飞天」' })).toBeVisible();
    expect(within(card).getByRole('switch')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('the list of categories', () => {
  it('leads from the number of templates to those templates', async () => {
    const { sent, user } = renderAdmin({
      at: '/admin/categories',
      answers: holding([aTemplate()]),
    });
    // Once for wide screens, once for phones; styles decide, which jsdom does not apply.
    const links = await screen.findAllByRole('link', { name: '查看「古风国潮」的 3 个模板' });
    await user.click(links[0] as HTMLElement);
    await screen.findByText('敦煌飞天');
    expect(sent('getTemplates').at(-1)?.data['filter']).toEqual({ categoryIds: 'cat_1' });
  });

  it('refuses to delete a category in use, with the reason', async () => {
    const { user } = renderAdmin({
      at: '/admin/categories',
      answers: holding([], {
        'adminCategory.getCategories': () =>
          answer('adminCategory', 'getCategories', { list: [aCategory()], total: 1 }),
        'adminCategory.deleteCategory': () =>
          failed(codes.referenced, '还有 3 个模板属于该分类，请先移走这些模板'),
      }),
    });
    await user.click(await screen.findByRole('button', { name: '删除「古风国潮」' }));
    await user.click(screen.getByRole('button', { name: '确认删除' }));
    expect(await screen.findByText('还有 3 个模板属于该分类，请先移走这些模板')).toBeVisible();
  });
});
