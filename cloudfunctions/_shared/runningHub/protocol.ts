import type { runningHubLimits } from '#contract/limits/runningHub.ts';
import { environment } from '../base/environment.ts';

/**
 * The used part of RunningHub's interface, as documented. Ids have 19 digits and stay text. Its messages are not passed
 * on: they may contain keys, addresses, or digits that our clients act on.
 */
export type Region = 'cn' | 'ai';

export interface Access {
  apiKey: string;
  region: Region;
}

export interface NodeInfo {
  nodeId: string;
  fieldName: string;
  fieldValue: string | number | boolean;
}

/**
 * The meaning of the provider's error. `outage`: it passes, or concerns our own address, and is nobody's task's fault;
 * `unknown`: in no list. Neither ends a task before its time.
 */
export type Failure =
  | 'key'
  | 'money'
  | 'busy'
  | 'queued'
  | 'running'
  | 'failed'
  | 'gone'
  | 'template'
  | 'rejected'
  | 'person'
  | 'file'
  | 'unreachable'
  | 'outage'
  | 'unknown';

/** Codes of the older and of the newer addresses (docs/cloud-limits.md). */
export const meanings: Readonly<Record<number, Exclude<Failure, 'unreachable' | 'unknown'>>> = {
  301: 'template',
  380: 'template',
  412: 'outage',
  414: 'money',
  415: 'busy',
  416: 'money',
  421: 'busy',
  423: 'gone',
  433: 'template',
  435: 'template',
  436: 'money',
  500: 'outage',
  801: 'key',
  802: 'key',
  803: 'template',
  804: 'running',
  805: 'failed',
  806: 'key',
  807: 'gone',
  808: 'file',
  809: 'file',
  810: 'template',
  811: 'key',
  812: 'money',
  813: 'queued',
  814: 'busy',
  901: 'template',
  1000: 'outage',
  1001: 'outage',
  1002: 'key',
  1003: 'busy',
  1004: 'gone',
  1005: 'outage',
  1006: 'failed',
  1007: 'template',
  1008: 'file',
  1009: 'outage',
  1010: 'busy',
  1011: 'busy',
  1012: 'outage',
  1013: 'file',
  1014: 'key',
  1015: 'failed',
  1101: 'template',
  1501: 'rejected',
  1504: 'failed',
  1505: 'person',
  // The account already runs as many tasks as it may.
  1520: 'busy',
};
// A bad key on the newer addresses. Split, because clients treat this number as a dead session.
const UNAUTHORISED = 400 + 1;

const meaningOf = (code: number): Failure =>
  code === UNAUTHORISED ? 'key' : (meanings[code] ?? 'unknown');

export class RunningHubError extends Error {
  /** @param code the provider's; 0 where it did not answer at all */
  constructor(
    readonly failure: Failure,
    readonly code: number,
    /** The answer's data on a failed task, for engineers. */
    readonly data: unknown = null,
  ) {
    super(`RunningHub: ${failure} (${code})`);
    this.name = 'RunningHubError';
  }
}

const hosts: Record<Region, string> = {
  cn: 'https://www.runninghub.cn',
  ai: 'https://www.runninghub.ai',
};
const baseOf = (region: Region) =>
  (environment.RUNNINGHUB_BASE_URL || hosts[region]).replace(/\/$/, '');

/** The newer addresses name the code otherwise, and write it as text. */
interface Answer {
  code?: unknown;
  errorCode?: unknown;
  data?: unknown;
}

const codeOf = (answer: Answer | null): number | null => {
  const code = answer?.code ?? answer?.errorCode;
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : null;
};

/** HTTP's own word for it, from the servers in front. */
const TOO_MANY = 429;

/**
 * One call.
 * @returns the answer's `data`
 * @throws RunningHubError
 */
export const call = async (
  { apiKey, region }: Access,
  path: keyof typeof runningHubLimits,
  body: Record<string, unknown> | FormData,
): Promise<unknown> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${baseOf(region)}${path}`, {
    method: 'POST',
    redirect: 'error',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(environment.RUNNINGHUB_TIMEOUT_MS),
  }).catch(() => {
    throw new RunningHubError('unreachable', 0);
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  const code = codeOf(answer);
  if (code === null)
    throw new RunningHubError(
      response.status === TOO_MANY ? 'busy' : 'unreachable',
      response.status,
    );
  if (code !== 0) throw new RunningHubError(meaningOf(code), code, answer?.data ?? null);
  return answer?.data ?? null;
};
