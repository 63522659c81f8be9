import { beforeEach, describe, expect, it } from 'vitest';
import { outlineOf, parseWorkflow } from '#contract/workflow.ts';
import { inputFrom } from '#contract/workflowFields.ts';
import { portrait } from '../../workflows.ts';
import { CANARY_KEY, someApiKey } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok } = world;
beforeEach(() => world.reset());
const NUMBER = '1985000000000000001';
const sandbox = (control: object) => world.standIn('runninghub', control);
const fetched = (apiKeyId = 'key_0001', workflowId = NUMBER) =>
  call('adminTemplate', 'importWorkflow', { workflowId, apiKeyId });

describe('a workflow fetched from the image service', () => {
  it('is answered with its nodes and fields; nothing is stored, no key is shown', async () => {
    const before = await world.dump();
    const answer = await fetched();
    expect(answer.code).toBe(0);
    const { nodes, fields } = answer.data as {
      nodes: { nodeId: string }[];
      fields: { nodeId: string; kind: string }[];
    };
    expect(fields[0]).toMatchObject({ kind: 'image' });
    for (const { nodeId } of fields) expect(nodes.map(one => one.nodeId)).toContain(nodeId);
    expect(await world.dump()).toBe(before);
    expect(JSON.stringify([answer, world.errors, world.log])).not.toContain(CANARY_KEY);
  });

  it('is refused beside the number or the key, whichever is the reason', async () => {
    await world.insert('apiKeys', [
      someApiKey(8, 'active', 'bad0a470000000000000000000000000'),
      someApiKey(9, 'active', 'e7ca4a47000000000000000000000000'),
    ]);
    await world.set('apiKeys', 'key_0009', { keyCipher: 'v1:1:AAAA:AAAA:AAAA' });
    const fieldsOf = async (answering: ReturnType<typeof fetched>) => {
      const { code, data } = await answering;
      return [code, (data as { fields?: object } | null)?.fields];
    };
    expect(await fieldsOf(fetched('key_0008'))).toEqual([
      40001,
      { apiKeyId: '图像服务不接受该密钥，请在「API Key管理」中测试或更换' },
    ]);
    expect(await fieldsOf(fetched('key_0009'))).toEqual([
      40001,
      { apiKeyId: '该密钥已无法使用，请先更换密钥' },
    ]);
    expect(await fieldsOf(fetched('key_0077'))).toEqual([
      40001,
      { apiKeyId: '该密钥已不存在，请选择其他密钥' },
    ]);
    expect(await fieldsOf(fetched('key_0001', '123456'))).toEqual([
      40001,
      { workflowId: '没有找到该工作流，请检查编号，以及密钥是否属于工作流的账号' },
    ]);
    expect(await fieldsOf(fetched('key_0001', 'https://x'))).toEqual([
      40001,
      { workflowId: '工作流编号是一串数字' },
    ]);
  });

  it('is not passed on where the service fails or says something else', async () => {
    for (const mode of ['fail', 'lose']) {
      await sandbox({ mode, times: 1 });
      expect(await fetched()).toMatchObject({
        code: 50201,
        message: '第三方服务暂时不可用，请稍后再试',
        data: null,
      });
    }
  });
});

const parsed = parseWorkflow(JSON.stringify(portrait));
const workflowNodes = 'nodes' in parsed ? outlineOf(parsed.nodes) : [];
const photo = inputFrom(
  {
    nodeId: '12',
    title: '上传人像',
    classType: 'LoadImage',
    fieldName: 'image',
    value: '',
    kind: 'image',
    role: 'image',
  },
  [],
);
const draft = {
  name: '水彩头像',
  coverImage: 'template/demo/tpl_0001.png',
  categoryIds: ['cat_0001'],
  workflowId: NUMBER,
  inputs: [photo],
  workflowNodes,
};
/** Its trial has succeeded. */
const publish = async (templateId: string) => {
  await world.set('templates', templateId, { trialPassed: true });
  return call('adminTemplate', 'updateTemplateField', {
    templateId,
    field: 'status',
    value: 'online',
  });
};

describe('a template that remembers its workflow', () => {
  it('keeps its outline, and so does its copy; visitors get nothing of it', async () => {
    const made = await ok('adminTemplate', 'createTemplate', draft);
    expect(made).toMatchObject({ inputs: [{ nodeClass: 'LoadImage' }], workflowNodes });
    expect(await ok('adminTemplate', 'copyTemplate', { id: made._id })).toMatchObject({
      workflowNodes,
    });
    expect((await publish(made._id)).code).toBe(0);
    const shown = [
      await ok('appTemplate', 'getTemplateById', { id: made._id }),
      await ok('appTemplate', 'getTemplates', {}),
    ];
    expect(shown[0]).toMatchObject({ inputs: [{ key: 'photo', type: 'image' }] });
    expect(JSON.stringify(shown)).not.toMatch(/workflow|node|LoadImage|KSampler|fieldName/i);
  });

  it('does not go online while an input is mapped to a node that is not there', async () => {
    const inputs = [{ ...photo, nodeId: '401' }];
    const made = await ok('adminTemplate', 'createTemplate', { ...draft, inputs });
    const answer = await publish(made._id);
    expect(answer).toMatchObject({
      code: 40001,
      message: '工作流里没有这个节点，请重新对应',
      data: { fields: { 'inputs.0.nodeId': '工作流里没有这个节点，请重新对应' } },
    });
    const fields = { _id: made._id, rev: 1, inputs: [photo] };
    await ok('adminTemplate', 'updateTemplate', fields);
    expect((await publish(made._id)).code).toBe(0);
  });

  it('goes offline in the same write when the workflow no longer has its node', async () => {
    const made = await ok('adminTemplate', 'createTemplate', draft);
    const { rev } = (await publish(made._id)).data as { rev: number };
    const left = workflowNodes.filter(({ nodeId }) => nodeId !== '12');
    const written = await ok('adminTemplate', 'updateTemplate', {
      _id: made._id,
      rev,
      workflowNodes: left,
    });
    expect(written).toMatchObject({ status: 'offline', rev: rev + 1 });
  });

  it('is refused an outline that is too large', async () => {
    const many = Array.from({ length: 501 }, (_, at) => ({
      nodeId: String(at),
      title: '节点',
      classType: 'A',
      fields: [],
    }));
    expect(
      await call('adminTemplate', 'createTemplate', { ...draft, workflowNodes: many }),
    ).toMatchObject({
      code: 40001,
      data: { fields: { workflowNodes: '工作流的节点或字段过多，最多支持 500 个节点' } },
    });
  });

  it('is taken offline by the worker where it went online by older rules', async () => {
    const made = await ok('adminTemplate', 'createTemplate', draft);
    await world.set('templates', made._id, {
      status: 'online',
      inputs: [{ ...photo, nodeId: '99' }],
    });
    await runJob('reviewTemplates');
    expect(await ok('adminTemplate', 'getTemplateById', { id: made._id })).toMatchObject({
      status: 'offline',
    });
  });
});
