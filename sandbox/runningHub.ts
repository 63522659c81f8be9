import { randomInt } from 'node:crypto';
import {
  createStandIn,
  json,
  type StandIn,
  type StandInAnswer,
  standInPath,
  type StandInRequest,
} from './standIn.ts';

/**
 * RunningHub: create, ai-app/run, outputs, status, cancel, account, upload. Keys are 32 hexadecimal digits; those that
 * begin with `bad` are refused, with `fee0` have no coins, with `e` are an enterprise's (50 tasks at once, others 1).
 * A task fails if one of its values contains `sandbox-fail`, and is refused if one contains `sandbox-reject`.
 */
interface Task {
  taskId: string;
  apiKey: string;
  startTime: number;
  endTime: number;
  fails: boolean;
  cancelled: boolean;
  nodeIds: string[];
}

export interface RunningHubOptions {
  /** How long a task waits and works, milliseconds. */
  queueMs?: number;
  runMs?: number;
  now?: () => number;
}

/** Below the address of the host program. */
export const RUNNINGHUB_PATH = standInPath('runninghub');

/** 64×64, one colour. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEV4kLRA1fm9AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC',
  'base64',
);
const MOST_UPLOAD_BYTES = 30 * 1024 * 1024;
const uploadable = /\.(jpe?g|png|webp|zip|mp3|wav|flac|mp4|avi|mov|mkv)$/i;

const node = (class_type: string, title: string, inputs: object) => ({
  class_type,
  inputs,
  _meta: { title },
});
/** What `getJsonApiFormat` answers for every number. */
const sandboxWorkflow = {
  '12': node('LoadImage', '上传照片', { image: 'example.png', upload: 'image' }),
  '27': node('KSampler', 'K采样器', { seed: 7, steps: 25, denoise: 0.6, latent_image: ['12', 0] }),
  '50': node('SaveImage', '保存图像', { filename_prefix: 'result', images: ['27', 0] }),
};

const ok = (data: unknown) => json(200, { code: 0, msg: 'success', data });
const refuse = (code: number, msg: string, data: unknown = null) => json(200, { code, msg, data });

type Fields = Record<string, unknown>;

const keyError = (key: unknown): StandInAnswer | null => {
  if (typeof key !== 'string' || key === '') return refuse(301, 'PARAMS_INVALID');
  if (!/^[0-9a-f]{32}$/.test(key) || key.startsWith('bad'))
    return refuse(802, 'APIKEY_UNAUTHORIZED');
  return null;
};

const nodeError = (nodes: unknown, isRequired: boolean): StandInAnswer | null => {
  if (nodes === undefined && !isRequired) return null;
  const good =
    Array.isArray(nodes) &&
    (nodes.length > 0 || !isRequired) &&
    nodes.every((node: unknown) => {
      const { nodeId, fieldName, fieldValue } = (node ?? {}) as Fields;
      return (
        typeof nodeId === 'string' &&
        /^\d+$/.test(nodeId) &&
        typeof fieldName === 'string' &&
        fieldName !== '' &&
        fieldValue !== undefined &&
        fieldValue !== null
      );
    });
  return good ? null : refuse(803, 'APIKEY_INVALID_NODE_INFO');
};

