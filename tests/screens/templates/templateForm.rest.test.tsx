import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { tinyPng } from '../../functions/world/tinyPng.ts';
import { answer, type Answers, click, failed, put, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding, keysOf } from './templateFixture.ts';

const at = '/admin/templates/edit/tpl_1';
const open = (template = aTemplate(), more: Answers = {}) =>
  renderAdmin({ at, answers: holding([template], more) });
const updated = (fields: Parameters<typeof aTemplate>[0]): Answers => ({
  'adminTemplate.updateTemplate': aTemplate({ rev: 5, ...fields }),
});

beforeEach(() => localStorage.clear());

describe('a template that is opened', () => {
  it('is named by its fields that others have changed since a draft of it was written', async () => {
    const first = open();
    put(await screen.findByRole('textbox', { name: '副标题' }), '未保存');
    await waitFor(() =>
      expect(localStorage.getItem('draft.admin_0001.templates.tpl_1')).toContain('未保存'),
    );
    first.unmount();
    open(aTemplate({ rev: 7, subtitle: '别人的' }));
    expect(await screen.findByText(/又被修改过：副标题/)).toBeVisible();
  });

  it('may be there at the next try, or not exist', async () => {
    let isUp = false;
    const { unmount } = open(aTemplate(), {
      'adminTemplate.getTemplateById': () =>
        isUp ? answer('adminTemplate', 'getTemplateById', aTemplate()) : failed(codes.internal),
    });
    await click(await screen.findByRole('button', { name: '重试' }));
    isUp = true;
    await click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByRole('textbox', { name: /名称/ })).toHaveValue('敦煌飞天');
    unmount();

    open(aTemplate(), { 'adminTemplate.getTemplateById': () => failed(codes.notFound) });
    expect(await screen.findByText('记录不存在或已被删除')).toBeVisible();
    const back = screen.getByRole('link', { name: '返回列表' });
    expect(back).toHaveAttribute('href', '/admin/templates');
  });
});

it('a cover is refused where it is no picture, sent with its scene, and saved as a path', async () => {
  const { sent, dataOf } = open(aTemplate({ coverImage: '' }), {
    ...updated({}),
    'adminStorage.uploadImage': {
      filePath: 'template/202611/new.png',
      fileID: 'cloud://env.bucket/template/202611/new.png',
      mime: 'image/png',
      sizeBytes: 1,
      width: 1,
      height: 1,
    } as never,
  });
  const input = () => screen.findByLabelText<HTMLInputElement>('封面图', { selector: 'input' });
  const choose = async (...files: File[]) => fireEvent.change(await input(), { target: { files } });
  await choose();
  expect(await screen.findByText('没有选择文件')).toBeVisible();
  await choose(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText(/^上传失败: 不是可识别的图片/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '重新上传' })).toBeNull();
  const gif = [Buffer.from('GIF89a'), new Uint8Array(30 * 1024 * 1024), Buffer.from(';')];
  await choose(new File(gif, 'a.gif', { type: 'image/gif' }));
  expect(await screen.findByText('上传失败: 图片不能超过 30 MB')).toBeVisible();
  expect(sent('uploadImage')).toHaveLength(0);

  await choose(new File([tinyPng], 'cover.png', { type: 'image/png' }));
  expect(await screen.findByRole('button', { name: '更换「封面图」的图片' })).toBeEnabled();
  expect(dataOf('uploadImage')[0]).toEqual({
    fileName: 'cover.png',
    fileContent: tinyPng.toString('base64'),
    scene: 'template',
  });
  await click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(dataOf('updateTemplate')[0]).toMatchObject({
      coverImage: 'template/202611/new.png',
    }),
  );
});

describe('publishing a template', () => {
  it('lists what is missing and names it beside the fields, also for an input without a node', async () => {
    const [photo] = aTemplate().inputs;
    const { sent } = open(
      aTemplate({
        coverImage: '',
        categoryIds: [],
        workflowId: '',
        apiKeyPool: 'video',
        hasUsableKey: false,
        inputs: [{ ...photo!, nodeId: '' }],
      }),
    );
    expect(await screen.findByText('还缺 5 项')).toBeVisible();
    await click(screen.getByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findAllByText(/上线前请上传封面图/)).not.toHaveLength(0);
    const says = (role: string, name: string | RegExp, sentence: string | RegExp) =>
      expect(screen.getByRole(role, { name })).toHaveAccessibleDescription(sentence);
    says('combobox', /分类/, '上线前请选择分类');
    await click(await screen.findByRole('tab', { name: '生成与计费 2 处需要修改' }));
    says('textbox', '工作流编号', '上线前请填写工作流编号');
    says('combobox', /密钥分组/, /该密钥分组没有可用的密钥/);
    await click(screen.getByRole('tab', { name: /输入项/ }));
    says('textbox', /节点编号/, '上线前请填写节点编号');
    expect(sent('updateTemplateField')).toHaveLength(0);
  });

  it('requires no number, input or key of a local template', async () => {
    open(aTemplate({ engine: 'local', workflowId: '', inputs: [] }));
    expect(await screen.findByText('条件已齐，可以上线')).toBeVisible();
  });

  it('says that an online one is suspended, and offers the pools that have a working key', async () => {
    const { dataOf } = open(aTemplate({ status: 'online', hasUsableKey: false }), {
      ...keysOf({}, {}, { pool: 'video', status: 'invalid' }),
      ...updated({ apiKeyPool: 'video' }),
    });
    expect(await screen.findByText('暂停服务')).toBeVisible();
    expect(screen.getByText(/密钥分组「default」没有可用的密钥，用户能看到/)).toBeVisible();
    expect(screen.getByRole('link', { name: '去处理密钥' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/api-keys/),
    );
    await click(screen.getByRole('tab', { name: '生成与计费' }));
    await click(screen.getByRole('combobox', { name: /密钥分组/ }));
    expect(await screen.findByRole('option', { name: 'default（2 个可用）' })).toBeVisible();
    await click(screen.getByRole('option', { name: 'video（没有可用密钥）' }));
    await click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dataOf('updateTemplate')[0]).toMatchObject({ apiKeyPool: 'video' }));
  });

  it('is undone by a save that leaves something missing, which says so before and after', async () => {
    open(aTemplate({ status: 'online' }), updated({ workflowId: '', status: 'offline' }));
    await click(await screen.findByRole('tab', { name: '生成与计费' }));
    const number = screen.getByRole('textbox', { name: '工作流编号' });
    put(number, '');
    expect(await screen.findByText('保存后模板会立即下线，因为缺少：工作流编号。')).toBeVisible();
    put(number, '1');
    expect(screen.queryByText(/保存后模板会立即下线/)).not.toBeInTheDocument();
    put(number, '');
    await click(screen.getByRole('button', { name: '保存' }));
    expect(
      await screen.findByText('模板已下线，因为缺少：工作流编号。补齐后可以重新上线。'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: '上线「敦煌飞天」' })).toBeVisible();
  });
});
