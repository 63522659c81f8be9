import { beforeEach, describe, expect, it } from 'vitest';
import { createRunningHub } from '../runningHub/core.ts';

const CONSUMER = 'c'.repeat(32);
const ENTERPRISE = 'e'.repeat(32);
const WORKFLOW = '1985000000000000001';
const HOOK = 'http://127.0.0.1:9/hook/secret';

let time = 0;
let hub = createRunningHub({ now: () => time });
beforeEach(() => {
  time = Date.UTC(2026, 10, 1);
  hub = createRunningHub({ now: () => time, queueMs: 1_000, runMs: 4_000 });
});

const value = (fieldValue: string | number, fieldName = 'text', nodeId = '6') => ({
  nodeId,
  fieldName,
  fieldValue,
});
const create = (given: object = {}) =>
  hub.handle(
    '/task/openapi/create',
    { apiKey: CONSUMER, workflowId: WORKFLOW, ...given },
    { base: 'http://hub.test' },
  );
const idOf = (answer: ReturnType<typeof create>) =>
  (answer?.data as { taskId: string } | null)?.taskId ?? '';
const ask = (path: string, taskId: string) => hub.handle(path, { apiKey: CONSUMER, taskId });
const outputs = (taskId: string) => ask('/task/openapi/outputs', taskId);

describe('a task', () => {
  it('is queued, then runs, then has a result, by the given clock alone', () => {
    const taskId = idOf(create());
    expect(taskId).toMatch(/^\d{19}$/);
    expect(outputs(taskId)).toMatchObject({ code: 813, data: null });
    time += 1_000;
    expect(outputs(taskId)).toMatchObject({ code: 804 });
    expect(hub.seen().tasks).toMatchObject([{ state: 'RUNNING', progress: 0 }]);
    time += 2_000;
    expect(hub.seen().tasks).toMatchObject([{ state: 'RUNNING', progress: 50 }]);
    time += 2_000;
    expect(outputs(taskId)).toMatchObject({ code: 0, data: [{ fileType: 'png', nodeId: '9' }] });
    expect(ask('/task/openapi/status', taskId)).toMatchObject({ data: 'SUCCESS' });
  });

  it('runs the same way again with the same clock', () => {
    const run = () => {
      const again = createRunningHub({ now: () => 7 });
      return again.handle('/task/openapi/create', { apiKey: CONSUMER, workflowId: WORKFLOW });
    };
    expect(run()).toEqual(run());
  });

  it('has several results when a value asks for them', () => {
    const counts = [
      [value('sandbox-four'), 4],
      [value(3, 'batch_size', '5'), 3],
      [value('', 'batch_size', '5'), 1],
    ] as const;
    for (const [node, count] of counts) {
      const taskId = idOf(create({ nodeInfoList: [node] }));
      time += 5_000;
      expect(outputs(taskId)?.data).toHaveLength(count);
    }
  });

  it('is known after a restart, with the end that it had', () => {
    const good = idOf(create());
    time += 5_000;
    const bad = idOf(create({ nodeInfoList: [value('sandbox-fail')] }));
    time += 5_000;
    const before = [outputs(good)?.code, outputs(bad)?.code];
    hub = createRunningHub({ now: () => time });
    expect([outputs(good)?.code, outputs(bad)?.code]).toEqual(before);
    expect(before).toEqual([0, 805]);
    expect(hub.resultFile(`${good}_9_1.png`)).toMatchObject({ photo: undefined });
    expect(outputs('2000000000000000000')).toMatchObject({ code: 807 });
  });

  it('is known to the key that started it, and to no other', () => {
    const taskId = idOf(create());
    const other = { apiKey: ENTERPRISE, taskId };
    for (const path of ['outputs', 'status', 'cancel'])
      expect(hub.handle(`/task/openapi/${path}`, other)).toMatchObject({ code: 807 });
    expect(outputs(taskId)?.code).toBe(813);
  });

  it('frees its slot when it is cancelled, and does not end twice', () => {
    const taskId = idOf(create());
    expect(create()?.code).toBe(421);
    ask('/task/openapi/cancel', taskId);
    expect(outputs(taskId)).toMatchObject({ code: 805 });
    const second = idOf(create());
    time += 5_000;
    ask('/task/openapi/cancel', second);
    expect(outputs(second)?.code).toBe(0);
  });
});

describe('slots', () => {
  it('are one for a consumer’s key and fifty for an enterprise’s', () => {
    const codes = (apiKey: string, count: number) =>
      Array.from({ length: count }, () => create({ apiKey })?.code);
    expect(codes(CONSUMER, 3)).toEqual([0, 421, 421]);
    expect(codes(ENTERPRISE, 51).filter(code => code === 0)).toHaveLength(50);
    time += 5_000;
    expect(codes(CONSUMER, 2)).toEqual([0, 421]);
    expect(hub.seen().mostAtOnce).toEqual({ cccc: 1, eeee: 50 });
  });
});

