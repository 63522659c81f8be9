import type { Action } from '#contract/action.ts';
import {
  type CallRequest,
  codeMessages,
  codes,
  type Envelope,
  storageFullMessage,
} from '#contract/envelope.ts';
import type {
  ActionInput,
  ActionName,
  ActionResult,
  FunctionName,
  Functions,
} from '#contract/index.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { z } from '#contract/zod.ts';
import { askFactor, refuseWithoutFactor } from './askedFactor.ts';
import type { AdminContext, CallContext } from './callContext.ts';
import { type Caller, callerOf } from './cloud.ts';
import { beginningDue } from './due.ts';
import {
  ActionError,
  invalid,
  isOverloaded,
  isStorageFull,
  stateNotAllowed,
  UnauthenticatedError,
} from './errors.ts';
import { takeData } from './largeData.ts';
import { calledBy, kindOf, logCall, type LoggedCall, outcomeOf, report } from './log.ts';
import { permitted, auditRefusal } from './permissions.ts';
import { filterOutput } from './privacyFilter.ts';
import { limitPublicCalls } from './rateLimit.ts';
import { requireSecrets } from './requiredSecrets.ts';
import { adminIdIn, type LiveSession, liveSession, touchSession } from './session.ts';
import { isTicketLive } from './ticket.ts';

export type { AdminContext, CallContext } from './callContext.ts';

/**
 * A handler receives parsed input and returns a result; it neither parses nor catches. With `load` it reads what it
 * needs beside the session check and gets it as the third argument, which saves a simple write one of four waits.
 */
export interface Handler<I, R> {
  (data: I, context: AdminContext, loaded: never): Promise<R>;
  /** Reads only. Its result or error is used only after the session check has succeeded. */
  load?: (data: I) => Promise<unknown>;
}

export type Handlers<F extends FunctionName> = {
  [A in ActionName<F>]: Handler<ActionInput<F, A>, ActionResult<F, A>>;
};

/** Combines a handler with its `load`. */
export const withLoad = <I, L, R>(
  load: (data: I) => Promise<L>,
  run: (data: I, context: AdminContext, loaded: L) => Promise<R>,
): Handler<I, R> =>
  Object.assign(
    (data: I, context: AdminContext, loaded: never) => run(data, context, loaded as L),
    { load },
  );

/** A handler of the record that `id` names; `load` reads it. @throws 40400 */
export const onRecord = <I extends { id: string }, T, R>(
  records: { require: (id: string) => Promise<T> },
  run: (data: I, context: AdminContext, record: T) => Promise<R>,
): Handler<I, R> => withLoad(({ id }) => records.require(id), run);

/** Some gateways add `userInfo`; every other unknown key is refused. */
const request = z.strictObject({
  action: z.string().max(64),
  data: z.unknown().optional(),
  dataPath: z.string().max(200).optional(),
  token: z.unknown().optional(),
  source: z.string().max(32).optional(),
  quiet: z.literal(true).optional(),
  userInfo: z.unknown().optional(),
} satisfies Record<keyof CallRequest | 'userInfo', z.ZodType>);

/**
 * One deployed function: envelope → action → session → input → right → handler → output → envelope, in this order for every
 * action. Errors become codes; only an envelope is returned.
 * @param own the function's part of the contract, imported from its own file: importing the whole registry would make
 * every function build two hundred schemas at start
 */
