import { type Envelope, ok, refused } from './errors.ts';
import {
  type Fields,
  filesIn,
  type NodeInfo,
  type Orders,
  ordersIn,
  readNodes,
  type Wishes,
  wishesIn,
} from './nodes.ts';
import { createUploads } from './uploads.ts';
import { createWebhooks, isWebhookMode } from './webhooks.ts';
import { workflowOf } from './workflow.ts';

export interface RunningHubOptions {
  now?: () => number;
  /** How long new tasks wait and run, milliseconds. */
  queueMs?: number;
  runMs?: number;
}

interface Task {
  taskId: string;
  /** Which alone may ask about it; empty: unknown since a restart. */
  apiKey: string;
  /** The id of the workflow or the app. */
  id: string;
  nodes: NodeInfo[];
  orders: Orders;
  isMetadataWanted: boolean;
  webhookUrl: string;
  /** Address of the service, as the creator called it. */
  base: string;
  startTime: number;
  endTime: number;
  cancelled: boolean;
  /** The end was made known to the webhook, or to nobody. */
  announced: boolean;
}

/** What one result is made from. */
export interface ResultFile {
  kind: Orders['results'];
  /** The id of the workflow or the app, which decides the look. */
  id: string;
  /** 0 for the first result. */
  variant: number;
  photo: Buffer | undefined;
  wishes: Wishes;
  /** JSON that the generator writes into the picture; empty: none. */
  metadata: string;
}

export interface Caller {
  /** Address of the service without a trailing slash, as the caller reaches it. */
  base?: string;
  /** The key of the header; none is as good as the right one. */
  bearer?: string | undefined;
}

const DAY_MS = 86_400_000;
const TASKS_KEPT = 5_000;
const MAIN_NODE = '9';
/** Tasks that an account may have at once, whatever its keys allow. */
const MOST_OF_ACCOUNT = 2;
/** Ids that begin with these codes are answered with them. */
const idErrors = [380, 433, 803, 810, 901];

/** As ComfyUI reports a node whose part of the workflow it leaves out. */
const nodeErrors = { 6: { errors: [{ type: 'value_not_in_list', message: 'Value not in list' }] } };

const lastFour = (apiKey: string) => apiKey.slice(-4);

export const isKey = (key: unknown): key is string =>
  typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && !key.startsWith('bad');

const extensionOf = ({ results }: Orders) => (results === 'video' ? 'mp4' : 'png');

/**
 * The rules of the service without HTTP, timers and pictures: `handle` is one call, `due` what has to be sent to
 * webhooks by now. All times follow `now`.
 */
