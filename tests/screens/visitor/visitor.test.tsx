import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import {
  names,
  openVisitor,
  pass,
  prepareVisitorPages,
  template,
  templates,
  type,
  unreachable,
} from './visitorFixture.tsx';

prepareVisitorPages();

describe('the visitor home', () => {
  it('lists published templates with their pictures, categories and the title', async () => {
    const { visitor } = openVisitor('/', [
      template(1, { subtitle: '水彩', vipOnly: true, isRecommend: true, isNew: true }),
      template(2, { costCredits: 0 }),
    ]);
    await pass(10);
    expect(document.title).toBe('AI图像处理');
    expect(names()).toEqual(['模板1', '模板2']);
    const [first, second] = within(screen.getByRole('list', { name: '模板列表' })).getAllByRole(
      'link',
    );
    expect(first).toHaveAttribute('href', '/template/tpl_1');
    expect(first).toHaveTextContent('水彩8 积分会员专享推荐新');
    expect(second).toHaveTextContent('免费');
    const tabs = within(screen.getByRole('navigation', { name: '模板分类' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '全部',
      '古风',
      '证件照',
    ]);
    expect(visitor.signer.calls).toEqual([
      {
        action: 'getSignedUrls',
        urls: ['template/1.png!thumbnail', 'template/2.png!thumbnail'],
      },
    ]);
  });

  it('shows placeholders while it loads', async () => {
    const { visitor } = openVisitor();
    expect(document.querySelectorAll('.card .skeleton').length).toBeGreaterThan(0);
    expect(screen.getByRole('status', { name: '' })).toBeInTheDocument();
    await pass(10);
    expect(document.querySelectorAll('.skeleton')).toHaveLength(0);
    expect(visitor.listCalls()).toEqual([{ pageSize: 24 }]);
  });

  it('has no links to the management side', async () => {
    openVisitor();
    await pass(10);
    for (const link of screen.getAllByRole('link'))
      expect(link.getAttribute('href')).toMatch(/^(\/($|\?|template\/|legal\/|works$|me$)|#)/);
  });

  it('distinguishes no templates, an empty category and a search without result, each with a next step', async () => {
    const { unmount } = openVisitor('/', []);
    await pass(10);
    expect(screen.getByRole('heading', { name: '还没有上线的模板' })).toBeVisible();
    unmount();

    const category = openVisitor('/?category=cat_1', []);
    await pass(10);
    expect(screen.getByRole('heading', { name: '这个分类下还没有模板' })).toBeVisible();
    category.unmount();

    openVisitor('/?q=水彩&category=cat_1', templates(2));
    await pass(10);
    expect(screen.getByRole('heading', { name: '没有找到「水彩」' })).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '查看全部模板' }));
    await pass(10);
    expect(names()).toHaveLength(2);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('shows a plain error, keeps what was typed, and asks again', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    visitor.failure = unreachable;
    type('模板1');
    await pass(310);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败，请检查网络后重试');
    expect(screen.getByRole('searchbox')).toHaveValue('模板1');
    visitor.failure = undefined;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await pass(10);
    expect(names()).toEqual(['模板1']);
  });

  it.each([
    [new PlatformFailure('INVALID_CREDENTIALS', '云函数响应异常'), '服务暂时没有响应，请稍后再试'],
    [
      new ActionFailure({ code: 42901, message: '操作过于频繁，请稍后再试' }),
      '操作过于频繁，请稍后再试',
    ],
    [new Error('<html>'), '服务暂时没有响应，请稍后再试'],
  ])('shows %s without upstream text', async (failure, message) => {
    openVisitor('/', [], { getTemplates: failure });
    await pass(10);
    expect(screen.getByRole('alert')).toHaveTextContent(message);
  });

  it('lists templates when the categories cannot be read', async () => {
    openVisitor('/', templates(1), { getCategories: unreachable });
    await pass(10);
    expect(names()).toEqual(['模板0']);
    expect(screen.queryByRole('navigation', { name: '模板分类' })).toBeNull();
  });

  it('says so when the network is gone, and continues when it is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { visitor } = openVisitor();
    visitor.failure = unreachable;
    type('模板2');
    await pass(310);
    act(() => void dispatchEvent(new Event('offline')));
    expect(screen.getByText('网络已断开，连上后会自动继续')).toBeVisible();
    online.mockReturnValue(true);
    visitor.failure = undefined;
    act(() => void dispatchEvent(new Event('online')));
    await pass(10);
    expect(screen.queryByText('网络已断开，连上后会自动继续')).toBeNull();
    expect(names()).toEqual(['模板2']);
  });
});

