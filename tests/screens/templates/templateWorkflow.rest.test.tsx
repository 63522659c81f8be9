import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { outlineOf, parseWorkflow } from '#contract/workflow.ts';
import { fieldsOf } from '#contract/workflowFields.ts';
import { photoInput } from '../../photoInput.ts';
import { editorExport, portrait } from '../../workflows.ts';
import { answer, type Answers, click, failed, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding, keysOf } from './templateFixture.ts';

const editAt = '/admin/templates/edit/tpl_1?tab=inputs';
beforeEach(() => localStorage.clear());

const parsed = parseWorkflow(JSON.stringify(portrait));
const nodes = 'nodes' in parsed ? parsed.nodes : [];
const outline = outlineOf(nodes);
const panel = async () => within(await screen.findByRole('region', { name: '从工作流导入' }));
const json = () => screen.findByRole('textbox', { name: '工作流 JSON（API 格式）' });
/** Pasted, as nobody types it. */
const paste = async (text: string) => fireEvent.change(await json(), { target: { value: text } });

const onInputs = async () => {
  await click(await screen.findByRole('tab', { name: /^输入项/ }));
  await click((await panel()).getByRole('button', { name: /导入$/ }));
};
const importing = async (workflow: object = portrait) => {
  await onInputs();
  await paste(JSON.stringify(workflow));
};
const keys = keysOf({ pool: 'video' }, {}, { status: 'invalid' });
const updating: Answers = {
  ...keys,
  'adminTemplate.updateTemplate': ({ data }) =>
    answer('adminTemplate', 'updateTemplate', aTemplate({ ...data, rev: 5 } as never)),
};

