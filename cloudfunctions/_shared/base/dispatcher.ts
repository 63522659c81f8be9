import { randomUUID } from 'node:crypto';
import type { Action } from '#contract/action.ts';
import { codeMessages, codes, type Envelope, storageFullMessage } from '#contract/envelope.ts';
import type {
  ActionInput,
  ActionName,
  ActionResult,
  FunctionName,
  Functions,
} from '#contract/index.ts';
import { z } from '#contract/zod.ts';
import { callerOf, type Caller } from './cloud.ts';
import { ActionError, invalid, isStorageFull, UnauthenticatedError } from './errors.ts';
import { limitPublicCalls } from './rateLimit.ts';
import { requireSecrets } from './requiredSecrets.ts';
import { filterOutput } from './privacyFilter.ts';
import {
  adminIdIn,
  liveSession,
  type LiveSession,
  type StoredAdmin,
  type StoredSession,
  touchSession,
} from './session.ts';

export interface CallContext extends Caller {
  function: string;
  action: string;
}

export interface AdminContext extends CallContext {
  /**
   * The administrator who asks. Waits for the session check, which for a read runs beside the handler; the handler's
   * result is thrown away if it fails. A write starts only after it.
   */
  admin(): Promise<StoredAdmin>;
  session(): Promise<StoredSession>;
  /** Who asks, as his token claims: enough for a read to start with, because its result waits for the check. */
  claimedAdminId: string;
}

/**
 * A handler receives parsed input and returns; it never parses and never catches. One with `load` reads what it needs
 * beside the session check and gets it as its third argument, so that a simple write waits three times and not four.
 */
export interface Handler<I, R> {
  (data: I, context: AdminContext, loaded: never): Promise<R>;
  /** Reads only. Its result, or its error, counts only once the session has been found alive. */
  load?: (data: I) => Promise<unknown>;
}

export type Handlers<F extends FunctionName> = {
  [A in ActionName<F>]: Handler<ActionInput<F, A>, ActionResult<F, A>>;
};

/** Couples a handler with what it wants read beforehand. */
export const withLoad = <I, L, R>(
  load: (data: I) => Promise<L>,
  run: (data: I, context: AdminContext, loaded: L) => Promise<R>,
): Handler<I, R> =>
  Object.assign(
    (data: I, context: AdminContext, loaded: never) => run(data, context, loaded as L),
    { load },
  );

/** `userInfo` is what some gateways add; everything else that is not ours is refused. */
const request = z.strictObject({
  action: z.string().max(64),
  data: z.unknown().optional(),
  token: z.unknown().optional(),
  source: z.string().max(32).optional(),
  userInfo: z.unknown().optional(),
});

/**
 * One deployed function: envelope → action → session → input → handler → output → envelope, the same for every
 * action and in this order. What is thrown becomes a code; nothing leaves it but an envelope.
 * @param own the function's part of the contract, imported from where it is declared: the registry as a whole would
 * cost every function the building of two hundred schemas when it starts
 */
export const defineFunction = <F extends FunctionName>(
  name: F,
  own: Functions[F],
  handlers: Handlers<F>,
) => {
  requireSecrets(name);
  const actions: Record<string, Action> = own;
  const isOfAdmins = Object.values(actions).some(({ access }) => access === 'admin');

  return async (event: unknown, context?: unknown): Promise<Envelope> => {
    let caller: Caller | undefined;
    const requestId = (context as { request_id?: string } | undefined)?.request_id || randomUUID();
    try {
      caller = { ...callerOf(context), requestId };
      const parsed = request.safeParse(event);
      if (!parsed.success) throw new ActionError(codes.invalidInput);
      const { action, data = {}, token } = parsed.data;
      if (!Object.hasOwn(actions, action) || !Object.hasOwn(handlers, action)) {
        // Which names there are is nothing for a stranger.
        if (isOfAdmins) await authenticated(token ?? tokenInside(data));
        throw new ActionError(codes.invalidInput, '不支持的操作');
      }
      const definition = actions[action] as Action;
      const handler = handlers[action as ActionName<F>] as Handler<unknown, unknown>;
      const result = await run(definition, handler, data, token ?? tokenInside(data), {
        ...caller,
        function: name,
        action,
      }).catch((error: unknown) => {
        throw filtered(definition, error, reportDamage({ ...caller, requestId, function: name }));
      });
      return { code: codes.ok, message: codeMessages[codes.ok], data: result, requestId };
    } catch (error) {
      return { ...failure(error, requestId, name), requestId };
    }
  };
};

/** SPEC §7: `changePassword` carries the token among its data. */
const tokenInside = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, 'token')
    ? (data as { token: unknown }).token
    : undefined;