describe('an account', () => {
  it('has a limit of its own, whatever its keys allow', () => {
    const keys = ['a', 'b', 'c'].map(letter => `acc001${letter.repeat(26)}`);
    expect(keys.map(apiKey => create({ apiKey })?.code)).toEqual([0, 0, 1520]);
    expect(create({ apiKey: `acc002${'a'.repeat(26)}` })?.code).toBe(0);
    time += 5_000;
    expect(create({ apiKey: keys[2]! })?.code).toBe(0);
  });
});

describe('a refusal', () => {
  it('of questions and of the request to stop can be ordered, and ends with the task', () => {
    const nodeInfoList = [
      value('sandbox-poll-code-1005'),
      value('sandbox-stop-code-500', 'text', '7'),
    ];
    const taskId = idOf(create({ nodeInfoList }));
    expect(outputs(taskId)).toMatchObject({ code: 1005 });
    expect(ask('/task/openapi/cancel', taskId)).toMatchObject({ code: 500 });
    time += 5_000;
    expect(outputs(taskId)).toMatchObject({ code: 0 });
  });

  it.each([
    ['no workflow of this id', { workflowId: '1' }, 380],
    ['no app of this id', { workflowId: `901${'0'.repeat(16)}` }, 901],
    ['a workflow that was never run', { workflowId: `810${'0'.repeat(16)}` }, 810],
    ['a broken workflow', { workflowId: `433${'0'.repeat(16)}` }, 433],
    ['a large workflow on a small machine', { workflowId: `435${'0'.repeat(16)}` }, 435],
    ['a damaged list of nodes', { nodeInfoList: [{ nodeId: 'x' }] }, 803],
    ['a picture that was not uploaded', { nodeInfoList: [value('user/1/a.png', 'image')] }, 433],
    ['a webhook that is no address', { webhookUrl: 'hook' }, 301],
    ['content', { nodeInfoList: [value('sandbox-reject')] }, 1501],
    ['a real person', { nodeInfoList: [value('sandbox-person')] }, 1505],
    ['any code', { nodeInfoList: [value('sandbox-code-1003')] }, 1003],
    ['a key without coins', { apiKey: `fee0${'0'.repeat(28)}` }, 416],
    ['a bad key', { apiKey: `bad0${'0'.repeat(28)}` }, 802],
    ['no key', { apiKey: '' }, 301],
  ])('of %s has its code and starts nothing', (_, given, code) => {
    expect(create(given)).toMatchObject({ code });
    expect(hub.seen().tasks).toEqual([]);
  });

  it('of a large workflow ends with the larger machine', () => {
    const workflowId = `435${'0'.repeat(16)}`;
    expect(create({ workflowId, instanceType: 'plus' })?.code).toBe(0);
  });

  it('of another key than that of the header', () => {
    const fields = { apiKey: CONSUMER, workflowId: WORKFLOW };
    const answer = hub.handle('/task/openapi/create', fields, { bearer: ENTERPRISE });
    expect(answer).toMatchObject({ code: 802 });
  });
});

describe('an upload', () => {
  it('can be used for a day', () => {
    const name = hub.uploads.add('a.PNG', Buffer.from('photo'));
    expect(name).toMatch(/^openapi\/[0-9a-f]{64}\.png$/);
    const nodeInfoList = [value(name, 'image', '5')];
    const taskId = idOf(create({ nodeInfoList }));
    time += 5_000;
    expect(hub.resultFile(`${taskId}_9_1.png`)?.photo?.toString()).toBe('photo');
    time += 86_400_000;
    expect(create({ nodeInfoList })).toMatchObject({ code: 433 });
    expect(hub.resultFile(`${taskId}_9_1.png`)).toBeNull();
  });

  it('is dropped when too many came after it', () => {
    const first = hub.uploads.add('a.png', Buffer.from('first'));
    for (let at = 0; at < 100; at += 1) hub.uploads.add('a.png', Buffer.from(`${at}`));
    expect(hub.uploads.content(first)).toBeUndefined();
    expect(hub.uploads.content(hub.uploads.add('a.png', Buffer.from('99')))).toBeDefined();
  });
});

describe('a webhook', () => {
  const deliver = (status: number | null) => {
    const due = hub.due();
    for (const { id } of due) hub.answered(id, status);
    return due;
  };

  it('is repeated three times while nobody takes it', () => {
    const taskId = idOf(create({ webhookUrl: HOOK, nodeInfoList: [value('sandbox-fail')] }));
    const sent = () => {
      time += 300_000;
      return deliver(null).length;
    };
    expect([sent(), sent(), sent(), sent(), sent()]).toEqual([1, 1, 1, 1, 0]);
    const detail = () => ask('/task/openapi/getWebhookDetail', taskId)?.data;
    expect(detail()).toMatchObject({ callbackStatus: 'FAILED', retryCount: 3 });
    hub.handle('/task/openapi/retryWebhook', {
      apiKey: CONSUMER,
      webhookId: (detail() as { id: string }).id,
      webhookUrl: HOOK,
    });
    expect(deliver(204)).toHaveLength(1);
    expect(detail()).toMatchObject({ callbackStatus: 'SUCCESS' });
  });
});