describe('a template from its workflow', () => {
  it('is read from a text or a file, and its fields are mapped to inputs, old or new', async () => {
    const unmapped = aTemplate({ inputs: [{ ...photoInput, nodeId: '', fieldName: '' }] });
    const { sent, dataOf } = renderAdmin({ at: editAt, answers: holding([unmapped], updating) });
    await onInputs();
    await paste(JSON.stringify(editorExport));
    expect(await screen.findByText(/请在工作流编辑器里选择「导出（API）」/)).toBeVisible();
    await paste('{"3": ');
    expect(await screen.findByText(/不是完整的 JSON/)).toBeVisible();
    const file = new File([JSON.stringify(portrait)], 'workflow_api.json');
    fireEvent.drop(await json(), { dataTransfer: { files: [file] } });
    expect(await screen.findByText(/已读取 11 个节点/)).toBeVisible();
    await click(screen.getByRole('button', { name: '换一个工作流' }));
    expect(await json()).toHaveValue('');
    expect(await json()).toHaveFocus();
    await paste(JSON.stringify(portrait));

    const found = await panel();
    await click(found.getByRole('button', { name: '把「上传人像」的 image 对应到已有输入项' }));
    await click(await screen.findByRole('menuitem', { name: '照片' }));
    expect(await found.findByText('已对应「照片」')).toBeVisible();
    // No input here takes a seed.
    expect(
      found.queryByRole('button', { name: '把「K采样器」的 seed 对应到已有输入项' }),
    ).not.toBeInTheDocument();

    await click(found.getByRole('button', { name: '添加「K采样器」的 seed' }));
    expect(await found.findByText('已对应「随机数」')).toHaveFocus();

    await click(found.getByRole('button', { name: '显示其他 12 个字段' }));
    await click(found.getByRole('button', { name: '添加「K采样器」的 steps' }));

    // Removing an input opens its field again.
    const editor = within(screen.getByRole('region', { name: '输入项' }));
    await click(editor.getByRole('button', { name: '移除输入项「随机数」' }));
    expect(found.getByRole('button', { name: '添加「K采样器」的 seed' })).toBeEnabled();

    await click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(sent('updateTemplate')).toHaveLength(1));
    const { inputs, workflowNodes } = dataOf('updateTemplate')[0]! as {
      inputs: object[];
      workflowNodes: object[];
    };
    expect(inputs).toMatchObject([
      { key: 'photo', label: '照片', nodeId: '12', fieldName: 'image', nodeClass: 'LoadImage' },
      {
        key: 'steps',
        label: '精细程度',
        type: 'number',
        nodeId: '3',
        fieldName: 'steps',
        default: 25,
      },
    ]);
    expect(workflowNodes).toEqual(outline);
  });

  it('may be fetched by its number with a working key of its pool; refusals stand beside what they are about', async () => {
    let refusal: object | null = { apiKeyId: '图像服务不接受该密钥' };
    const { sent, dataOf, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate({ workflowId: '' })], {
        ...updating,
        'adminTemplate.importWorkflow': () =>
          refusal
            ? failed(codes.invalidInput, undefined, { fields: refusal })
            : answer('adminTemplate', 'importWorkflow', {
                nodes: outline,
                fields: fieldsOf(nodes),
              }),
      }),
    });
    await onInputs();
    const found = await panel();
    const number = found.getByRole('textbox', { name: '工作流编号' });
    await click(found.getByRole('button', { name: '读取' }));
    expect(number).toHaveAccessibleDescription('请填写工作流编号');
    const address = 'https://example.com/workflow/1985000000000000007?from=list';
    fireEvent.change(number, { target: { value: address } });
    expect(number).toHaveValue('1985000000000000007');
    const key = await found.findByRole('combobox', { name: '使用密钥' });
    await waitFor(() => expect(key).toHaveTextContent('密钥2（e9c****f00d）'));

    await user.type(number, '{Enter}');
    await waitFor(() => expect(key).toHaveAccessibleDescription('图像服务不接受该密钥'));
    refusal = null;
    await click(found.getByRole('button', { name: '读取' }));
    expect(await found.findByText(/已读取 11 个节点/)).toBeVisible();
    expect(dataOf('importWorkflow')).toEqual(
      Array(2).fill({ workflowId: '1985000000000000007', apiKeyId: 'key_2' }),
    );
    // Nothing was saved by the Enter key; the number is the template's now.
    expect(sent('updateTemplate')).toHaveLength(0);
    await click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(dataOf('updateTemplate')[0]).toMatchObject({
        workflowId: '1985000000000000007',
        workflowNodes: outline,
      }),
    );
  });
});

describe('a workflow that is being fetched', () => {
  it('is asked for once, and not used after the panel was closed or another was pasted', async () => {
    let arrive: () => void = () => undefined;
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        ...keys,
        'adminTemplate.importWorkflow': () =>
          new Promise(resolve => {
            arrive = () =>
              resolve(
                answer('adminTemplate', 'importWorkflow', {
                  nodes: outline.slice(0, 2),
                  fields: [],
                }),
              );
          }),
      }),
    });
    await onInputs();
    const found = await panel();
    const key = await found.findByRole('combobox', { name: '使用密钥' });
    await waitFor(() => expect(key).toHaveTextContent('密钥2'));
    await user.dblClick(found.getByRole('button', { name: '读取' }));
    await waitFor(() => expect(sent('importWorkflow')).toHaveLength(1));
    await paste(JSON.stringify(portrait));
    await act(async () => arrive());
    expect(found.getByText(/已读取 11 个节点/)).toBeVisible();

    await click(found.getByRole('button', { name: '不再比对' }));
    await click(await found.findByRole('button', { name: '读取' }));
    await waitFor(() => expect(sent('importWorkflow')).toHaveLength(2));
    await click(found.getByRole('button', { name: '收起' }));
    await act(async () => arrive());
    expect(found.getByRole('button', { name: '导入' })).toBeVisible();
    expect(screen.getByText('已保存全部修改')).toBeVisible();
  });
});