describe('searching', () => {
  it('waits until the typing pauses, and keeps the search in the address', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    type('模');
    await pass(200);
    type('模板2');
    await pass(200);
    expect(visitor.listCalls()).toHaveLength(1);
    await pass(110);
    expect(visitor.listCalls()[1]).toEqual({ pageSize: 24, q: '模板2' });
    expect(new URLSearchParams(location.search).get('q')).toBe('模板2');
    expect(names()).toEqual(['模板2']);
  });

  it('searches at once on Enter', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    type('模板1');
    fireEvent.submit(screen.getByRole('search'));
    await pass(0);
    expect(visitor.listCalls()[1]).toMatchObject({ q: '模板1' });
    await pass(500);
    expect(visitor.listCalls()).toHaveLength(2);
  });

  it('never searches while an input method is composing', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    const box = screen.getByRole('searchbox');
    fireEvent.compositionStart(box);
    type('mu ban');
    fireEvent.submit(screen.getByRole('search'));
    await pass(2_000);
    expect(visitor.listCalls()).toHaveLength(1);
    type('模板');
    fireEvent.compositionEnd(box);
    await pass(310);
    expect(visitor.listCalls()[1]).toMatchObject({ q: '模板' });
    expect(visitor.listCalls()).toHaveLength(2);
  });

  it('never lets a late answer replace a newer one', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    visitor.holding = true;
    type('旧');
    await pass(310);
    type('新');
    await pass(310);
    const [older, newer] = visitor.held;
    await newer?.answer({ list: [template(7, { name: '新的' })], total: 1 });
    expect(names()).toEqual(['新的']);
    await older?.answer({ list: [template(6, { name: '旧的' })], total: 1 });
    expect(names()).toEqual(['新的']);
  });

  it('keeps the old results, paler, until the answer arrives', async () => {
    const { visitor } = openVisitor();
    await pass(10);
    visitor.holding = true;
    type('新');
    await pass(310);
    expect(names()).toHaveLength(3);
    expect(document.querySelector('.results')).toHaveAttribute('aria-busy', 'true');
    await visitor.held[0]?.answer({ list: [], total: 0 });
    expect(names()).toHaveLength(0);
  });

  it('is reached with the slash key, and cleared with one button', async () => {
    openVisitor('/?q=模板1');
    await pass(10);
    expect(names()).toEqual(['模板1']);
    fireEvent.keyDown(document.body, { key: '/' });
    expect(screen.getByRole('searchbox')).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: '清除搜索' }));
    await pass(10);
    expect(names()).toHaveLength(3);
    expect(location.search).toBe('');
  });

  it('drops what the server would refuse from the address', async () => {
    const { visitor } = openVisitor(`/?q=${'a'.repeat(MAX_SEARCH_LENGTH + 9)}%00&category=$ne`);
    await pass(10);
    expect(visitor.listCalls()).toEqual([{ pageSize: 24, q: 'a'.repeat(MAX_SEARCH_LENGTH) }]);
  });
});

describe('categories, pages and the way back', () => {
  const stored = templates(30).map((one, at) => ({
    ...one,
    categoryIds: [at < 2 ? 'cat_1' : 'cat_2'],
  }));

  it('filters by category, keeping the search, and marks the chosen one', async () => {
    const { visitor } = openVisitor('/?q=模板1', stored);
    await pass(10);
    fireEvent.click(screen.getByRole('link', { name: '古风' }));
    await pass(10);
    expect(visitor.listCalls()[1]).toEqual({
      pageSize: 24,
      q: '模板1',
      filter: { categoryIds: 'cat_1' },
    });
    expect(screen.getByRole('link', { name: '古风' })).toHaveAttribute('aria-current', 'true');
    expect(location.search).toContain('category=cat_1');
  });

  it('loads the next page once, says when it is the last, and keeps what it has on a failure', async () => {
    const { visitor } = openVisitor('/', stored);
    await pass(10);
    expect(names()).toHaveLength(24);
    visitor.failure = unreachable;
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await pass(10);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    expect(names()).toHaveLength(24);
    visitor.failure = undefined;
    const retry = screen.getByRole('button', { name: '重试' });
    fireEvent.click(retry);
    fireEvent.click(retry);
    await pass(10);
    expect(names()).toHaveLength(30);
    expect(screen.getByText(/已经到底了 · 共 30 个模板/)).toBeVisible();
    expect(visitor.listCalls().map(({ after }) => after)).toEqual([undefined, '24', '24']);
  });

  it('shows no template twice when one was published meanwhile', async () => {
    const { visitor } = openVisitor('/', stored);
    await pass(10);
    visitor.stored = [template(99), ...stored];
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await pass(10);
    expect(new Set(names()).size).toBe(names().length);
  });

  it('returns from a template to the list as it was, without reading again', async () => {
    const { visitor } = openVisitor('/', stored);
    await pass(10);
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await pass(10);
    vi.stubGlobal('scrollY', 1_234);
    fireEvent.click(screen.getByRole('link', { name: /模板27/ }));
    await pass(10);
    expect(location.pathname).toBe('/template/tpl_27');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    const before = visitor.listCalls().length;
    const signed = visitor.signer.calls.length;
    act(() => history.back());
    await pass(50);
    expect(names()).toHaveLength(30);
    expect(scrollTo).toHaveBeenLastCalledWith(0, 1_234);
    await pass(10);
    expect(visitor.listCalls()).toHaveLength(before);
    expect(visitor.signer.calls).toHaveLength(signed);
  });
});

