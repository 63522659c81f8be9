import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { legalTexts } from '#contract/legal.ts';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import type { PublicLocalApp, PublicQuickFunction } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { loadSystemSettings } from '#src/shared/settings.ts';
import {
  names,
  openVisitor,
  pass,
  prepareVisitorPages,
  settle,
  template,
  templates,
  unreachable,
} from './visitorFixture.tsx';

const quick = (at: number, more: Partial<PublicQuickFunction> = {}): PublicQuickFunction => ({
  _id: `qf_${at}`,
  title: `入口${at}`,
  icon: '',
  badge: '',
  targetType: 'template',
  targetId: `tpl_${at}`,
  path: '',
  appid: '',
  ...more,
});
const localApp = (at: number, more: Partial<PublicLocalApp>): PublicLocalApp => ({
  _id: `app_${at}`,
  appCode: `app_${at}`,
  name: `应用${at}`,
  icon: '',
  coverImage: '',
  description: '',
  categoryId: '',
  entryPath: '',
  config: {},
  minVersion: '',
  costCredits: 0,
  isRecommend: false,
  ...more,
});
const home = (extras: object) => ({
  getHome: () => ({ quickFunctions: [], localApps: [], keywords: [], ...extras }),
});

prepareVisitorPages();

describe('around every page', () => {
  it('has the name, the logo and the sentence that are set', async () => {
    const { visitor } = openVisitor();
    await settle({
      siteName: '小象写真',
      logo: 'settings/logo.png',
      aiNotice: '图片由模型生成',
    });
    await pass(10);
    expect(screen.getByRole('link', { name: '小象写真' })).toHaveAttribute('href', '/');
    expect(document.title).toBe('小象写真');
    expect(visitor.signer.calls.flatMap(({ urls }) => urls)).toContain(
      'settings/logo.png!thumbnail',
    );
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('图片由模型生成')).toBeVisible();
  });

  it('says who runs it, under which numbers, by which rules, and where to complain', async () => {
    openVisitor();
    const { legal } = defaultSystemSettings.site;
    const operator = {
      name: '小象科技',
      licenseUrl: 'https://example.com/license',
      address: '杭州',
    };
    const filing = {
      icp: '浙ICP备1号',
      police: '浙公网安备2号',
      algorithm: '算法3号',
      model: '模型甲',
      modelNumber: '上线4号',
    };
    await settle({ legal: { ...legal, operator, filing } });
    await pass(10);
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('杭州')).not.toBeVisible();
    fireEvent.click(footer.getByText('经营者与备案信息'));
    const license = footer.getByRole('link', { name: /小象科技（营业执照）/ });
    expect(license).toHaveAttribute('href', 'https://example.com/license');
    expect(license).toHaveAttribute('rel', 'noopener noreferrer');
    expect(footer.getByText('杭州')).toBeVisible();
    expect(footer.getByRole('link', { name: /浙ICP备1号/ })).toHaveAttribute(
      'href',
      'https://beian.miit.gov.cn/',
    );
    expect(footer.getByRole('link', { name: /浙公网安备2号/ })).toBeVisible();
    expect(footer.getByRole('link', { name: /算法3号/ })).toBeVisible();
    expect(footer.getByText('生成模型：模型甲，上线4号')).toBeVisible();
    for (const [kind, { label }] of Object.entries(legalTexts))
      expect(footer.getByRole('link', { name: label })).toHaveAttribute('href', `/legal/${kind}`);
    fireEvent.click(footer.getByRole('button', { name: '投诉与反馈' }));
    await pass(10);
    expect(screen.getByRole('dialog', { name: '投诉与反馈' })).toBeVisible();
    // An address that is none of the web becomes no link.
    await settle({ legal: { ...legal, operator: { ...operator, licenseUrl: 'javascript:1' } } });
    expect(footer.getByText(/小象科技/)).toBeVisible();
    expect(footer.queryByRole('link', { name: /小象科技/ })).toBeNull();
  });

  it('has the defaults while the settings cannot be read', async () => {
    openVisitor();
    await act(() => loadSystemSettings((() => Promise.reject(unreachable)) as unknown as Invoke));
    expect(screen.getByRole('link', { name: 'AI图像处理' })).toBeVisible();
    expect(screen.getByText('图片由人工智能生成')).toBeVisible();
  });

  it('says on the way to their own page that support has answered, until they have read it', async () => {
    openVisitor('/', [], {}, { getMe: () => ({ unreadLetters: 1 }) });
    await pass(10);
    expect(screen.getByRole('link', { name: '我的' })).toBeVisible();
    await pass(8_000);
    expect(screen.getByRole('link', { name: /我的.*有新回复/ })).toBeVisible();
  });

  it('says that one’s data are deleted, on a page of its own', async () => {
    openVisitor('/deleted');
    await pass(10);
    expect(screen.getByRole('heading', { level: 1, name: '数据已删除' })).toBeVisible();
    expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
  });

  it('leads to the main pages and marks the current one', async () => {
    openVisitor();
    await pass(10);
    const nav = within(screen.getByRole('navigation', { name: '主要页面' }));
    expect(nav.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/',
      '/works',
      '/me',
    ]);
    expect(nav.getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getByRole('link', { name: '作品' })).not.toHaveAttribute('aria-current');
  });

  it('announces maintenance and a closed web side, while templates may still be looked at', async () => {
    openVisitor();
    await settle({ maintenance: '今晚 23 点恢复' });
    await pass(10);
    expect(screen.getByText('系统维护中').closest('[role=status]')).toHaveTextContent(
      '系统维护中 今晚 23 点恢复',
    );
    expect(names()).toHaveLength(3);
    await settle({ maintenance: null });
    expect(screen.queryByText('系统维护中')).toBeNull();
    await settle({ closed: '请在微信小程序中使用' });
    expect(screen.getByText('网页端暂未开放').closest('[role=status]')).toHaveTextContent(
      '网页端暂未开放 请在微信小程序中使用',
    );
  });
});

