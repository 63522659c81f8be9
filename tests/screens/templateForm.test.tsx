import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codes, type Envelope } from '#contract/envelope.ts';
import { tinyPng } from '../functions/world/tinyPng.ts';
import { answer, failed, renderAdmin } from './renderAdmin.tsx';
import { aKeyword, aTemplate, holding } from './templateFixture.ts';

const editAt = '/admin/templates/edit/tpl_1';
const field = (name: string) => screen.findByRole('textbox', { name });
const nameInput = () => screen.findByRole<HTMLInputElement>('textbox', { name: /名称/ });

beforeEach(() => localStorage.clear());

describe('creating a template', () => {
  it('sends only writable fields, once for a double click, with a key', async () => {
    let store: (answer: Envelope) => void = () => undefined;
    const { sent, user } = renderAdmin({
      at: '/admin/templates/create',
      answers: holding([aTemplate({ _id: 'tpl_new' })], {
        'adminTemplate.createTemplate': () =>
          new Promise(resolve => {
            store = resolve;
          }),
      }),
    });
    await user.type(await nameInput(), '敦煌飞天');
    await user.click(screen.getByRole('tab', { name: '生成与计费' }));
    await user.type(screen.getByRole('textbox', { name: '单次售价' }), '19.9');
    await user.dblClick(screen.getByRole('button', { name: '创建' }));
    await waitFor(() => expect(sent('createTemplate')).toHaveLength(1));
    const { idemKey, ...written } = sent('createTemplate')[0]?.data ?? {};
    expect(idemKey).toMatch(/^[\w-]{8,64}$/);
    expect(written).toMatchObject({
      name: '敦煌飞天',
      priceFen: 1990,
      engine: 'workflow',
      sort: 0,
    });
    expect(Object.keys(written)).not.toContain('status');
    expect(Object.keys(written)).not.toContain('preset');
    act(() => store(answer('adminTemplate', 'createTemplate', aTemplate({ _id: 'tpl_new' }))));
    await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_new'));
    expect(await screen.findByText('已创建')).toBeVisible();
    expect(sent('createTemplate')).toHaveLength(1);
  });

  it('creates the first preset, and with it the prompt, in the same call; its errors are shown beside its fields', async () => {
    const answers = [
      failed(codes.invalidInput, undefined, { fields: { 'preset.name': '名称不合适' } }),
      answer('adminTemplate', 'createTemplate', aTemplate({ _id: 'tpl_new' })),
    ];
    const { sent, user } = renderAdmin({
      at: '/admin/templates/create',
      answers: holding([aTemplate({ _id: 'tpl_new' })], {
        'adminTemplate.createTemplate': () => answers.shift(),
      }),
    });
    await user.type(await nameInput(), '敦煌飞天');
    await user.click(screen.getByRole('tab', { name: '第一个预设' }));
    await user.click(screen.getByRole('switch', { name: '同时创建一个预设' }));
    await user.type(await field('提示词'), '飘带飞扬');
    await user.click(screen.getByRole('tab', { name: '展示' }));
    await user.click(screen.getByRole('button', { name: '创建' }));
    expect(await screen.findByRole('tab', { name: '第一个预设 1 处需要修改' })).toBeVisible();
    expect(screen.getAllByRole('textbox', { name: /^名称/ }).at(-1)).toHaveAccessibleDescription(
      '名称不合适',
    );
    await user.click(screen.getByRole('button', { name: '创建' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_new'));
    expect(sent('createTemplate')[0]?.data['preset']).toMatchObject({
      name: '默认',
      prompt: '飘带飞扬',
      params: {},
    });
    expect(new Set(sent('createTemplate').map(({ data }) => data['idemKey'])).size).toBe(1);
  });

  it('creates no preset when it was removed again', async () => {
    const { sent, user } = renderAdmin({
      at: '/admin/templates/create',
      answers: holding([aTemplate({ _id: 'tpl_new' })], {
        'adminTemplate.createTemplate': () =>
          answer('adminTemplate', 'createTemplate', aTemplate({ _id: 'tpl_new' })),
      }),
    });
    await user.type(await nameInput(), '敦煌飞天');
    await user.click(screen.getByRole('tab', { name: '第一个预设' }));
    await user.click(screen.getByRole('switch', { name: '同时创建一个预设' }));
    await user.type(await field('提示词'), '飘带飞扬');
    await user.click(screen.getByRole('switch', { name: '同时创建一个预设' }));
    await user.click(screen.getByRole('button', { name: '创建' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_new'));
    expect(sent('createTemplate').map(({ data }) => data['preset'])).toEqual([undefined]);
  });

  it('shows errors beside the fields and on each tab, without asking the server', async () => {
    const { sent, user } = renderAdmin({ at: '/admin/templates/create', answers: holding([]) });
    await user.type(await nameInput(), '一');
    await user.click(screen.getByRole('tab', { name: '生成与计费' }));
    await user.type(screen.getByRole('textbox', { name: '单次售价' }), '1.234');
    await user.click(screen.getByRole('tab', { name: '展示' }));
    await user.click(screen.getByRole('button', { name: '创建' }));
    // The error is not on the visible tab; the first tab with one is opened.
    expect(await screen.findByText('至少 2 个字符')).toBeVisible();
    expect(await nameInput()).toHaveAccessibleDescription('至少 2 个字符');
    expect(screen.getByRole('tab', { name: '基础信息 1 处需要修改' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '生成与计费 1 处需要修改' }));
    expect(screen.getByText('应为金额，最多两位小数，如 12.50')).toBeVisible();
    expect(sent('createTemplate')).toHaveLength(0);
  });

  it('creates a missing keyword in place', async () => {
    const { sent, user } = renderAdmin({
      at: '/admin/templates/create',
      answers: holding([aTemplate({ _id: 'tpl_new' })], {
        'keyword.createKeyword': () =>
          answer('keyword', 'createKeyword', aKeyword({ _id: 'kw_9', word: '飞天' })),
        'keyword.getKeywords': () => answer('keyword', 'getKeywords', { list: [], total: 0 }),
        'keyword.getKeywordsByIds': () =>
          answer('keyword', 'getKeywordsByIds', {
            list: [aKeyword({ _id: 'kw_9', word: '飞天' })],
          }),
        'adminTemplate.createTemplate': () =>
          answer('adminTemplate', 'createTemplate', aTemplate({ _id: 'tpl_new' })),
      }),
    });
    await user.type(await nameInput(), '敦煌飞天');
    await user.type(screen.getByRole('combobox', { name: '关键词' }), '飞天');
    await user.click(await screen.findByRole('option', { name: '新建「飞天」' }));
    expect(await screen.findByText('已创建「飞天」')).toBeVisible();
    expect(sent('createKeyword')[0]?.data).toMatchObject({ word: '飞天' });
    await user.click(screen.getByRole('button', { name: '创建' }));
    await waitFor(() =>
      expect(sent('createTemplate')[0]?.data).toMatchObject({ keywordIds: ['kw_9'] }),
    );
  });
});

describe('editing a template', () => {
  it('redirects the stock address to the specified one', async () => {
    renderAdmin({ at: '/admin/templates/tpl_1', answers: holding([aTemplate()]) });
    expect(await nameInput()).toHaveValue('敦煌飞天');
    expect(location.pathname).toBe(editAt);
  });

  it('sends the changed fields and the version read, also by Ctrl-S', async () => {
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () =>
          answer('adminTemplate', 'updateTemplate', aTemplate({ rev: 5, subtitle: '新的副标题' })),
      }),
    });
    const subtitle = await field('副标题');
    await user.clear(subtitle);
    await user.type(subtitle, '新的副标题');
    expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('已保存')).toBeVisible();
    expect(sent('updateTemplate')[0]?.data).toEqual({
      _id: 'tpl_1',
      rev: 4,
      subtitle: '新的副标题',
    });
    expect(await screen.findByText('已保存全部修改')).toBeVisible();
    expect(location.pathname).toBe(editAt);
  });

  it("puts the server's sentences beside the fields they concern", async () => {
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () =>
          failed(codes.invalidInput, undefined, { fields: { subtitle: '包含违禁词' } }),
      }),
    });
    await user.type(await field('副标题'), '!');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('包含违禁词')).toBeVisible();
    expect(await field('副标题')).toHaveAccessibleDescription('包含违禁词');
  });

  it('keeps what was typed when the save fails, and still counts it as unsaved', async () => {
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () => failed(codes.internal),
      }),
    });
    await user.type(await field('副标题'), '新');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible();
    expect(await field('副标题')).toHaveValue('飘带与藻井新');
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await user.click(screen.getByRole('link', { name: '返回列表' }));
    await waitFor(() => expect(confirm).toHaveBeenCalled());
    expect(confirm.mock.calls[0]?.[0]).toMatch(/[\u4e00-\u9fff]/);
    expect(location.pathname).toBe(editAt);
    confirm.mockRestore();
  });

  it('keeps what is typed while a save is under way', async () => {
    let store: (answer: Envelope) => void = () => undefined;
    const { user, sent } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () =>
          new Promise(resolve => {
            store = resolve;
          }),
      }),
    });
    await user.type(await field('副标题'), '一');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent('updateTemplate')).toHaveLength(1));
    await user.type(await field('副标题'), '二');
    act(() =>
      store(
        answer('adminTemplate', 'updateTemplate', aTemplate({ rev: 5, subtitle: '飘带与藻井一' })),
      ),
    );
    await screen.findByText('已保存');
    await waitFor(async () => expect(await field('副标题')).toHaveValue('飘带与藻井一二'));
    expect(await screen.findByText('有 1 处修改未保存')).toBeVisible();
  });

  it('offers a draft after a reload, and restores it', async () => {
    const first = renderAdmin({ at: editAt, answers: holding([aTemplate()]) });
    await first.user.type(await field('副标题'), '，未保存');
    await waitFor(() =>
      expect(localStorage.getItem('draft.admin_0001.templates.tpl_1')).toContain('未保存'),
    );
    first.unmount();

    const { user } = renderAdmin({ at: editAt, answers: holding([aTemplate()]) });
    expect(await field('副标题')).toHaveValue('飘带与藻井');
    await user.click(await screen.findByRole('button', { name: '恢复草稿' }));
    expect(await field('副标题')).toHaveValue('飘带与藻井，未保存');
    expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
  });

  it('names the fields that others changed since the draft was written', async () => {
    const first = renderAdmin({ at: editAt, answers: holding([aTemplate()]) });
    await first.user.type(await field('副标题'), '!');
    await waitFor(() =>
      expect(localStorage.getItem('draft.admin_0001.templates.tpl_1')).not.toBeNull(),
    );
    first.unmount();
    renderAdmin({ at: editAt, answers: holding([aTemplate({ rev: 7, subtitle: '别人的' })]) });
    expect(await screen.findByText(/又被修改过：副标题/)).toBeVisible();
  });

  it('distinguishes a missing record from a failed load', async () => {
    let up = false;
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([], {
        'adminTemplate.getTemplateById': () =>
          up ? answer('adminTemplate', 'getTemplateById', aTemplate()) : failed(codes.internal),
      }),
    });
    await user.click(await screen.findByRole('button', { name: '重试' }));
    up = true;
    await user.click(await screen.findByRole('button', { name: '重试' }));
    expect(await nameInput()).toHaveValue('敦煌飞天');
  });

  it('offers a way back from a missing record', async () => {
    renderAdmin({
      at: editAt,
      answers: holding([], {
        'adminTemplate.getTemplateById': () => failed(codes.notFound),
      }),
    });
    expect(await screen.findByText('记录不存在或已被删除')).toBeVisible();
    expect(screen.getByRole('link', { name: '返回列表' })).toHaveAttribute(
      'href',
      '/admin/templates',
    );
  });
});