describe('the template page', () => {
  const full = template(5, {
    name: '水彩肖像',
    subtitle: '柔和的水彩笔触',
    description: '第一行\n第二行',
    costCredits: 12,
    priceFen: 990,
    vipOnly: true,
    model: '水墨模型',
    modelNumber: 'Zhejiang-ShuiMo-202601010001',
    beforeImage: 'template/before.png',
    afterImage: 'template/after.png',
    sampleImages: ['template/s1.png', 'template/s2.png'],
    inputs: [
      { key: 'photo', label: '人物照片', type: 'image', required: true },
      { key: 'mood', label: '风格', type: 'text', required: false },
    ],
  });

  it('shows the picture large, its cost, its form and examples', async () => {
    const { visitor } = openVisitor('/template/tpl_5', [full]);
    await pass(10);
    await pass(10);
    expect(document.title).toBe('水彩肖像 - AI图像处理');
    expect(screen.getByRole('heading', { level: 1, name: '水彩肖像' })).toBeVisible();
    for (const text of ['会员', '人物照片', '风格', '选填'])
      expect(screen.getByText(text)).toBeVisible();
    // It is paid in the mini-program alone.
    expect(screen.queryByText('¥9.90')).toBeNull();
    expect(screen.getByText('每次消耗').parentElement).toHaveTextContent('12 积分');
    expect(screen.getByText('生成模型').parentElement).toHaveTextContent(
      '水墨模型，Zhejiang-ShuiMo-202601010001',
    );
    for (const name of ['水彩肖像的封面', '处理前', '处理后', '示例图 1', '示例图 2'])
      expect(screen.getByRole('img', { name })).toBeInTheDocument();
    expect(visitor.signer.calls[0]?.urls).toContain('template/5.png!uploadimage');
    expect(
      screen.getAllByRole('button').map(button => button.ariaLabel ?? button.textContent),
    ).toEqual([
      '返回',
      '选择照片：人物照片',
      '拍照：人物照片',
      '开始制作',
      '举报',
      '放大查看示例图 1',
      '放大查看示例图 2',
      '投诉与反馈',
    ]);
    expect(screen.getByRole('slider')).toHaveAccessibleName(/对比处理前后/);
  });

  it('says of a suspended template that it cannot be used now, in the list and on its page', async () => {
    openVisitor('/', [template(1, { suspended: true }), template(2)]);
    await pass(0);
    const cards = screen.getAllByText(/^模板[12]$/);
    const texts = cards.map(name => name.closest('a')?.textContent ?? '');
    expect(texts.map(text => text.includes('暂停服务'))).toEqual([true, false]);
    fireEvent.click(cards[0]!);
    await pass(0);
    expect(screen.getByText('这个模板暂时不能使用，可以先看看其他模板。')).toBeVisible();
  });

  it('says that a template no longer exists, and links home', async () => {
    openVisitor('/template/tpl_404');
    await pass(10);
    expect(screen.getByRole('heading', { name: '这个模板不存在或已下线' })).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '返回首页' }));
    await pass(10);
    expect(names()).toHaveLength(3);
    expect(document.title).toBe('AI图像处理');
  });

  it('offers a retry when it could not be read', async () => {
    const { visitor } = openVisitor('/template/tpl_5', [full], { getTemplateById: unreachable });
    await pass(10);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    visitor.failing = {};
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await pass(10);
    expect(screen.getByRole('heading', { level: 1, name: '水彩肖像' })).toBeVisible();
  });

  it('moves the focus to its heading, for screen readers', async () => {
    openVisitor('/', [full]);
    await pass(10);
    fireEvent.click(screen.getByRole('link', { name: /水彩肖像/ }));
    await pass(10);
    expect(screen.getByRole('heading', { level: 1, name: '水彩肖像' })).toHaveFocus();
    expect(document.title).toBe('水彩肖像 - AI图像处理');
  });
});

describe('an unknown address', () => {
  it('says so and leads home', async () => {
    openVisitor('/404');
    expect(document.title).toBe('页面不存在 - AI图像处理');
    expect(screen.getByRole('heading', { name: '页面不存在' })).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '返回首页' }));
    await pass(10);
    expect(location.pathname).toBe('/');
    expect(names()).toHaveLength(3);
  });
});
