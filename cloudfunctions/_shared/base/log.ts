import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { codes } from '#contract/envelope.ts';
import type { Caller } from './cloud.ts';

/**
 * The functions' log: one line of JSON for each call of an action, run of a timer and request from outside, and one for
 * each problem that a call survives. No line holds anything that a caller sent or that is stored about people: of an
 * error it has name, code and place, never the message; of people only administrators are named, by their ids. The id of
 * another record stands where that record needs to be looked at.
 */
type Level = 'info' | 'warn' | 'error';

export type CallerKind = 'admin' | 'user' | 'anonymous' | 'timer' | 'http';

/** What the line of a call says besides its time, filled in while the call is under way. */
export interface LoggedCall {
  function: string;
  /** '' unless it is one of the function's own: what is sent in its place may be anything. */
  action: string;
  requestId: string;
  caller: CallerKind;
  adminId?: string;
  /** A look that nobody asked for. */
  quiet?: true;
  /** 'failed' where neither the caller nor the rules are the reason. */
  outcome: 'ok' | 'refused' | 'failed';
  /** The answer's code; missing after a success. */
  code?: number;
  /** What nobody foresaw. */
  error?: unknown;
}

const calls = new AsyncLocalStorage<LoggedCall>();

/** Where the platform does not state a function's time limit. */
const USUAL_LIMIT_MS = 10_000;
/** A call is slow after this part of its function's time limit, a run of a timer when it exceeds its budget. */
const SLOW = { call: 0.1, run: 0.75 };

interface PlatformContext {
  request_id?: string;
  time_limit_in_ms?: number;
}

/**
 * Does the work of a call and writes its line.
 * @param name of the function
 * @param context of the platform
 */
export const logCall = async <T>(
  name: string,
  caller: CallerKind,
  context: unknown,
  work: (call: LoggedCall) => Promise<T>,
): Promise<T> => {
  const started = performance.now();
  const { request_id: requestId, time_limit_in_ms: limit } = (context ?? {}) as PlatformContext;
  const call: LoggedCall = {
    function: name,
    action: '',
    requestId: requestId || randomUUID(),
    caller,
    outcome: 'ok',
  };
  try {
    return await calls.run(call, () => work(call));
  } finally {
    const ms = Math.round(performance.now() - started);
    const slow = ms > (limit || USUAL_LIMIT_MS) * SLOW[caller === 'timer' ? 'run' : 'call'];
    const { error, ...fields } = call;
    const level = slow || call.outcome === 'failed' ? 'warn' : 'info';
    write(error === undefined ? level : 'error', {
      ...fields,
      ms,
      ...(slow && { slow }),
      ...(error !== undefined && { error: described(error) }),
    });
  }
};

/** The outcome that a code stands for. */
export const outcomeOf = (code: number): Pick<LoggedCall, 'outcome' | 'code'> =>
  code === codes.ok ? { outcome: 'ok' } : { outcome: code >= 50_000 ? 'failed' : 'refused', code };

export const kindOf = ({ customUserId, uid, isAnonymous }: Caller): CallerKind => {
  if (customUserId) return 'admin';
  return uid && !isAnonymous ? 'user' : 'anonymous';
};

/** The session of the call under way is this administrator's. */
export const calledBy = (adminId: string): void => {
  const call = calls.getStore();
  if (call) Object.assign(call, { caller: 'admin', adminId });
};

/**
 * Writes a line about a problem that the call under way survives.
 * @param event fixed words
 * @param error absent where nothing was thrown
 * @param about id of the record concerned, names of fields or figures; nothing that a caller sent
 */
export const report = (event: string, error?: unknown, about?: string): void => {
  const call = calls.getStore();
  write(error === undefined ? 'warn' : 'error', {
    ...(call && { function: call.function, action: call.action, requestId: call.requestId }),
    event,
    ...(about && { about }),
    ...(error !== undefined && { error: described(error) }),
  });
};

/** The same of what a promise rejects with. */
export const reporting =
  (event: string, about?: string) =>
  (error: unknown): void =>
    report(event, error, about);

const write = (level: Level, fields: object): void =>
  console[level](JSON.stringify({ time: new Date(Date.now()).toISOString(), level, ...fields }));

const word = (value: unknown): string | undefined =>
  value !== undefined && /^([A-Za-z][\w.]{0,59}|\d{1,6})$/.test(String(value))
    ? String(value)
    : undefined;

/** The parts of an error that are not secret, in one line: `ActionError 50201`. */
export const errorName = (error: unknown): string => {
  const { name, code, cause } = described(error);
  return [name, code, cause].filter(Boolean).join(' ');
};

/** Name, code and place. A message may repeat a value, e.g. one that a unique index refused. */
const described = (error: unknown) => {
  const { name, message = '', stack = '' } = Object(error) as Partial<Error>;
  const { code, cause, requestId } = Object(error) as Record<string, unknown>;
  const from = stack.indexOf(message);
  const places = from < 0 ? '' : stack.slice(from + message.length);
  return {
    name: word(name) ?? typeof error,
    code: word(code),
    cause: word((cause as { code?: unknown } | undefined)?.code),
    // The platform's own number of a failed request, which its support asks for.
    platformRequest: /^[\w-]{1,64}$/.test(String(requestId)) ? requestId : undefined,
    stack: places.split('\n').flatMap(line => /^ +at (.+:\d+:\d+\)?)$/.exec(line)?.[1] ?? []),
  };
};