describe('the cover of a template', () => {
  const png = new File([tinyPng], 'cover.png', { type: 'image/png' });
  const uploaded = answer('adminStorage', 'uploadImage', {
    filePath: 'template/202611/new.png',
    fileID: 'cloud://env.bucket/template/202611/new.png',
    mime: 'image/png',
    sizeBytes: 1,
    width: 1,
    height: 1,
  } as never);
  const chooser = async () =>
    await screen.findByLabelText<HTMLInputElement>('封面图', { selector: 'input' });

  it('is sent with its scene and saved as a path', async () => {
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate({ coverImage: '' })], {
        'adminStorage.uploadImage': () => uploaded,
        'adminTemplate.updateTemplate': () =>
          answer('adminTemplate', 'updateTemplate', aTemplate({ rev: 5 })),
      }),
    });
    await user.upload(await chooser(), png);
    expect(await screen.findByRole('button', { name: '更换「封面图」的图片' })).toBeEnabled();
    expect(sent('uploadImage')[0]?.data).toEqual({
      fileName: 'cover.png',
      fileContent: tinyPng.toString('base64'),
      scene: 'template',
    });
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(sent('updateTemplate')[0]?.data).toMatchObject({
        coverImage: 'template/202611/new.png',
      }),
    );
  });

  it('says why it could not be sent, keeps the file, and sends it again', async () => {
    let up = false;
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate({ coverImage: '' })], {
        'adminStorage.uploadImage': () => (up ? uploaded : failed(codes.internal, '存储空间不足')),
      }),
    });
    await user.upload(await chooser(), png);
    expect(await screen.findByText('上传失败: 存储空间不足')).toBeVisible();
    up = true;
    await user.click(screen.getByRole('button', { name: '重新上传' }));
    expect(await screen.findByRole('button', { name: '更换「封面图」的图片' })).toBeEnabled();
    expect(sent('uploadImage')).toHaveLength(2);
  });

  it('refuses an empty file, a file that is not a picture, and one larger than storage accepts', async () => {
    const { sent } = renderAdmin({ at: editAt, answers: holding([aTemplate({ coverImage: '' })]) });
    const input = await chooser();
    fireEvent.change(input, { target: { files: [] } });
    expect(await screen.findByText('没有选择文件')).toBeVisible();
    fireEvent.change(input, {
      target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] },
    });
    expect(await screen.findByText(/^上传失败: 不是可识别的图片/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '重新上传' })).toBeNull();
    const gif = [Buffer.from('GIF89a'), new Uint8Array(30 * 1024 * 1024), Buffer.from(';')];
    const large = new File(gif, 'a.gif', { type: 'image/gif' });
    fireEvent.change(input, { target: { files: [large] } });
    expect(await screen.findByText('上传失败: 图片不能超过 30 MB')).toBeVisible();
    expect(sent('uploadImage')).toHaveLength(0);
  });
});