describe('what the home page offers besides templates', () => {
  it('are quick functions, each with its kind of link', async () => {
    const { visitor } = openVisitor(
      '/',
      templates(3),
      {},
      home({
        quickFunctions: [
          quick(1, { badge: '新', icon: 'settings/quick.png' }),
          quick(2, { targetType: 'category', targetId: 'cat_1' }),
          quick(3, { targetType: 'url', targetId: '', path: 'https://example.com/a?b=1' }),
          quick(4, { targetType: 'url', targetId: '', path: 'javascript:alert(1)' }),
          quick(5, { targetType: 'local_app', targetId: 'app_1' }),
          quick(6, { targetType: 'page', targetId: '', path: '/pages/print/index' }),
          quick(7, { targetType: 'mini_program', targetId: '', appid: 'wx0123456789abcdef' }),
        ],
      }),
    );
    await pass(10);
    const nav = within(screen.getByRole('navigation', { name: '快捷入口' }));
    const links = nav.getAllByRole('link');
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '/template/tpl_1',
      '/?category=cat_1',
      'https://example.com/a?b=1',
      '/mini-program?app=app_1',
      '/mini-program?entry=qf_6',
      '/mini-program?entry=qf_7',
    ]);
    const elsewhere = links.filter(({ textContent }) => textContent.includes('小程序内使用'));
    expect(elsewhere).toEqual(links.slice(3));
    expect(links[0]).toHaveTextContent('入口1新');
    expect(links[2]).toHaveAttribute('target', '_blank');
    expect(links[2]).toHaveAttribute('rel', 'noopener noreferrer');
    expect(visitor.signer.calls.flatMap(({ urls }) => urls)).toContain(
      'settings/quick.png!thumbnail',
    );
    fireEvent.click(links[1]!);
    await pass(10);
    expect(screen.getByRole('link', { name: '古风' })).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('navigation', { name: '快捷入口' })).toBeNull();
    expect(visitor.callsOf('countClick')).toEqual([{ id: 'qf_2' }]);
  });

  it('are recommended local apps, which lead to where they are found', async () => {
    const { visitor } = openVisitor(
      '/',
      templates(3),
      {},
      home({ localApps: [{ _id: 'app_2', name: '九宫格拼图', icon: 'template/icon.png' }] }),
    );
    visitor.apps = {
      categories: [{ _id: 'lcat_1', name: '拼图排版', icon: '' }],
      list: [
        localApp(1, { name: '取色卡', costCredits: 2 }),
        localApp(2, { name: '九宫格拼图', categoryId: 'lcat_1', description: '排成九宫格' }),
      ],
    };
    await settle({ siteName: '小象写真' });
    await pass(10);
    const nav = within(screen.getByRole('navigation', { name: '小程序应用' }));
    expect(nav.getByRole('link', { name: '全部小程序应用' })).toHaveAttribute(
      'href',
      '/mini-program',
    );
    fireEvent.click(nav.getByRole('link', { name: '九宫格拼图' }));
    await pass(10);
    const title = '「九宫格拼图」请在微信小程序内使用';
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText('打开微信，搜索小程序「小象写真」，进入后就能使用。')).toBeVisible();
    const apps = screen.getAllByRole('listitem').filter(item => item.closest('.apps'));
    expect(apps.map(({ textContent }) => textContent)).toEqual([
      '九宫格拼图排成九宫格免费使用',
      '取色卡每次 2 积分',
    ]);
    expect(apps[0]).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('heading', { name: '其他应用' })).toBeVisible();
  });

  it.each([
    ['?app=app_9', '在微信小程序内使用', '该应用不存在或已停用，看看其他应用吧。'],
    ['?entry=qf_6', '「入口6」请在微信小程序内使用', ''],
    ['', '在微信小程序内使用', ''],
  ])(
    'that only the mini-program opens are found at /mini-program%s',
    async (query, title, note) => {
      const functions = [quick(6, { targetType: 'page', targetId: '', path: '/pages/a' })];
      openVisitor(`/mini-program${query}`, [], {}, home({ quickFunctions: functions }));
      await pass(10);
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(screen.queryByRole('status')?.textContent ?? '').toBe(note);
    },
  );

  it('are popular words that search, also where nothing was found', async () => {
    const keywords = [
      { _id: 'k1', word: '模板2' },
      { _id: 'k2', word: '水彩' },
    ];
    const { visitor } = openVisitor('/', templates(3), {}, home({ keywords }));
    await pass(10);
    fireEvent.click(screen.getByRole('link', { name: '水彩' }));
    await pass(10);
    expect(screen.getByRole('searchbox')).toHaveValue('水彩');
    expect(screen.getByRole('heading', { name: '没有找到「水彩」' })).toBeVisible();
    const hints = within(screen.getByRole('navigation', { name: '热门搜索' }));
    expect(hints.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['模板2']);
    fireEvent.click(hints.getByRole('link'));
    await pass(10);
    expect(names()).toEqual(['模板2']);
    expect(visitor.calls.filter(({ action }) => action === 'getHome')).toHaveLength(1);
  });

  it('may be missing: the templates are there all the same, and it is asked again later', async () => {
    const { visitor } = openVisitor('/', templates(3), { getHome: unreachable });
    await pass(10);
    expect(names()).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelectorAll('.skeleton')).toHaveLength(0);
    visitor.failing = {};
    Object.assign(visitor.answers, home({ quickFunctions: [quick(1)] }));
    act(() => void dispatchEvent(new Event('online')));
    await pass(10);
    expect(screen.getByRole('navigation', { name: '快捷入口' })).toBeVisible();
  });

  it('are recommended templates in a row of their own, none of them twice', async () => {
    const stored = templates(8).map((one, at) => template(at, { ...one, isRecommend: at < 4 }));
    openVisitor('/', stored);
    await pass(10);
    const row = screen.getByRole('heading', { name: '为你推荐' }).closest('section')!;
    expect(within(row).getAllByRole('link')).toHaveLength(4);
    expect(names()).toEqual(stored.map(({ name }) => name));
  });

  it('have no row of their own in a search, or when there are few', async () => {
    const stored = templates(8).map((one, at) => template(at, { ...one, isRecommend: at < 2 }));
    openVisitor('/', stored).unmount();
    openVisitor('/', stored);
    await pass(10);
    expect(screen.queryByRole('heading', { name: '为你推荐' })).toBeNull();
    expect(names()).toHaveLength(8);
  });
});

