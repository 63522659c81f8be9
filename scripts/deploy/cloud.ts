import CloudBase from '@cloudbase/manager-node';
import COS from 'cos-nodejs-sdk-v5';
import { useLocalTransport } from '../../emulator/localTransport.ts';
import type { Environment } from '../shared/environment.ts';
import { mapConcurrently } from '../shared/mapConcurrently.ts';
import { createRetryWithBackoff } from '../shared/retryWithBackoff.ts';

/** Tries of one call that is refused for its frequency or gets no answer. */
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 400;
/** Calls of one kind at the same time: the platform allows about twenty a second. */
const AT_ONCE = 10;

export type Cloud = ReturnType<typeof connectCloud>;

/** A refusal of the platform. `code` is its own; `NETWORK` when no answer came. */
export class CloudError extends Error {
  constructor(
    readonly code: string,
    readonly action: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CloudError';
  }
}

/** The management API and the object storage of one environment, by Tencent's own libraries. */
export const connectCloud = (environment: Environment) => {
  const { envId, region, secretId, secretKey, token, endpoint } = environment;
  const restore = endpoint ? useLocalTransport(endpoint) : () => undefined;
  const library = new CloudBase({ secretId, secretKey, envId, region, ...(token && { token }) });
  const cos = new COS({
    SecretId: secretId,
    SecretKey: secretKey,
    ...(token && { SecurityToken: token }),
    // Its own repetition would hide what `attempt` reports.
    AutoSwitchHost: false,
  });

  const patiently = createRetryWithBackoff({
    isPassing,
    tries: ATTEMPTS,
    firstPauseMs: FIRST_WAIT_MS,
  });
  /**
   * Carries out a call, again where the platform asks for patience or is not reached.
   * @throws CloudError
   */
  const attempt = <T>(action: string, call: () => Promise<T>): Promise<T> =>
    patiently(() =>
      call().catch((error: unknown) => {
        throw refusalOf(error, action);
      }),
    );

  /** A call that the library has no function for, signed by it. */
  const call = async <T>(
    service: 'tcb' | 'scf' | 'flexdb',
    action: string,
    param: object,
  ): Promise<T> =>
    attempt(action, async () => {
      const answer: unknown = await library
        .commonService(service, versions[service])
        .call({ Action: action, Param: param });
      return answer as T;
    });

  return { envId, region, endpoint, library, cos, attempt, call, close: restore };
};

const versions = {
  tcb: '2018-06-08',
  scf: '2018-04-16',
  flexdb: '2018-11-27',
} as const;

/** Frequency, and what passes by itself: a function that is still being changed, a server without an answer. */
const isPassing = (error: unknown) =>
  /^(NETWORK|RequestLimitExceeded|LimitExceeded\.Request|InternalError|ServiceUnavailable|SlowDown|FailedOperation\.(UpdateFunctionCode|UpdateFunctionConfiguration|CreateTrigger|DeleteTrigger|FunctionStatusError)|ResourceUnavailable\.Function|ResourceInUse\.Updating)/.test(
    (error as CloudError).code,
  );

/** The library keeps the texts of Node and of its own HTTP client, not always their codes. */
const NETWORK =
  /\b(ECONNRESET|ECONNREFUSED|ECONNABORTED|ENOTFOUND|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EAI_AGAIN|ETIMEDOUT|EPIPE|ESOCKETTIMEDOUT)\b|socket hang up|network timeout|socket disconnected|premature close|invalid json response body/i;

const refusalOf = (error: unknown, action: string): CloudError => {
  if (error instanceof CloudError) return error;
  const {
    code,
    message = String(error),
    error: inner,
  } = (error ?? {}) as {
    code?: string;
    message?: string;
    error?: { Code?: string; Message?: string } | string;
  };
  if (typeof inner === 'object' && inner.Code)
    return new CloudError(inner.Code, action, inner.Message ?? inner.Code, { cause: error });
  const isNetwork = NETWORK.test(`${code ?? ''} ${message}`);
  return new CloudError(isNetwork ? 'NETWORK' : code || 'Unknown', action, message, {
    cause: error,
  });
};

export const rest = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

/** The results in the order of the items, as many at a time as the platform allows. */
export const each = <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> =>
  mapConcurrently(AT_ONCE, items, work);

/** How a platform answers a call that it does not know, or knows no more. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof CloudError && /^(InvalidAction|NoSuchVersion|ActionOffline)/.test(error.code);