export const createRunningHub = (options: RunningHubOptions = {}) => {
  const { now = Date.now } = options;
  const usual = { queueMs: options.queueMs ?? 500, runMs: options.runMs ?? 2_000 };
  let times = { ...usual };
  let serial = 0;
  const tasks = new Map<string, Task>();
  const uploads = createUploads(now);
  const webhooks = createWebhooks(now);
  const mostAtOnce = new Map<string, number>();

  const isBusy = ({ cancelled, endTime }: Task) => !cancelled && now() < endTime;
  const busyOf = (apiKey: string) =>
    [...tasks.values()].filter(task => task.apiKey === apiKey && isBusy(task)).length;
  /** Keys of one account begin alike: `acc` and three more digits. */
  const busyOfAccount = (apiKey: string) =>
    apiKey.startsWith('acc')
      ? [...tasks.values()].filter(
          task => task.apiKey.slice(0, 6) === apiKey.slice(0, 6) && isBusy(task),
        ).length
      : 0;
  const isFailed = (task: Task) => task.cancelled || (task.orders.fails && now() >= task.endTime);

  const stateOf = (task: Task): string => {
    if (isFailed(task)) return 'FAILED';
    if (now() < task.startTime) return 'QUEUED';
    return now() < task.endTime ? 'RUNNING' : 'SUCCESS';
  };

  const countByWebhook = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { webhookUrl } of tasks.values())
      if (webhookUrl) counts[webhookUrl] = (counts[webhookUrl] ?? 0) + 1;
    return counts;
  };

  const progressOf = ({ startTime, endTime }: Task): number =>
    now() >= endTime
      ? 100
      : Math.max(0, Math.floor(((now() - startTime) / (endTime - startTime)) * 100));

  /** Nineteen digits, the last of which decides how it ends: `known` reads it after a restart. */
  const nextId = (fails: boolean): string => {
    serial += 1;
    const time = String(Math.floor(now()) % 1_000_000_000).padStart(9, '0');
    return `1985${time}${String(serial % 100_000).padStart(5, '0')}${fails ? 9 : serial % 9}`;
  };

  const remember = (task: Task) => {
    tasks.set(task.taskId, task);
    const { apiKey } = task;
    mostAtOnce.set(apiKey, Math.max(mostAtOnce.get(apiKey) ?? 0, busyOf(apiKey)));
    for (const [taskId, oldest] of tasks) {
      if (tasks.size <= TASKS_KEPT || isBusy(oldest)) break;
      tasks.delete(taskId);
      webhooks.forget(taskId);
    }
  };

  /** Why a task does not start; null if it may. */
  const refusalOf = (task: Pick<Task, 'id' | 'apiKey' | 'nodes' | 'orders'>, machine: unknown) => {
    const { id, apiKey, nodes, orders } = task;
    const ofId = idErrors.find(code => id.startsWith(String(code)));
    if (ofId) return refused(ofId);
    if (id.startsWith('435') && machine !== 'plus') return refused(435);
    const unknown = filesIn(nodes).find(name => !uploads.isLoadable(name));
    if (unknown !== undefined)
      return refused(433, { node_errors: `Invalid image file: ${unknown}` });
    if (apiKey.startsWith('fee0')) return refused(416);
    if (busyOf(apiKey) >= (apiKey.startsWith('e') ? 50 : 1)) return refused(421);
    if (busyOfAccount(apiKey) >= MOST_OF_ACCOUNT) return refused(1520);
    return orders.refusal === null ? null : refused(orders.refusal);
  };

  const create = (fields: Fields, idField: 'workflowId' | 'webappId', base: string): Envelope => {
    const id = String(fields[idField]);
    const isApp = idField === 'webappId';
    if (!/^\d{19}$/.test(id)) return refused(isApp ? 901 : 380);
    const nodes = readNodes(fields['nodeInfoList'], isApp);
    if (!nodes) return refused(803);
    const { webhookUrl = '' } = fields;
    if (typeof webhookUrl !== 'string' || (webhookUrl && !/^https?:\/\//.test(webhookUrl)))
      return refused(301);
    const apiKey = String(fields['apiKey']);
    const orders = ordersIn(nodes);
    const refusal = refusalOf({ id, apiKey, nodes, orders }, fields['instanceType']);
    if (refusal) return refusal;
    const startTime = now() + times.queueMs;
    const taskId = nextId(orders.fails);
    remember({
      taskId,
      apiKey,
      id,
      nodes,
      orders,
      isMetadataWanted: fields['addMetadata'] !== false,
      webhookUrl,
      base,
      startTime,
      endTime: startTime + times.runMs,
      cancelled: false,
      announced: false,
    });
    const node_errors = orders.hasNodeErrors ? nodeErrors : {};
    const promptTips = JSON.stringify({ result: true, error: null, node_errors });
    return ok({ taskId, taskStatus: 'QUEUED', clientId: taskId.slice(-8), promptTips });
  };

  /** After a restart the service still knows its tasks: the last digit says how a task ended. */
  const known = (taskId: string): Task | undefined => {
    const kept = tasks.get(taskId);
    if (kept || !/^1985\d{15}$/.test(taskId)) return kept;
    return {
      taskId,
      apiKey: '',
      id: taskId,
      nodes: [],
      orders: { ...ordersIn([]), fails: taskId.endsWith('9') },
      isMetadataWanted: true,
      webhookUrl: '',
      base: '',
      startTime: 0,
      endTime: 0,
      cancelled: false,
      announced: true,
    };
  };

  const resultsOf = ({ taskId, orders }: Task, base: string) => {
    if (orders.results === 'nothing') return [];
    const type = extensionOf(orders);
    return Array.from({ length: orders.count }, (_, at) => ({
      fileUrl:
        orders.results === 'inner'
          ? 'http://10.0.0.1/x.png'
          : `${base}/files/${taskId}_${MAIN_NODE}_${at + 1}.${type}`,
      fileType: type,
      nodeId: MAIN_NODE,
      taskCostTime: '21',
      consumeCoins: '14',
      consumeMoney: null,
      thirdPartyConsumeMoney: null,
    }));
  };

  /** As the real one answers it to its clients: see docs/cloud-limits.md. */
  const exceptionOf = ({ cancelled, orders }: Task) => {
    if (cancelled)
      return { exception_type: 'InterruptProcessingException', exception_message: 'cancelled' };
    return orders.isRejected
      ? { exception_type: 'audit.RHAuditException', exception_message: 'Porn' }
      : { exception_type: 'RuntimeError', exception_message: 'sandbox-fail' };
  };

  const failureOf = (task: Task) => ({
    failedReason: {
      node_id: '3',
      node_name: 'KSampler',
      ...exceptionOf(task),
      traceback: '[]',
      current_inputs: '{}',
      current_outputs: '{}',
    },
  });

  const outputs = (task: Task, base: string): Envelope => {
    if (isFailed(task)) return refused(805, failureOf(task));
    if (task.orders.ofQuestions !== null && now() < task.endTime)
      return refused(task.orders.ofQuestions);
    if (now() < task.startTime) return refused(813);
    if (now() < task.endTime) return refused(804, { netWssUrl: 'wss://127.0.0.1/none' });
    return ok(resultsOf(task, base));
  };

  const announce = (task: Task) => {
    task.announced = true;
    if (task.webhookUrl)
      webhooks.add(task.taskId, task.webhookUrl, JSON.stringify(outputs(task, task.base)));
  };

  const account = (apiKey: string): Envelope =>
    ok({
      remainCoins: apiKey.startsWith('fee0') ? '0' : '128000',
      currentTaskCounts: String(busyOf(apiKey)),
      remainMoney: null,
      currency: null,
      apiType: apiKey.startsWith('e') ? 'ENTERPRISE' : 'NORMAL',
    });

  const workflow = (workflowId: string): Envelope =>
    !/^\d{19}$/.test(workflowId) || workflowId.startsWith('380')
      ? refused(380)
      : ok({ prompt: JSON.stringify(workflowOf(workflowId)) });

  const ofTask = (fields: Fields, act: (task: Task) => Envelope): Envelope => {
    const task = known(String(fields['taskId']));
    const isOwn = task && (task.apiKey === '' || task.apiKey === fields['apiKey']);
    return isOwn ? act(task) : refused(807);
  };

  const calls: Record<string, (fields: Fields, base: string) => Envelope> = {
    '/task/openapi/create': (fields, base) => create(fields, 'workflowId', base),
    '/task/openapi/ai-app/run': (fields, base) => create(fields, 'webappId', base),
    '/task/openapi/outputs': (fields, base) => ofTask(fields, task => outputs(task, base)),
    '/task/openapi/status': fields => ofTask(fields, task => ok(stateOf(task))),
    '/task/openapi/cancel': fields =>
      ofTask(fields, task => {
        if (task.orders.ofStop !== null) return refused(task.orders.ofStop);
        if (isBusy(task)) task.cancelled = true;
        return ok(null);
      }),
    '/api/openapi/getJsonApiFormat': fields => workflow(String(fields['workflowId'])),
    '/task/openapi/getWebhookDetail': fields =>
      ofTask(fields, ({ taskId }) => ok(webhooks.detail(taskId))),
    '/task/openapi/retryWebhook': fields =>
      webhooks.again(String(fields['webhookId']), String(fields['webhookUrl']))
        ? ok(null)
        : refused(301),
    '/uc/openapi/accountStatus': fields => account(String(fields['apikey'])),
  };

  return {
    uploads,
    /** One call of the interface; null for a path that does not exist. */
    handle(path: string, fields: Fields, { base = '', bearer }: Caller = {}): Envelope | null {
      const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
      if (!call) return null;
      const key = fields[path === '/uc/openapi/accountStatus' ? 'apikey' : 'apiKey'];
      if (typeof key !== 'string' || key === '') return refused(301);
      if (!isKey(key) || (bearer !== undefined && bearer !== key)) return refused(802);
      return call(fields, base);
    },
    /** Webhooks to send now; `answered` must follow for each. */
    due() {
      for (const task of tasks.values()) if (!task.announced && !isBusy(task)) announce(task);
      return webhooks.due();
    },
    answered: webhooks.answered,
    /** Null for what does not exist, or no longer: results live for a day. */
    resultFile(name: string): ResultFile | null {
      const [, taskId = '', at = ''] = /^(\d{19})_\d+_(\d)\.(?:png|mp4)$/.exec(name) ?? [];
      const task = known(taskId);
      if (!task || stateOf(task) !== 'SUCCESS') return null;
      if (tasks.has(taskId) && now() - task.endTime >= DAY_MS) return null;
      const { id, nodes, orders } = task;
      const photo = filesIn(nodes).map(uploads.content).find(Boolean);
      return {
        kind: orders.results,
        id,
        variant: Number(at) - 1,
        photo,
        wishes: wishesIn(nodes),
        metadata: task.isMetadataWanted ? JSON.stringify(workflowOf(id, nodes)) : '',
      };
    },
    /** Settings for tests. @throws on wrong input; false if none was given */
    adjust({ queueMs, runMs, webhooks: mode }: Fields): boolean {
      const isTime = (ms: unknown): ms is number => typeof ms === 'number' && ms >= 0;
      if (queueMs !== undefined && !isTime(queueMs)) throw new Error('queueMs is milliseconds');
      if (runMs !== undefined && !isTime(runMs)) throw new Error('runMs is milliseconds');
      if (mode !== undefined && !isWebhookMode(mode))
        throw new Error('webhooks is on, lost or repeated');
      times = { queueMs: queueMs ?? times.queueMs, runMs: runMs ?? times.runMs };
      if (mode !== undefined) webhooks.setMode(mode);
      return queueMs !== undefined || runMs !== undefined || mode !== undefined;
    },
    /** What a test may look at; keys by their last four digits. */
    seen: () => ({
      tasks: [...tasks.values()].map(task => ({
        taskId: task.taskId,
        key: lastFour(task.apiKey),
        workflowId: task.id,
        nodeInfoList: task.nodes,
        webhookUrl: task.webhookUrl,
        progress: progressOf(task),
        state: task.cancelled ? 'CANCELLED' : stateOf(task),
        webhook: webhooks.detail(task.taskId)?.callbackStatus ?? null,
      })),
      mostAtOnce: Object.fromEntries(
        [...mostAtOnce].map(([apiKey, count]) => [lastFour(apiKey), count]),
      ),
      createsByWebhook: countByWebhook(),
    }),
    reset() {
      tasks.clear();
      uploads.reset();
      webhooks.reset();
      mostAtOnce.clear();
      times = { ...usual };
    },
  };
};