describe('an input whose node the workflow no longer has', () => {
  const mapped = { ...photoInput, nodeId: '12', fieldName: 'image', nodeClass: 'LoadImage' };
  const without = Object.fromEntries(Object.entries(portrait).filter(([id]) => id !== '12'));

  it('is marked as soon as the workflow is imported again, and unmarked by another mapping', async () => {
    const known = aTemplate({ status: 'online', inputs: [mapped], workflowNodes: outline });
    renderAdmin({ at: editAt, answers: holding([known], keys) });
    const found = await panel();
    expect(found.getByText(/已记住工作流的 11 个节点/)).toBeVisible();
    const editor = within(screen.getByRole('region', { name: '输入项' }));
    await click(editor.getByRole('button', { name: /^照片/ }));
    expect(editor.getByRole('textbox', { name: '节点编号' })).toHaveAccessibleDescription(
      '上传人像（LoadImage）',
    );

    await importing({ ...without, '50': portrait['12'] });
    expect(found.getByText(/有 1 个输入项与这个工作流不符/)).toBeVisible();
    expect(screen.getByText('保存后模板会立即下线，因为缺少：输入项对应的节点。')).toBeVisible();
    expect(editor.getByRole('button', { name: /^照片.*需重新对应/ })).toBeVisible();
    expect(editor.getByRole('textbox', { name: '节点编号' })).toHaveAccessibleDescription(
      '工作流里没有这个节点，请重新对应',
    );
    await click(found.getByRole('button', { name: '把「上传人像」的 image 对应到已有输入项' }));
    await click(await screen.findByRole('menuitem', { name: '照片' }));
    expect(screen.queryByText('需重新对应')).not.toBeInTheDocument();
    expect(editor.getByRole('textbox', { name: '节点编号' })).toHaveValue('50');
  });

  it('is known without the workflow itself, and keeps the template from going online', async () => {
    const replaced = outline.map(node =>
      node.nodeId === '12' ? { ...node, classType: 'LoadImageMask' } : node,
    );
    const known = aTemplate({ inputs: [mapped], workflowNodes: replaced });
    const { sent, user } = renderAdmin({ at: editAt, answers: holding([known]) });
    const editor = within(await screen.findByRole('region', { name: '输入项' }));
    await click(editor.getByRole('button', { name: /^照片.*需重新对应/ }));
    const number = editor.getByRole('textbox', { name: '节点编号' });
    expect(number).toHaveAccessibleDescription('这个编号在工作流里已换成另一种节点，请重新对应');
    expect(screen.getByText('还缺 1 项')).toBeVisible();
    await click(screen.getByRole('button', { name: '上线「敦煌飞天」' }));
    expect(await screen.findByRole('tab', { name: '输入项 1 处需要修改' })).toBeVisible();
    expect(sent('updateTemplateField')).toHaveLength(0);
    // The number is confirmed by typing it.
    await user.clear(number);
    await user.type(number, '12');
    expect(screen.queryByText('需重新对应')).not.toBeInTheDocument();
    expect(number).toHaveAccessibleDescription('上传人像（LoadImageMask）');
    expect(screen.getByRole('tab', { name: '输入项' })).toBeVisible();
    // Or the template no longer compares.
    await click((await panel()).getByRole('button', { name: '不再比对' }));
    expect(await screen.findByText(/读取工作流，选出要让用户填写的字段/)).toBeVisible();
  });

  it('is no matter where nothing is sent to the image service', async () => {
    const local = aTemplate({
      engine: 'local',
      inputs: [mapped],
      workflowNodes: outline.slice(0, 1),
    });
    renderAdmin({ at: editAt, answers: holding([local]) });
    expect(await screen.findByRole('region', { name: '输入项' })).toBeVisible();
    expect(screen.queryByRole('region', { name: '从工作流导入' })).not.toBeInTheDocument();
    expect(screen.queryByText('需重新对应')).not.toBeInTheDocument();
  });
});
