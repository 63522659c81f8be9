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

/** The meaning of the provider's error. */
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
  | 'unknown';

const meanings: Record<number, Failure> = {
  301: 'template',
  380: 'template',
  901: 'template',
  412: 'key',
  415: 'busy',
  416: 'money',
  421: 'busy',
  423: 'gone',
  433: 'template',
  435: 'template',
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
  1003: 'busy',
  1006: 'failed',
  1010: 'busy',
  1011: 'busy',
  1501: 'rejected',
  1504: 'failed',
  1505: 'person',
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

/**
 * One call.
 * @returns the answer's `data`
 * @throws RunningHubError
 */
export const call = async (
  { apiKey, region }: Access,
  path: string,
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
  const answer = (await response.json().catch(() => null)) as {
    code?: unknown;
    data?: unknown;
  } | null;
  if (typeof answer?.code !== 'number') throw new RunningHubError('unreachable', response.status);
  if (answer.code !== 0)
    throw new RunningHubError(meaningOf(answer.code), answer.code, answer.data ?? null);
  return answer.data ?? null;
};