export const defineFunction = <F extends FunctionName>(
  name: F,
  own: Functions[F],
  handlers: Handlers<F>,
) => {
  requireSecrets(name);
  const actions: Record<string, Action> = own;
  const ofAdmins = Object.keys(actions).filter(action => actions[action]?.access === 'admin');
  for (const action of ofAdmins)
    if (actions[action]?.right === undefined)
      throw new Error(`${name}.${action} takes no right: name one in its declaration.`);

  const answer = async (event: unknown, context: unknown, line: LoggedCall): Promise<unknown> => {
    const caller: Caller = { ...callerOf(context), requestId: line.requestId };
    line.caller = kindOf(caller);
    const parsed = request.safeParse(event);
    if (!parsed.success) throw new ActionError(codes.invalidInput);
    const { action, data = {}, dataPath, token, quiet = false } = parsed.data;
    if (quiet) line.quiet = true;
    if (dataPath !== undefined && parsed.data.data !== undefined)
      throw new ActionError(codes.invalidInput);
    if (!Object.hasOwn(actions, action) || !Object.hasOwn(handlers, action)) {
      // Callers without a session must not learn which actions exist.
      if (ofAdmins.length > 0) await authenticated(token ?? tokenInside(data), {}, caller);
      throw new ActionError(codes.invalidInput, callSentences.unknownAction);
    }
    line.action = action;
    const definition = actions[action] as Action;
    // Data in storage is taken away when it is read.
    if (quiet && (!takesQuiet(definition) || dataPath !== undefined))
      throw new ActionError(codes.invalidInput);
    const handler = handlers[action as ActionName<F>] as Handler<unknown, unknown>;
    const call = { ...caller, function: name, action };
    const sent = { data, dataPath, token: token ?? tokenInside(data), quiet };
    return run(definition, handler, sent, call).catch((error: unknown) => {
      throw filtered(definition, error);
    });
  };

  return (event: unknown, context?: unknown): Promise<Envelope> =>
    logCall(name, 'anonymous', context, async line => {
      const { requestId } = line;
      try {
        const data = await beginningDue(() => answer(event, context, line));
        return { code: codes.ok, message: codeMessages[codes.ok], data, requestId };
      } catch (error) {
        const refusal = failure(error);
        Object.assign(line, outcomeOf(refusal.code));
        if (refusal.code === codes.internal || refusal.code === codes.busy) line.error = error;
        return { ...refusal, requestId };
      }
    });
};

const takesQuiet = ({ access, effect }: Action) => access === 'admin' && effect === 'read';

/** `changePassword` carries the token in its data (docs/specification.md#calls). */
const tokenInside = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, 'token')
    ? (data as { token: unknown }).token
    : undefined;

interface Sent {
  data: unknown;
  dataPath: string | undefined;
  token: unknown;
  quiet: boolean;
}

/** The one place that records refusals for lack of rights in the audit log, wherever they were found. */
const run = async (
  definition: Action,
  handler: Handler<unknown, unknown>,
  sent: Sent,
  call: CallContext,
): Promise<unknown> => {
  const session =
    definition.access === 'admin' ? authenticated(sent.token, definition, call) : null;
  // Awaited on every path below; without this an early refusal is reported as an unhandled rejection.
  session?.catch(() => undefined);
  try {
    return await carryOut(definition, handler, sent, call, session);
  } catch (error) {
    if (session && error instanceof ActionError && error.code === codes.forbidden)
      await auditRefusal((await session).admin, call, error.message);
    throw error;
  }
};

const carryOut = async (
  definition: Action,
  handler: Handler<unknown, unknown>,
  { token, dataPath, quiet, ...sent }: Sent,
  call: CallContext,
  session: Promise<LiveSession> | null,
): Promise<unknown> => {
  const data = dataPath === undefined ? sent.data : await dataAt(dataPath, session);
  const forbidden = forbiddenKey(data);
  const input = forbidden === null ? definition.input.safeParse(data) : null;

  const guard = session
    ? session.then(live => permitted(live, definition, input?.success ? input : null))
    : allowed(definition, call);
  guard.catch(() => undefined);
  if (!input?.success) {
    await guard;
    throw input
      ? invalidInput(input.error)
      : invalid({ [forbidden ?? '']: callSentences.unknownField });
  }
  const context: AdminContext = {
    ...call,
    admin: async () => (await liveOf(guard)).admin,
    session: async () => (await liveOf(guard)).session,
    permissions: () => liveOf(guard),
    claimedAdminId: session ? adminIdIn(token) : '',
    quiet,
  };

  // The limit of visitors stands before the work; an administrator's check runs beside it.
  if (!session) await guard;
  let result: unknown;
  if (definition.effect === 'read') {
    const reading = handler(input.data, context, undefined as never);
    reading.catch(() => undefined);
    const live = await guard;
    if (live) askFactor(live, definition, input.data);
    result = await beside(live && !quiet ? unlessUnwritable(touchSession(live)) : null, reading);
  } else {
    const loading = handler.load?.(input.data);
    loading?.catch(() => undefined);
    const live = await guard;
    if (live) askFactor(live, definition, input.data);
    const loaded = await beside(live && touchSession(live), loading);
    result = await handler(input.data, context, loaded as never);
  }
  return shown(definition)(result);
};

