import { createHash } from 'node:crypto';
import { type CallbackName, callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import type { WebAnswer } from '#cloudfunctions/_shared/base/httpFunction.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import type { SignedNotice } from '../../sandbox/wechatPay/notices.ts';
import { backgroundConfigs, functionConfigs } from '../../scripts/build/platform.ts';
import { tinyPng } from '../functions/world/tinyPng.ts';
import { noAnswer } from '../replaceSdkTransport.ts';
import { type ReadRows, simulateDatabase, type WriteRow } from './database.ts';
import type { Fate } from './fate.ts';
import { type makeKeys, type SimulatedGateway, simulateGateway } from './gateway.ts';
import { GENERATOR_URL, simulateGenerator } from './generator.ts';
import { PUSH_TOKEN } from './records.ts';
import type { Ended, Scheduler } from './scheduler.ts';
import { beatFinds, dueTime, type StoryJob } from './timers.ts';
import { simulateWeChat, WECHAT_URL } from './weChat.ts';

/** How long a request to the storage is under way; it fails where the database's would get lost. */
type StorageLatency = () => { ms: number; lost?: 'before' | 'after' | undefined };

interface Named {
  fileID: string;
}

const pathIn = ({ fileID }: Named) => fileID.replace(/^cloud:\/\/[^/]*\//, '');

/** The platform's files, in memory: in the place of the SDK's methods. */
const simulateStorage = (scheduler: Scheduler, latency: StorageLatency) => {
  const contents = new Map<string, Buffer>();

  const carry = async <T>(what: string, work: () => T): Promise<T> => {
    const { ms, lost } = latency();
    await scheduler.pause(`storage ${what}`, ms);
    if (lost === 'before') throw new Error('the storage does not answer');
    const answer = work();
    scheduler.note(scheduler.current()?.name ?? '?', `storage ${what}`);
    if (lost === 'after') throw new Error('the storage does not answer');
    return answer;
  };

  const methods = {
    uploadFile: ({ cloudPath, fileContent }: { cloudPath: string; fileContent: Buffer }) =>
      carry(`stores ${cloudPath}`, () => {
        contents.set(cloudPath, fileContent);
        return { fileID: `cloud://local.files/${cloudPath}` };
      }),
    getTempFileURL: ({ fileList }: { fileList: Named[] }) =>
      carry('signs', () => ({
        fileList: fileList.map(file => ({
          ...file,
          code: contents.has(pathIn(file)) ? 'SUCCESS' : 'STORAGE_FILE_NONEXIST',
          tempFileURL: contents.has(pathIn(file)) ? 'http://storage.test/x' : '',
        })),
      })),
    downloadFile: (file: Named) =>
      carry(`reads ${pathIn(file)}`, () => ({ fileContent: contents.get(pathIn(file)) })),
    deleteFile: ({ fileList }: { fileList: string[] }) =>
      carry('deletes', () => ({
        fileList: fileList.map(fileID => {
          contents.delete(pathIn({ fileID }));
          return { fileID, code: 'SUCCESS' };
        }),
      })),
  };
  return { contents, methods };
};

export type Main = (event: unknown, context?: unknown) => Promise<unknown>;

const HOME = '203.0.113.7';
/** Of a plain push, which covers nothing of what it says. */
const PUSH_SIGNATURE = createHash('sha1')
  .update(['1', '2', PUSH_TOKEN].toSorted().join(''))
  .digest('hex');

interface Parts {
  fate: Fate;
  scheduler: Scheduler;
  /** What answers the next call of a function. */
  mainOf: (name: string) => Main;
  readRows: ReadRows;
  write: WriteRow;
  keys: ReturnType<typeof makeKeys>;
}

/** All of one story together, and the calls that people, timers and notices make. */
export const createWorld = async ({ fate, scheduler, mainOf, readRows, write, keys }: Parts) => {
  const { note } = scheduler;
  const { rows, carry, ...database } = simulateDatabase({ fate, scheduler, readRows, write });
  let calls = 0;

  const run = <T>(name: string, runName: string, seconds: number, work: () => Promise<T>) =>
    scheduler.start(runName, work, {
      lives: seconds * 1_000,
      diesAtWait: fate.diesAtWait(name),
    });

  const callback = async (
    name: CallbackName,
    path: string,
    {
      headers,
      body,
      query = {},
    }: { headers: Record<string, string>; body: string; query?: Record<string, string> },
  ) => {
    const runName = `${name}#${(calls += 1)}`;
    note(runName, 'arrives');
    const event = { path, httpMethod: 'POST', headers, queryStringParameters: query, body };
    const work = () => mainOf('callback')(event) as Promise<WebAnswer>;
    const ended = await run(name, runName, backgroundConfigs['callback']!.timeout, work);
    if (ended.kind === 'done') note(runName, `answers ${ended.value.statusCode}`);
    return ended.kind === 'done' && ended.value.statusCode === 200;
  };
  const notice = (to: 'payNotice' | 'refundNotice', signed: SignedNotice) =>
    callback(to, callbackPaths[to], signed);

  const gateway: SimulatedGateway = simulateGateway({
    keys,
    scheduler,
    deliver: notice,
    push: content =>
      callback('virtualNotice', callbackPaths.virtualNotice, {
        headers: {},
        body: JSON.stringify(content),
        query: { timestamp: '1', nonce: '2', signature: PUSH_SIGNATURE },
      }),
    manner: (call, number) => fate.manner(call, number),
    settling: () => fate.settling(),
    notice: () => fate.notice(),
  });
  for (const order of await rows<StoredOrder>('orders')) gateway.know(order);

  const report = (path: string, body: string) =>
    callback('generatorReport', path, { headers: {}, body });

  const generator = simulateGenerator({
    scheduler,
    picture: tinyPng,
    deliver: report,
    manner: (call, number) => fate.manner(call, number),
    refusal: () => fate.refusal(),
    notice: () => fate.notice(),
  });
  const weChat = simulateWeChat({ scheduler, manner: number => fate.manner('message', number) });
  const storage = simulateStorage(scheduler, () => fate.latency('storage'));
  for (const { filePath } of await rows<{ filePath: string }>('files'))
    storage.contents.set(filePath, tinyPng);

  const fetch = (given: URL | string, init: RequestInit): Promise<Response> => {
    const url = new URL(given);
    if (url.pathname.startsWith('/xpay/')) return gateway.virtualFetch(url, init);
    if (url.origin === WECHAT_URL) return weChat.fetch(url, init);
    return url.origin === GENERATOR_URL ? generator.fetch(url, init) : gateway.fetch(url, init);
  };

  /** Numbers of refunds whose void has been answered as done, and when. */
  const voided = new Map<string, number>();
  /** Answers to people, in the order they were given. */
  const answers: {
    who: string;
    action: string;
    data: Record<string, unknown>;
    code: number;
    status: string;
  }[] = [];
  /** How often people asked for money of an order to be sent back. */
  const wishes = new Map<string, number>();

  const call = async <F extends FunctionName>(
    who: string,
    name: F,
    action: ActionName<F> & string,
    data: Record<string, unknown>,
    as: { token?: string; caller?: Record<string, string>; ip?: string },
  ): Promise<Ended<Envelope>> => {
    const runName = `${who}#${(calls += 1)}`;
    note(runName, `calls ${action} ${JSON.stringify(data)}`);
    // Prints that are cancelled are paid back; the order has their number.
    const wished = action === 'processRefund' || data['status'] === 'cancelled';
    const orderId = String(data['id']).replace('prt_', 'ord_');
    if (wished) wishes.set(orderId, (wishes.get(orderId) ?? 0) + 1);
    const event = { action, data, ...(as.token && { token: as.token }) };
    const caller = as.caller ?? {};
    const context = {
      request_id: runName,
      environment: JSON.stringify({
        ...caller,
        TCB_SOURCE_IP: as.ip ?? HOME,
        TCB_CONTEXT_KEYS: ['TCB_SOURCE_IP', ...Object.keys(caller)].join(','),
      }),
    };
    const work = () => mainOf(name)(event, context) as Promise<Envelope>;
    const ended = await run(name, runName, functionConfigs[name].timeout, work);
    if (ended.kind === 'died') return ended;
    const { code, message, data: answer } = ended.value;
    const status = (answer as { status?: string } | null)?.status ?? '';
    note(runName, `is answered ${code} ${code === 0 ? status : message}`.trim());
    answers.push({ who, action, data, code, status });
    if (action === 'voidRefund' && code === 0) voided.set(String(data['id']), scheduler.now());
    // The request answers what it is about.
    const about = answer as { kind?: string; subjectId?: string } | null;
    if (['declineRequest', 'withdrawRequest'].includes(action) && about?.kind === 'refund')
      voided.set(String(about.subjectId), scheduler.now());
    return ended;
  };

  /** The name that a fate knows a run by: of a single job its own. */
  const runWorker = async (name: string, event: object): Promise<boolean> => {
    const runName = `${name}#${(calls += 1)}`;
    const work = () => mainOf('worker')(event) as Promise<{ ok: boolean }>;
    const ended = await run(name, runName, backgroundConfigs['worker']!.timeout, work);
    return ended.kind === 'done' && ended.value.ok;
  };

  /** A job and nothing else. */
  const timer = (job: StoryJob) => runWorker(job, { jobs: [job], alone: true });
  const beat = () => runWorker('beat', { Type: 'Timer', TriggerName: 'beat' });
  const sweep = () => runWorker('sweep', { Type: 'Timer', TriggerName: 'sweep' });

  /**
   * As the SDK calls a function: the caller waits until the worker has begun, which goes on whatever becomes of the
   * caller.
   */
  const callFunction = async ({ data }: { name: string; data: object }) => {
    const { ms, lost } = fate.latency('callFunction');
    await scheduler.pause('the call of the worker', ms);
    if (lost === 'before') throw noAnswer();
    void runWorker('call', data);
    await scheduler.pause('the worker has begun', 1);
    throw noAnswer();
  };

  return {
    ...database,
    rows,
    carry,
    scheduler,
    gateway,
    generator,
    weChat,
    storage,
    fetch: fetch as unknown as typeof globalThis.fetch,
    call,
    timer,
    beat,
    sweep,
    callFunction,
    due: (job: StoryJob) => dueTime(job, rows),
    beatFinds: () => beatFinds(rows, scheduler.now()),
    voided,
    wishes,
    answers,
    note,
    fate,
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;