describe('categories', () => {
  const category = (_id: string, name: string, parentId = '') => ({
    _id,
    name,
    parentId,
    description: `${name}的介绍`,
    coverImage: `category/${_id}.png`,
  });
  const open = async (address: string) => {
    const list = [
      category('cat_1', '古风'),
      category('cat_2', '证件照'),
      category('cat_3', '汉服', 'cat_1'),
      category('cat_4', '水墨', 'cat_1'),
      category('cat_5', '无上级', 'cat_9'),
    ];
    const opened = openVisitor(address, templates(3), {}, { getCategories: () => ({ list }) });
    await pass(10);
    return opened;
  };
  const tabs = (label: string) =>
    within(screen.getByRole('navigation', { name: label }))
      .getAllByRole('link')
      .map(link => `${link.textContent}${link.getAttribute('aria-current') ? '*' : ''}`);

  it('stand in two levels, the second with pictures below the one that is chosen', async () => {
    const { visitor } = await open('/');
    expect(tabs('模板分类')).toEqual(['全部*', '古风', '证件照', '无上级']);
    fireEvent.click(screen.getByRole('link', { name: '古风' }));
    await pass(10);
    expect(tabs('模板分类')).toEqual(['全部', '古风*', '证件照', '无上级']);
    expect(tabs('古风的分类')).toEqual(['全部*', '汉服', '水墨']);
    expect(screen.getByText('古风的介绍')).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '水墨' }));
    await pass(10);
    expect(tabs('模板分类')).toEqual(['全部', '古风*', '证件照', '无上级']);
    expect(tabs('古风的分类')).toEqual(['全部', '汉服', '水墨*']);
    expect(visitor.listCalls().at(-1)).toMatchObject({ filter: { categoryIds: 'cat_4' } });
    const signed = visitor.signer.calls.flatMap(({ urls }) => urls);
    for (const id of ['cat_1', 'cat_3', 'cat_4'])
      expect(signed).toContain(`category/${id}.png!thumbnail`);
  });

  it('have one level where nothing is below', async () => {
    await open('/?category=cat_2');
    expect(tabs('模板分类')).toEqual(['全部', '古风', '证件照*', '无上级']);
    expect(screen.getAllByRole('navigation', { name: /分类$/ })).toHaveLength(1);
  });
});