/** A result as callers of the action get it. */
export const shown =
  <O extends z.ZodType>(definition: { output: O } & Action) =>
  (result: unknown) =>
    filterOutput(definition, result, reportDamage) as z.output<O>;

/** The work, once the other is over too, also where one of them fails: nothing runs after an answer. */
const beside = async <T>(other: Promise<unknown> | null, work: T | Promise<T>): Promise<T> => {
  const both = [work, other] as const;
  await Promise.allSettled(both);
  return (await Promise.all(both))[0];
};

/** Only for administrators, and only when it is certain who it is: storage is asked for nobody else. */
const dataAt = async (path: string, session: Promise<LiveSession> | null): Promise<unknown> => {
  const live = await session;
  if (!live) throw invalid({ dataPath: callSentences.unknownField });
  return takeData(path, live.admin._id);
};

/** A conflict contains the stored record, through the same privacy filter as a result. */
const filtered = (definition: Action, error: unknown): unknown => {
  if (!(error instanceof ActionError) || error.code !== codes.conflict) return error;
  let current: unknown = null;
  try {
    current = filterOutput(definition, (error.data as { current?: unknown }).current, reportDamage);
  } catch {
    // Not the record that this action answers: nothing to compare.
  }
  return new ActionError(codes.conflict, error.message, { current });
};

/** @param what id of the record and names of its fields, without their values */
const reportDamage = (what: string) => report('damaged record', undefined, what);

/**
 * An administrator with a one-time password may change it, and little else; nor may one whose second factor is still to be
 * set up. A caller without a ticket, who reaches only
 * functions that are open to all, counts towards the limit of its address before its token is looked up.
 */
const authenticated = async (
  token: unknown,
  definition: Pick<Action, 'withOneTimePassword' | 'withoutFactor'>,
  { customUserId, ip }: Caller,
): Promise<LiveSession> => {
  if (!customUserId) await limitPublicCalls(ip);
  const live = await liveSession(token);
  if (!live) throw new UnauthenticatedError();
  calledBy(live.admin._id);
  if (live.admin.oneTimeUntil && !definition.withOneTimePassword)
    throw new ActionError(codes.oneTimePassword);
  refuseWithoutFactor(live, definition);
  return live;
};

/**
 * Public and visitor actions need no administrator, but have a limit per address, and visitor actions a signed-in
 * caller, whose ticket has not ended.
 */
const allowed = async (definition: Action, call: CallContext): Promise<null> => {
  if (definition.access === 'visitor' && !call.uid)
    throw new ActionError(codes.stateNotAllowed, callSentences.reloadPage);
  const counted = limitPublicCalls(call.ip);
  const [isLive] = await Promise.all([
    definition.access !== 'visitor' || isTicketLive(call),
    definition.effect === 'read' ? unlessUnwritable(counted) : counted,
  ]);
  if (!isLive) throw stateNotAllowed(callSentences.reloadPage, { signInAgain: true });
  return null;
};

/**
 * Writes beside a read, e.g. of a counter: if they fail, for example on a full disk, the read is answered nevertheless.
 */
const unlessUnwritable = async (writing: Promise<void>): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    if (error instanceof ActionError) throw error;
    report('not written beside a read', error);
  }
};

const liveOf = async (guard: Promise<LiveSession | null>): Promise<LiveSession> => {
  const live = await guard;
  if (!live) throw new UnauthenticatedError();
  return live;
};

/** Keys with a meaning in every object: in maps with free keys they would reach the prototype or the constructor. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

/** Path of the first reserved key at any depth, or null. Iterative, because the sender determines the depth. */
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
  // A Map, because a key may be `constructor` or `__proto__`.
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = [issue.path.join('.'), ...keys.slice(0, 1)].filter(Boolean).join('.') || 'data';
    if (!fields.has(path)) fields.set(path, issue.message);
  }
  return invalid(Object.fromEntries(fields));
};

const failure = (error: unknown): Omit<Envelope, 'requestId'> => {
  if (error instanceof UnauthenticatedError) {
    return { code: codes.unauthenticated, message: error.message, data: null };
  }
  if (error instanceof ActionError)
    return { code: error.code, message: error.message, data: error.data };
  if (isOverloaded(error))
    return { code: codes.busy, message: codeMessages[codes.busy], data: null };
  const message = isStorageFull(error) ? storageFullMessage : codeMessages[codes.internal];
  return { code: codes.internal, message, data: null };
};
