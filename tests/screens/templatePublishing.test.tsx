import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, renderAdmin } from './renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const editAt = '/admin/templates/edit/tpl_1';

beforeEach(() => localStorage.clear());

describe('publishing a template', () => {
  it('lists what is missing, beside the fields too', async () => {
    const bare = aTemplate({ coverImage: '', categoryIds: [] });
    const { sent, user } = renderAdmin({ at: editAt, answers: holding([bare]) });
    await user.click(await screen.findByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findAllByText(/上线前请上传封面图/)).not.toHaveLength(0);
    expect(screen.getByRole('combobox', { name: /分类/ })).toHaveAccessibleDescription(
      '上线前请选择分类',
    );
    expect(screen.getByText('还缺 2 项')).toBeVisible();
    expect(sent('updateTemplateField')).toHaveLength(0);
  });

  it('names beside the fields what a workflow needs to run, also for an input without a node', async () => {
    const [photo] = aTemplate().inputs;
    const bare = aTemplate({
      workflowId: '',
      apiKeyPool: 'video',
      hasUsableKey: false,
      inputs: [{ ...photo!, nodeId: '' }],
    });
    const { sent, user } = renderAdmin({ at: editAt, answers: holding([bare]) });
    expect(await screen.findByText('还缺 3 项')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '上线「敦煌飞天」' }));
    await user.click(await screen.findByRole('tab', { name: '生成与计费 2 处需要修改' }));
    expect(screen.getByRole('textbox', { name: '工作流编号' })).toHaveAccessibleDescription(
      '上线前请填写工作流编号',
    );
    expect(screen.getByRole('combobox', { name: /密钥分组/ })).toHaveAccessibleDescription(
      /该密钥分组没有可用的密钥/,
    );
    await user.click(screen.getByRole('tab', { name: /输入项/ }));
    expect(screen.getByRole('textbox', { name: /节点编号/ })).toHaveAccessibleDescription(
      '上线前请填写节点编号',
    );
    expect(sent('updateTemplateField')).toHaveLength(0);
  });

  it('requires no number, input or key of a local template', async () => {
    const local = aTemplate({ engine: 'local', workflowId: '', inputs: [] });
    renderAdmin({ at: editAt, answers: holding([local]) });
    expect(await screen.findByText('条件已齐，可以上线')).toBeVisible();
  });

  it('offers the existing pools, and says which have a working key', async () => {
    const key = (at: number, fields: object) => ({
      _id: `key_${at}`,
      rev: 1,
      createTime: at,
      updateTime: at,
      name: '密钥',
      keyMask: '****',
      status: 'active',
      pool: 'default',
      ...fields,
    });
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminApiKey.getApiKeys': () => {
          const list = [key(1, {}), key(2, {}), key(3, { pool: 'video', status: 'invalid' })];
          return answer('adminApiKey', 'getApiKeys', { list, total: 3 } as never);
        },
        'adminTemplate.updateTemplate': () =>
          answer('adminTemplate', 'updateTemplate', aTemplate({ rev: 5, apiKeyPool: 'video' })),
      }),
    });
    await user.click(await screen.findByRole('tab', { name: '生成与计费' }));
    await user.click(screen.getByRole('combobox', { name: /密钥分组/ }));
    expect(await screen.findByRole('option', { name: 'default（2 个可用）' })).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'video（没有可用密钥）' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(sent('updateTemplate')[0]?.data).toMatchObject({ apiKeyPool: 'video' }),
    );
  });

  it('warns before a save that takes an online template offline, and says so afterwards', async () => {
    const online = aTemplate({ status: 'online' });
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([online], {
        'adminTemplate.updateTemplate': () =>
          answer(
            'adminTemplate',
            'updateTemplate',
            aTemplate({ rev: 5, workflowId: '', status: 'offline' }),
          ),
      }),
    });
    await user.click(await screen.findByRole('tab', { name: '生成与计费' }));
    const number = screen.getByRole('textbox', { name: '工作流编号' });
    await user.clear(number);
    expect(await screen.findByText('保存后模板会立即下线，因为缺少：工作流编号。')).toBeVisible();
    await user.type(number, '1');
    expect(screen.queryByText(/保存后模板会立即下线/)).not.toBeInTheDocument();
    await user.clear(number);
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(
      await screen.findByText('模板已下线，因为缺少：工作流编号。补齐后可以重新上线。'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: '上线「敦煌飞天」' })).toBeVisible();
  });

  it('shows on an online template’s page that it is suspended, why, and where to fix it', async () => {
    const dry = aTemplate({ status: 'online', hasUsableKey: false });
    renderAdmin({ at: editAt, answers: holding([dry]) });
    expect(await screen.findByText('暂停服务')).toBeVisible();
    expect(screen.getByText(/密钥分组「default」没有可用的密钥，用户能看到/)).toBeVisible();
    expect(screen.getByRole('link', { name: '去处理密钥' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/api-keys/),
    );
  });

  it('goes online at the version that was read', async () => {
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplateField': () =>
          answer('adminTemplate', 'updateTemplateField', aTemplate({ rev: 5, status: 'online' })),
      }),
    });
    await user.click(await screen.findByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findByText('已上线「敦煌飞天」')).toBeVisible();
    expect(sent('updateTemplateField')[0]?.data).toEqual({
      templateId: 'tpl_1',
      field: 'status',
      value: 'online',
      rev: 4,
    });
    expect(await screen.findByRole('button', { name: '下线「敦煌飞天」' })).toBeVisible();
  });
});