const run = async (
  definition: Action,
  handler: Handler<unknown, unknown>,
  data: unknown,
  token: unknown,
  call: CallContext,
): Promise<unknown> => {
  const guard = definition.access === 'admin' ? authenticated(token) : allowed(definition, call);
  // Observed below in every path; this keeps an early refusal from being reported as unhandled.
  guard.catch(() => undefined);
  const context: AdminContext = {
    ...call,
    admin: async () => (await liveOf(guard)).admin,
    session: async () => (await liveOf(guard)).session,
    claimedAdminId: definition.access === 'admin' ? adminIdIn(token) : '',
  };

  const forbidden = forbiddenKey(data);
  const input = forbidden === null ? definition.input.safeParse(data) : null;
  if (!input?.success) {
    await guard;
    throw input ? invalidInput(input.error) : invalid({ [forbidden ?? '']: '包含不支持的字段' });
  }

  let result: unknown;
  if (definition.effect === 'read') {
    const reading = handler(input.data, context, undefined as never);
    reading.catch(() => undefined);
    const live = await guard;
    [result] = await Promise.all([reading, live && unlessUnwritable(touchSession(live), call)]);
  } else {
    const loading = handler.load?.(input.data);
    loading?.catch(() => undefined);
    const live = await guard;
    const [loaded] = await Promise.all([loading, live && touchSession(live)]);
    result = await handler(input.data, context, loaded as never);
  }
  return filterOutput(definition, result, reportDamage(call));
};

/** A conflict shows the record as it stands, through the same privacy filter as a result. */
const filtered = (definition: Action, error: unknown, report: (what: string) => void): unknown => {
  if (!(error instanceof ActionError) || error.code !== codes.conflict) return error;
  let current: unknown = null;
  try {
    current = filterOutput(definition, (error.data as { current?: unknown }).current, report);
  } catch {
    // Not what this action answers with: there is nothing to compare.
  }
  return new ActionError(codes.conflict, error.message, { current });
};

/** Which record is damaged and where, for engineers; what it holds stays where it is. */
const reportDamage =
  ({ requestId, function: name }: Pick<CallContext, 'requestId' | 'function'>) =>
  (what: string) =>
    console.error(requestId, name, 'damaged record', what);

const authenticated = async (token: unknown): Promise<LiveSession> => {
  const live = await liveSession(token);
  if (!live) throw new UnauthenticatedError();
  return live;
};

/** Public and visitor doors: no administrator, but a limit per place, and for visitors a signed-in caller. */
const allowed = async (definition: Action, call: CallContext): Promise<null> => {
  if (definition.access === 'visitor' && !call.uid)
    throw new ActionError(codes.stateNotAllowed, '请刷新页面后重试');
  const counted = limitPublicCalls(call.ip);
  await (definition.effect === 'read' ? unlessUnwritable(counted, call) : counted);
  return null;
};

/** Bookkeeping beside a read: where it cannot be written, e.g. on a full disk, the read is answered all the same. */
const unlessUnwritable = async (
  writing: Promise<void>,
  { requestId, function: name }: CallContext,
): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    if (error instanceof ActionError) throw error;
    console.error(requestId, name, error);
  }
};

const liveOf = async (guard: Promise<LiveSession | null>): Promise<LiveSession> => {
  const live = await guard;
  if (!live) throw new UnauthenticatedError();
  return live;
};

/**
 * Names that mean something to every object: where a map takes any key, they would reach its prototype, or whoever asks
 * a value for its constructor.
 */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/** The path of the first reserved key at any depth, or null. Not recursive: depth is the sender's choice. */
const forbiddenKey = (data: unknown): string | null => {
  const open: [path: string, value: unknown][] = [['', data]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inside] of Object.entries(value)) {
      const place = path ? `${path}.${key}` : key;
      if (reserved.has(key)) return place;
      open.push([place, inside]);
    }
  }
  return null;
};

const invalidInput = (error: z.ZodError) => {
  // A map, because a key may be called `constructor` or `__proto__`.
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = [issue.path.join('.'), ...keys.slice(0, 1)].filter(Boolean).join('.') || 'data';
    if (!fields.has(path)) fields.set(path, issue.message);
  }
  return invalid(Object.fromEntries(fields));
};

const failure = (error: unknown, requestId: string, name: string): Omit<Envelope, 'requestId'> => {
  if (error instanceof UnauthenticatedError) {
    return { code: codes.unauthenticated, message: error.message, data: null };
  }
  if (error instanceof ActionError)
    return { code: error.code, message: error.message, data: error.data };
  // The log is for engineers and never holds what was sent: names, passwords and tokens are in there.
  console.error(requestId, name, error);
  const message = isStorageFull(error) ? storageFullMessage : codeMessages[codes.internal];
  return { code: codes.internal, message, data: null };
};