export const createRunningHub = ({
  queueMs = 500,
  runMs = 2_000,
  now = Date.now,
}: RunningHubOptions = {}): StandIn => {
  const tasks = new Map<string, Task>();
  const isBusy = ({ cancelled, endTime }: Task) => !cancelled && now() < endTime;

  const start = (fields: Fields): StandInAnswer => {
    const apiKey = String(fields['apiKey']);
    if (apiKey.startsWith('fee0')) return refuse(416, 'TASK_CREATE_FAILED_BY_NOT_ENOUGH_WALLET');
    const limit = apiKey.startsWith('e') ? 50 : 1;
    const busy = [...tasks.values()].filter(task => task.apiKey === apiKey && isBusy(task));
    if (busy.length >= limit) return refuse(421, 'TASK_QUEUE_MAXED');
    const nodes = (fields['nodeInfoList'] ?? []) as { nodeId: string; fieldValue: unknown }[];
    const says = (word: string) => nodes.some(node => String(node.fieldValue).includes(word));
    if (says('sandbox-reject')) return refuse(1501, 'CONTENT_REJECTED');
    const taskId = `1985${String(randomInt(10_000_000)).padStart(7, '0')}${String(randomInt(100_000_000)).padStart(8, '0')}`;
    const startTime = now() + queueMs;
    tasks.set(taskId, {
      taskId,
      apiKey,
      startTime,
      endTime: startTime + runMs,
      fails: says('sandbox-fail'),
      cancelled: false,
      nodeIds: ['9'],
    });
    return ok({ taskId, taskStatus: 'QUEUED', clientId: taskId.slice(-8), promptTips: '{}' });
  };

  /** After a restart the service still knows its tasks: the last digit tells how a task ended. */
  const known = (fields: Fields): Task | undefined => {
    const taskId = String(fields['taskId']);
    const kept = tasks.get(taskId);
    if (kept || !/^1985\d{15}$/.test(taskId)) return kept;
    const fails = taskId.endsWith('9');
    return {
      taskId,
      apiKey: '',
      startTime: 0,
      endTime: 0,
      fails,
      cancelled: false,
      nodeIds: ['9'],
    };
  };

  const outputs = (task: Task, base: string): StandInAnswer => {
    const failed = {
      node_id: '9',
      node_name: 'SaveImage',
      exception_message: 'sandbox',
      traceback: [],
    };
    if (task.cancelled) return refuse(805, 'APIKEY_TASK_STATUS_ERROR', { failedReason: failed });
    if (now() < task.startTime) return refuse(813, 'APIKEY_TASK_IS_QUEUED');
    if (now() < task.endTime)
      return refuse(804, 'APIKEY_TASK_IS_RUNNING', { netWssUrl: 'wss://127.0.0.1/none' });
    if (task.fails) return refuse(805, 'APIKEY_TASK_STATUS_ERROR', { failedReason: failed });
    return ok(
      task.nodeIds.map(nodeId => ({
        fileUrl: `${base}/files/${task.taskId}_${nodeId}.png`,
        fileType: 'png',
        nodeId,
        taskCostTime: '21',
        consumeCoins: '14',
        consumeMoney: null,
      })),
    );
  };

  const stateOf = (task: Task): string => {
    if (task.cancelled || (task.fails && now() >= task.endTime)) return 'FAILED';
    if (now() < task.startTime) return 'QUEUED';
    return now() < task.endTime ? 'RUNNING' : 'SUCCESS';
  };

  const ofTask = (fields: Fields, act: (task: Task) => StandInAnswer): StandInAnswer => {
    const task = known(fields);
    return task ? act(task) : refuse(807, 'APIKEY_TASK_NOT_FOUND');
  };

  const calls: Record<string, (fields: Fields, base: string) => StandInAnswer> = {
    '/task/openapi/create': fields => {
      if (!/^\d{19}$/.test(String(fields['workflowId']))) return refuse(380, 'WORKFLOW_NOT_EXISTS');
      return nodeError(fields['nodeInfoList'], false) ?? start(fields);
    },
    '/api/openapi/getJsonApiFormat': ({ workflowId }) =>
      /^\d{19}$/.test(String(workflowId))
        ? ok({ prompt: JSON.stringify(sandboxWorkflow) })
        : refuse(380, 'WORKFLOW_NOT_EXISTS'),
    '/task/openapi/ai-app/run': fields => {
      if (!/^\d{19}$/.test(String(fields['webappId']))) return refuse(901, 'WEBAPP_NOT_EXISTS');
      return nodeError(fields['nodeInfoList'], true) ?? start(fields);
    },
    '/task/openapi/outputs': (fields, base) => ofTask(fields, task => outputs(task, base)),
    '/task/openapi/status': fields => ofTask(fields, task => ok(stateOf(task))),
    '/task/openapi/cancel': fields =>
      ofTask(fields, task => {
        task.cancelled = true;
        return ok(null);
      }),
  };

  const account = (fields: Fields): StandInAnswer => {
    const apiKey = String(fields['apikey']);
    const running = [...tasks.values()].filter(task => task.apiKey === apiKey && isBusy(task));
    return ok({
      remainCoins: apiKey.startsWith('fee0') ? '0' : '128000',
      currentTaskCounts: String(running.length),
      remainMoney: null,
      currency: null,
      apiType: apiKey.startsWith('e') ? 'ENTERPRISE' : 'NORMAL',
    });
  };

  const upload = async ({ headers, body }: StandInRequest): Promise<StandInAnswer> => {
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    // The real service's wording, which must never reach our clients.
    if (keyError(key)) return json(200, { code: 401, message: 'ApiKey verification failed' });
    const type = headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) return refuse(301, 'PARAMS_INVALID');
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => null);
    const file = form?.get('file');
    if (!(file instanceof File) || !uploadable.test(file.name)) return refuse(808, 'UPLOAD_FAILED');
    if (file.size > MOST_UPLOAD_BYTES) return refuse(809, 'APIKEY_FILE_SIZE_EXCEEDED');
    const name = `openapi/${String(randomInt(2 ** 40)).padStart(13, '0')}${file.name.slice(file.name.lastIndexOf('.'))}`;
    return ok({ type: 'image', download_url: '', fileName: name, size: String(file.size) });
  };

  const answer = async (request: StandInRequest): Promise<StandInAnswer> => {
    const { method, path, headers, body, base } = request;
    if (method === 'GET' && path.startsWith('/files/'))
      return { status: 200, type: 'image/png', body: PNG };
    if (method !== 'POST') return json(405, { code: 405, msg: 'METHOD_NOT_ALLOWED' });
    if (path === '/openapi/v2/media/upload/binary') return upload(request);
    let fields: Fields;
    try {
      fields = JSON.parse(body.toString()) as Fields;
    } catch {
      return refuse(301, 'PARAMS_INVALID');
    }
    if (path === '/uc/openapi/accountStatus') return keyError(fields['apikey']) ?? account(fields);
    const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
    if (!call) return json(404, { code: 404, msg: 'NOT_FOUND' });
    const bearer = headers.authorization?.replace(/^Bearer /, '');
    if (bearer !== undefined && bearer !== fields['apiKey'])
      return refuse(802, 'APIKEY_UNAUTHORIZED');
    return keyError(fields['apiKey']) ?? call(fields, base);
  };

  return createStandIn('runninghub', answer, () => tasks.clear());
};
