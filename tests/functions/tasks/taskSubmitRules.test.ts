import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { beforeWrite } from '../world/beforeWrite.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { restoreEnvironment } from '../world/restoreEnvironment.ts';
import { runJob } from '../world/runJob.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, sandbox, one, photo, template, order, task, creations } = await startTaskWorld();
const { rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { taskGrams, tasks } = await import('#cloudfunctions/_shared/tasks/tasks.ts');

type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const POLL_MS = 3_500;
const [A, B] = ['key_0001', 'key_0002'] as const;
const png = 'template/demo/tpl_0002.png';
const CREATE = '/task/openapi/create';
const UPLOAD = '/openapi/v2/media/upload/binary';
const text = { key: 'text', label: '文字', type: 'text', nodeId: '6', fieldName: 'text' };

beforeEach(async () => {
  await sandbox('runninghub', { queueMs: 0, runMs: HOUR, webhooks: 'lost' });
  await set('settings', 'system', { data: { task: { pollMs: POLL_MS } } });
  await template({ inputs: [photoInput, { ...text, required: false }] });
});

const given = (change: Partial<typeof environment>) => {
  const usual = { ...environment };
  Object.assign(environment, change);
  onTestFinished(() => void Object.assign(environment, usual));
};
/** One look of the engine at what is due now. */
const look = async () => {
  given({ TASK_BUDGET_MS: 0 });
  await runJob('tasks');
};
/** A task that has just been given a slot, as it is stored. */
const submitting = async (more: Row = {}): Promise<Row> => {
  const { _id: id } = await order({ inputs: { photo, text: '一' } });
  const now = Date.now();
  await set('tasks', id, {
    status: 'submitting',
    slot: `${A}#0`,
    slotKey: A,
    apiKeyId: A,
    createTime: now - 120_000,
    queueTime: now - 60_000,
    nextPollTime: now,
    attempts: 1,
    silent: 3,
    polls: 4,
    ...more,
  });
  return task(id);
};
const idOf = ({ _id }: Row) => String(_id);
/** What has become of it after one look. */
const lookedAt = async (row: Row): Promise<Row> => {
  await look();
  return task(idOf(row));
};
const moves = (row: Row, ...more: [from: string, to: string, reason: string][]) => [
  ...(row['history'] as object[]),
  ...more.map(([from, to, reason]) => ({ time: Date.now(), from, to, by: '系统', reason })),
];
const refuse = (code: number, path = CREATE) =>
  sandbox('runninghub', { path, mode: 'refuse', code: String(code), times: 1 });
const disturb = (mode: string, path = CREATE) => sandbox('runninghub', { path, mode, times: 1 });

const { fetch } = globalThis;
/** What the image service is asked for: the bodies of one path. `during` happens before a creation is answered. */
const asked = (during?: () => Promise<unknown>) => {
  const calls: { url: string; body: unknown }[] = [];
  forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation(async (address, options) => {
    const url = address instanceof Request ? address.url : String(address);
    calls.push({ url, body: options?.body });
    const answer = await fetch(address, options);
    if (url.endsWith(CREATE)) await during?.();
    return answer;
  });
  return (path: string) => calls.filter(({ url }) => url.endsWith(path)).map(({ body }) => body);
};
const json = (body: unknown) => JSON.parse(body as string) as Row;
/** Something else that happens just before the given write to tasks. */
const before = (write: number, does: () => Promise<unknown>) => beforeWrite(tasks, write, does);
/** What was logged of steps that have failed. */
const failedSteps = () => world.errors.filter(line => line.includes('step failed'));
/** A mistake of ours, where the image service is asked. */
const mistake = () =>
  forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation(() => {
    throw new Error('a mistake');
  });

describe('a task that is submitted', () => {
  it('is followed from then on, with the number of the image service', async () => {
    const row = await submitting();
    const now = Date.now();
    const after = await lookedAt(row);
    const [made] = (await creations()) as { taskId: string; nodeInfoList: Row[] }[];
    const name = made!.nodeInfoList[0]!['fieldValue'];
    expect(name).toMatch(/^openapi\/.*\.jpg$/);
    expect(after).toEqual({
      ...row,
      // A lease, one for the photo, one before it leaves, and the number.
      rev: Number(row['rev']) + 4,
      status: 'running',
      rhTaskId: made!.taskId,
      grams: taskGrams(String(row['taskNo']), made!.taskId),
      startTime: now,
      sentTime: now,
      submitTime: now,
      deadline: now + 600_000,
      nextPollTime: now + POLL_MS,
      attempts: 2,
      silent: 0,
      polls: 0,
      uploads: { [photo]: name },
      history: moves(row, ['submitting', 'running', '已提交生成']),
    });
    expect(await one('apiKeys', A)).toMatchObject({ failStreak: 0 });
  });

  it('resets the failures of its key', async () => {
    await set('apiKeys', A, { failStreak: 2 });
    await lookedAt(await submitting());
    expect(await one('apiKeys', A)).toMatchObject({ failStreak: 0 });
  });

  it('sends each photo once, as what it is, and its name to every node', async () => {
    const node = (nodeId: string, filePath?: string) => ({
      nodeId,
      fieldName: 'x',
      fieldValue: filePath ? '' : '一',
      ...(filePath && { filePath }),
    });
    const nodeInfoList = [node('1', photo), node('2', png), node('3', photo), node('4')];
    const sentTo = asked();
    const row = await submitting({
      nodeInfoList,
      plan: { ...(await planOf()), largeMemory: true },
    });
    const after = await lookedAt(row);
    expect(
      await Promise.all(
        sentTo(UPLOAD).map(async form => {
          const file = (form as FormData).get('file') as File;
          return [file.name, file.type, (await file.arrayBuffer()).byteLength > 50];
        }),
      ),
    ).toEqual([
      ['photo_0001.jpg', 'image/jpeg', true],
      ['tpl_0002.png', 'image/png', true],
    ]);
    const names = after['uploads'] as Record<string, string>;
    const sent = (nodeId: string, fieldValue: string | undefined) => ({
      nodeId,
      fieldName: 'x',
      fieldValue,
    });
    expect(sentTo(CREATE).map(json)).toEqual([
      {
        apiKey: expect.stringMatching(/^e1/) as string,
        workflowId: '1985000000000000001',
        instanceType: 'plus',
        webhookUrl: expect.stringContaining(`/${String(row['taskNo'])}`) as string,
        nodeInfoList: [
          sent('1', names[photo]),
          sent('2', names[png]),
          sent('3', names[photo]),
          sent('4', '一'),
        ],
      },
    ]);
  });

  const planOf = async () => (await one('tasks', 'task_0001'))['plan'] as object;

  it('does not send again what was sent before', async () => {
    const sentTo = asked();
    await lookedAt(await submitting({ uploads: { [photo]: 'openapi/before.jpg' } }));
    expect(sentTo(UPLOAD)).toEqual([]);
    expect(json(sentTo(CREATE)[0])).toMatchObject({
      nodeInfoList: [{ fieldValue: 'openapi/before.jpg' }, { fieldValue: '一' }],
    });
  });

  it.each([
    ['a workflow', 'workflow', CREATE, { workflowId: '1234567890123456789' }],
    ['an application', 'ai_app', '/task/openapi/ai-app/run', { webappId: '1900000000000000001' }],
  ])(
    'asks for %s, without an address where it cannot be reached',
    async (_what, engine, path, id) => {
      given({ HTTP_ACCESS_URL: '' });
      const sentTo = asked();
      await template({ engine, webappId: '1900000000000000001' });
      const after = await lookedAt(await submitting());
      expect(after).toMatchObject({ status: 'running', attempts: 2 });
      expect(json(sentTo(path)[0])).toEqual({
        apiKey: expect.any(String) as string,
        ...id,
        nodeInfoList: [
          { nodeId: '12', fieldName: 'image', fieldValue: (after['uploads'] as Row)[photo] },
          { nodeId: '6', fieldName: 'text', fieldValue: '一' },
        ],
      });
    },
  );
});

describe('a task that is submitted by one run', () => {
  it.each([
    ['that another one has begun', 1],
    ['that was too slow with its photo', 2],
    ['that was too slow to send it', 3],
  ])('is left alone by one %s', async (_what, write) => {
    const row = await submitting();
    const change = { nextPollTime: Date.now() + HOUR };
    before(write, () => set('tasks', idOf(row), change));
    expect(await lookedAt(row)).toMatchObject({ status: 'submitting', sentTime: 0, ...change });
    expect(await creations()).toEqual([]);
    expect(failedSteps()).toEqual([]);
  });

  it.each([
    ['was cancelled', { status: 'cancelled' }, true],
    ['has another slot', { slot: `${B}#0`, slotKey: B }, false],
    ['has its number', { rhTaskId: '1985000000000000999' }, false],
  ])('keeps its number only if nobody has it: it %s meanwhile', async (_what, change, isKept) => {
    const row = await submitting();
    asked(() => set('tasks', idOf(row), change));
    const now = Date.now();
    const after = await lookedAt(row);
    const [made] = (await creations()) as { taskId: string }[];
    expect(after).toMatchObject({
      status: 'submitting',
      startTime: null,
      ...change,
      history: row['history'],
      ...(isKept && { rhTaskId: made!.taskId, nextPollTime: now }),
    });
    if (!isKept) expect(after['rhTaskId']).not.toBe(made!.taskId);
  });
});

describe('a task that goes back into the queue', () => {
  const queued = (row: Row, reason: string, more: Row = {}) => {
    const deadline = Date.now() - 60_000 + 1_800_000;
    return {
      status: 'queued',
      slot: row['_id'],
      slotKey: '',
      apiKeyId: '',
      uploads: {},
      sentTime: 0,
      attempts: 2,
      deadline,
      nextPollTime: deadline,
      history: moves(row, ['submitting', 'queued', reason]),
      ...more,
    };
  };

  it.each([
    [421, '密钥「密钥1」并发已满，重新排队'],
    [1520, '密钥「密钥1」并发已满，重新排队'],
    [412, '图像服务异常（密钥「密钥1」，代码 412），重新排队'],
    [1005, '图像服务异常（密钥「密钥1」，代码 1005），重新排队'],
    [9999, '图像服务异常（密钥「密钥1」，代码 9999），重新排队'],
  ])('for what passes by itself, %i, does not count as tried', async (code, reason) => {
    await refuse(code);
    const row = await submitting();
    expect(await lookedAt(row)).toMatchObject(queued(row, reason, { attempts: 1 }));
    expect(await one('apiKeys', A)).toMatchObject({ status: 'active', lastErrorCode: code });
  });

  it.each([804, 813])('is not sent again where it seems to have begun, by %i', async code => {
    await refuse(code);
    const row = await submitting();
    expect(await lookedAt(row)).toMatchObject({ status: 'submitting', sentTime: Date.now() });
  });

  it.each([
    ['refused', 802, '密钥「密钥1」已失效，重新排队', { status: 'invalid', lastErrorCode: 802 }],
    ['empty', 416, '密钥「密钥1」余额不足，重新排队', { status: 'exhausted', lastErrorCode: 416 }],
  ])('because its key is %s keeps its place and its time', async (_why, code, reason, key) => {
    await refuse(code);
    const row = await submitting();
    const { sentTime, ...after } = await lookedAt(row);
    expect({ ...after, sentTime }).toEqual({
      ...row,
      ...queued(row, reason),
      submitTime: Date.now(),
      rev: Number(row['rev']) + 4,
    });
    expect(await one('apiKeys', A)).toMatchObject(key);
  });

  it('because its photo could not be sent is sent anew', async () => {
    await disturb('fail', UPLOAD);
    const row = await submitting();
    expect(await lookedAt(row)).toEqual({
      ...row,
      ...queued(row, '密钥「密钥1」没有响应，重新排队'),
      rev: Number(row['rev']) + 2,
    });
    expect(await one('apiKeys', A)).toMatchObject({ failStreak: 1 });
  });

  it.each([
    ['was switched off', () => set('apiKeys', A, { status: 'paused' })],
    ['is gone', () => set('tasks', 'task_0001', {})],
  ])('because its key %s', async (what, change) => {
    const row = await submitting(what === 'is gone' ? { slotKey: 'key_9999' } : {});
    await change();
    expect(await lookedAt(row)).toMatchObject(queued(row, '所用密钥已停用，重新排队'));
  });

  it('without the time since when it waits has its whole time again', async () => {
    await refuse(421);
    const row = await submitting({ queueTime: null });
    const deadline = Date.now() + 1_800_000;
    expect(await lookedAt(row)).toMatchObject({
      queueTime: null,
      deadline,
      nextPollTime: deadline,
    });
  });

  it('ends where that was so often before', async () => {
    const { TASK_ATTEMPTS } = environment;
    await disturb('fail', UPLOAD);
    const row = await submitting({ attempts: TASK_ATTEMPTS - 2 });
    expect(await lookedAt(row)).toMatchObject({ status: 'queued', attempts: TASK_ATTEMPTS - 1 });
    await set('tasks', idOf(row), { status: 'cancelled', nextPollTime: 0 });
    await disturb('fail', UPLOAD);
    const last = await submitting({ attempts: TASK_ATTEMPTS - 1 });
    const ended = await lookedAt(last);
    expect(ended).toMatchObject({
      status: 'failed',
      errorCode: 'QUEUE_FULL',
      isRefunded: false,
      maybeCharged: false,
      history: moves(last, ['submitting', 'failed', '密钥「密钥1」没有响应，重新排队']),
    });
  });
});

describe('a task that is refused', () => {
  it.each([
    [433, 'TEMPLATE_BROKEN', 'template', CREATE],
    [1501, 'CONTENT_REJECTED', 'rejected', CREATE],
    [1505, 'REAL_PERSON', 'person', CREATE],
    [808, 'PHOTO_REFUSED', 'file', UPLOAD],
    [809, 'FILE_TOO_LARGE', 'file', UPLOAD],
    [809, 'FILE_TOO_LARGE', 'file', CREATE],
  ])('with %i ends as %s, and its slot is free', async (code, errorCode, failure, path) => {
    await refuse(code, path);
    const row = await submitting();
    expect(await lookedAt(row)).toMatchObject({
      status: 'failed',
      errorCode,
      errorRaw: `${failure} ${code}`,
      isRefunded: false,
      maybeCharged: false,
      slot: row['_id'],
      slotKey: '',
      nextPollTime: 0,
      finishTime: Date.now(),
      history: moves(row, ['submitting', 'failed', '']),
    });
    const { refusedInARow } = await one('templates', 'tpl_0001');
    expect(refusedInARow).toBe(failure === 'template' ? 1 : undefined);
  });

  it('as a trial says nothing about its template', async () => {
    await refuse(433);
    const row = await submitting({ isTrial: true, userId: '' });
    expect(await lookedAt(row)).toMatchObject({ status: 'failed', errorCode: 'TEMPLATE_BROKEN' });
    expect((await one('templates', 'tpl_0001'))['refusedInARow']).toBeUndefined();
  });

  it('by us, because its photo is gone, was never sent', async () => {
    const gone = { nodeId: '1', fieldName: 'x', fieldValue: '', filePath: 'user_upload/gone.jpg' };
    const row = await submitting({ nodeInfoList: [gone] });
    expect(await lookedAt(row)).toMatchObject({
      status: 'failed',
      errorCode: 'NOT_FOUND',
      errorRaw: '',
      isRefunded: false,
      slot: row['_id'],
      slotKey: '',
      history: moves(row, ['submitting', 'failed', '上传的图片已不存在']),
    });
    expect(await creations()).toEqual([]);
  });
});

describe('a creation that was not answered', () => {
  it.each([
    ['not at all', () => disturb('lose'), 1],
    ['with an error of the work', () => refuse(1504), undefined],
  ])('%s keeps its slot until its deadline, and ends then', async (_how, happens, failStreak) => {
    await happens();
    const row = await submitting();
    const now = Date.now();
    const waits = await lookedAt(row);
    const deadline = now + 600_000;
    expect(waits).toEqual({
      ...row,
      rev: Number(row['rev']) + 4,
      uploads: waits['uploads'],
      sentTime: now,
      submitTime: now,
      deadline,
      nextPollTime: deadline,
      history: moves(row, [
        'submitting',
        'submitting',
        '提交后没有收到回复，不再重复提交，等待回调',
      ]),
    });
    expect((await one('apiKeys', A))['failStreak']).toBe(failStreak ?? 0);
    vi.setSystemTime(deadline - 1);
    await set('tasks', idOf(row), { nextPollTime: 1 });
    expect(await lookedAt(row)).toMatchObject({ status: 'submitting', nextPollTime: deadline });
    vi.setSystemTime(deadline);
    const made = (await creations()).length;
    expect(await lookedAt(row)).toMatchObject({
      status: 'failed',
      errorCode: 'ANSWER_LOST',
      isRefunded: false,
      maybeCharged: true,
      finishTime: deadline,
    });
    expect(await creations()).toHaveLength(made);
  });
});

describe('a mistake of ours', () => {
  it.each([
    ['before a photo is sent', {}, 0],
    ['after it was sent', { uploads: { [photo]: 'openapi/x.jpg' } }, 1],
  ])('%s ends no task: it is due again', async (_when, more, sent) => {
    const row = await submitting(more);
    const now = Date.now();
    mistake();
    expect(await lookedAt(row)).toMatchObject({
      status: 'submitting',
      sentTime: sent * now,
      // The lease was renewed before it left.
      nextPollTime: now + environment.TASK_LEASE_MS + sent,
      history: row['history'],
    });
    expect(failedSteps()).toHaveLength(1);
    world.errors.length = 0;
  });

  it('ends no request to stop', async () => {
    const row = await submitting({ status: 'cancelled', rhTaskId: '1985000000000000100' });
    const now = Date.now();
    mistake();
    expect(await lookedAt(row)).toMatchObject({
      slotKey: A,
      maybeCharged: false,
      nextPollTime: now + environment.TASK_LEASE_MS,
    });
    world.errors.length = 0;
  });
});

describe('a request to stop', () => {
  const CANCEL = '/task/openapi/cancel';
  const cancelled = async (more: Row = {}) => {
    const row = await submitting();
    await lookedAt(row);
    await set('tasks', idOf(row), {
      status: 'cancelled',
      nextPollTime: Date.now(),
      silent: 0,
      ...more,
    });
    return task(idOf(row));
  };
  const released = (row: Row) => ({
    ...row,
    rev: Number(row['rev']) + 2,
    slot: row['_id'],
    slotKey: '',
    nextPollTime: 0,
  });

  it('that is heard frees the slot', async () => {
    const row = await cancelled();
    expect(await lookedAt(row)).toEqual({ ...released(row), maybeCharged: false });
    expect(await creations()).toMatchObject([{ state: 'CANCELLED' }]);
  });

  it.each([
    ['that the service does not know', { rhTaskId: '123' }],
    ['without a number', { rhTaskId: '' }],
    ['whose key is gone', { apiKeyId: 'key_9999' }],
  ])(
    'about a task %s frees the slot, and an administrator looks whether it was charged',
    async (_what, more) => {
      const row = await cancelled(more);
      expect(await lookedAt(row)).toEqual({ ...released(row), maybeCharged: true });
      expect(await creations()).toMatchObject([{ state: 'RUNNING' }]);
    },
  );

  it('with a key that is refused is one that was not heard', async () => {
    const row = await cancelled();
    await refuse(802, CANCEL);
    expect(await lookedAt(row)).toEqual({ ...released(row), maybeCharged: true });
  });

  it('that is refused otherwise is about a task that has ended there', async () => {
    const row = await cancelled();
    await refuse(805, CANCEL);
    expect(await lookedAt(row)).toEqual({ ...released(row), maybeCharged: false });
  });

  it.each([
    ['is not answered', () => disturb('fail', CANCEL)],
    ['comes too often', () => refuse(1003, CANCEL)],
  ])('that %s is repeated, ever more slowly, six times', async (_what, happens) => {
    const row = await cancelled({ silent: 1 });
    const now = Date.now();
    await happens();
    expect(await lookedAt(row)).toEqual({
      ...row,
      rev: Number(row['rev']) + 2,
      silent: 2,
      nextPollTime: now + 12_000,
    });
    await set('tasks', idOf(row), { silent: 4, nextPollTime: now });
    await happens();
    expect(await lookedAt(row)).toMatchObject({
      silent: 5,
      nextPollTime: now + 60_000,
      slotKey: A,
    });
    await set('tasks', idOf(row), { nextPollTime: now });
    await happens();
    expect(await lookedAt(row)).toMatchObject({ slotKey: '', nextPollTime: 0, maybeCharged: true });
  });

  it('is made by one run', async () => {
    const row = await cancelled();
    const change = { nextPollTime: Date.now() + HOUR };
    before(1, () => set('tasks', idOf(row), change));
    expect(await lookedAt(row)).toMatchObject({ slotKey: A, ...change });
    expect(failedSteps()).toEqual([]);
  });
});

describe('the address for the report of a task', () => {
  const { HTTP_ACCESS_URL } = environment;
  const addressOf = async () => {
    const sentTo = asked();
    await lookedAt(await submitting());
    return json(sentTo(CREATE)[0])['webhookUrl'] as string;
  };
  const status = async (path: string) => {
    const { main } = await import('#cloudfunctions/callback/index.ts');
    const body = JSON.stringify({ taskId: '1' });
    return (await main({ path, httpMethod: 'POST', headers: {}, body })).statusCode;
  };

  it('is below that of the functions, and secret', async () => {
    given({ HTTP_ACCESS_URL: 'https://example.com/' });
    expect(await addressOf()).toMatch(
      /^https:\/\/example\.com\/notify\/runninghub\/[0-9a-f]{40}\/T\d{16}$/,
    );
    expect(HTTP_ACCESS_URL).not.toBe('');
  });

  it('is made with the latest key, and found with any', async () => {
    const { randomBytes } = await import('node:crypto');
    const old = await addressOf();
    const usual = { ...process.env };
    Object.assign(process.env, {
      APP_KEK_2: randomBytes(32).toString('base64'),
      APP_KEK_CURRENT: '2',
    });
    onTestFinished(() => restoreEnvironment(usual));
    const path = new URL(old).pathname;
    const taskNo = path.split('/').at(-1)!;
    const [stored] = (await rows('tasks')).filter(row => row['taskNo'] === taskNo);
    const { taskNoIn, webhookOf } = await import('#cloudfunctions/_shared/tasks/webhook.ts');
    expect(taskNoIn(path)).toBe(taskNo);
    expect(webhookOf(taskNo)).not.toBe(old);
    expect(taskNoIn(new URL(webhookOf(taskNo)!).pathname)).toBe(taskNo);
    expect(stored).toBeDefined();
  });

  it.each([
    '/notify/runninghub',
    '/notify/runninghub/x/T1',
    `/${'0'.repeat(40)}/T20300101000000001`,
  ])('is none like %s', async path => expect(await status(path)).toBe(404));
});
