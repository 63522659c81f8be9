import { cutText } from '#contract/cut.ts';
import { z } from '#contract/zod.ts';
import { type Access, call, type NodeInfo, RunningHubError } from './protocol.ts';

const parsed = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> => {
  const result = schema.safeParse(data);
  if (!result.success) throw new RunningHubError('unreachable', 0);
  return result.data;
};

/** Numbers come as text. */
const figure = z.coerce.number().nullish();
const account = z.object({
  remainCoins: figure,
  currentTaskCounts: figure,
  remainMoney: figure,
  currency: z.string().nullish(),
});

export interface AccountStatus {
  remainCoins: number;
  currentTasks: number;
  remainMoneyFen: number | null;
}

/** The only call that spells the key in lower case. */
export const accountStatus = async (access: Access): Promise<AccountStatus> => {
  const data = await call(access, '/uc/openapi/accountStatus', { apikey: access.apiKey });
  const { remainCoins, currentTaskCounts, remainMoney } = parsed(account, data);
  return {
    remainCoins: remainCoins ?? 0,
    currentTasks: currentTaskCounts ?? 0,
    remainMoneyFen: typeof remainMoney === 'number' ? Math.round(remainMoney * 100) : null,
  };
};

/** JSON in JSON, which some answers have. */
const unwrapped = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
};
const MOST_REASON = 500;

const submitted = z.object({ taskId: z.coerce.string().min(1), promptTips: z.unknown() });
const tips = z.object({ node_errors: z.record(z.string(), z.unknown()) });

/** `nodeErrors`: what the provider found wrong in the workflow that it accepted all the same, for engineers. */
export interface Accepted {
  taskId: string;
  nodeErrors?: string;
}

interface Submission {
  nodeInfoList: NodeInfo[];
  webhookUrl?: string;
  instanceType?: 'plus';
}

const submit = async (
  access: Access,
  path: Parameters<typeof call>[1],
  task: Submission,
): Promise<Accepted> => {
  const data = await call(access, path, { apiKey: access.apiKey, ...task });
  const { taskId, promptTips } = parsed(submitted, data);
  const errors = JSON.stringify(tips.safeParse(unwrapped(promptTips)).data?.node_errors ?? {});
  return { taskId, nodeErrors: errors === '{}' ? '' : cutText(errors, MOST_REASON) };
};

/** Knows no key of ours: a repeated call makes another task. */
export const createTask = (access: Access, task: Submission & { workflowId: string }) =>
  submit(access, '/task/openapi/create', task);

/** The same for an application. */
export const runAiApp = (access: Access, task: Submission & { webappId: string }) =>
  submit(access, '/task/openapi/ai-app/run', task);

const result = z.object({
  fileUrl: z.string(),
  fileType: z.string().nullish(),
  taskCostTime: figure,
  nodeId: z.coerce.string().nullish(),
  consumeCoins: figure,
});

export interface Result {
  fileUrl: string;
  fileType: string;
  nodeId: string;
  seconds: number;
  coins: number;
}

export type Outcome =
  | { state: 'queued' | 'running' }
  /** `why`: the exception, for engineers; `isRejected`: the provider's check of contents refuses what is sent or made. */
  | { state: 'failed'; why: string; isRejected: boolean }
  | { state: 'done'; results: Result[] };

const failedTask = z.object({
  failedReason: z.preprocess(
    unwrapped,
    z.object({
      node_name: z.string().nullish(),
      exception_type: z.string().nullish(),
      exception_message: z.string().nullish(),
    }),
  ),
});

/** `audit.RHAuditException`, with a message like `Porn`; no document of the provider has it (docs/cloud-limits.md). */
const REJECTED = /audit/i;

/** The node and its exception. */
const whyFailed = (data: unknown) => {
  const { node_name, exception_type, exception_message } =
    failedTask.safeParse(data).data?.failedReason ?? {};
  return {
    why: cutText([node_name, exception_message].filter(Boolean).join(': '), MOST_REASON),
    isRejected: REJECTED.test(exception_type ?? ''),
  };
};

/**
 * Progress of a task. An answer without a list means that it is still running.
 * @throws RunningHubError `gone` where the provider has no such task of this key
 */
export const outcomeOf = async (access: Access, taskId: string): Promise<Outcome> => {
  try {
    const data = await call(access, '/task/openapi/outputs', { apiKey: access.apiKey, taskId });
    if (!Array.isArray(data)) return { state: 'running' };
    const results = parsed(z.array(result), data).map(
      ({ fileUrl, fileType, nodeId, taskCostTime, consumeCoins }) => ({
        fileUrl,
        fileType: fileType ?? '',
        nodeId: nodeId ?? '',
        seconds: taskCostTime ?? 0,
        coins: consumeCoins ?? 0,
      }),
    );
    return { state: 'done', results };
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    const { failure, data } = error;
    if (failure === 'queued' || failure === 'running') return { state: failure };
    if (failure === 'failed') return { state: failure, ...whyFailed(data) };
    throw error;
  }
};

/** @throws RunningHubError `gone` as `outcomeOf` */
export const cancel = async (access: Access, taskId: string): Promise<void> => {
  await call(access, '/task/openapi/cancel', { apiKey: access.apiKey, taskId });
};

const uploaded = z.object({ fileName: z.string().min(1) });

/** @returns the name to put into a node's image field; the provider keeps it for a day */
export const upload = async (
  access: Access,
  file: { name: string; type: string; content: Buffer },
): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file.content)], { type: file.type }), file.name);
  return parsed(uploaded, await call(access, '/openapi/v2/media/upload/binary', form)).fileName;
};

const apiFormat = z.object({ prompt: z.string() });

/** @returns the JSON of a workflow in the API format */
export const workflowJson = async (access: Access, workflowId: string): Promise<string> => {
  const asked = { apiKey: access.apiKey, workflowId };
  return parsed(apiFormat, await call(access, '/api/openapi/getJsonApiFormat', asked)).prompt;
};
