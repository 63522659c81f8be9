import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import type { World } from './harness.ts';

/** The request that a query belongs to. */
const request = new AsyncLocalStorage<{ walked: number }>();

export interface Cost {
  /** Requests made before any answer are one. */
  waits: number;
  requests: number;
  transactions: number;
  /** Entries of indexes and documents that the database passed: see `Explanation`. */
  walked: number;
  /** Records that it answered, counted ones not. */
  records: number;
  /** Bytes of these. */
  bytes: number;
  /** Bytes of what the caller is answered. */
  answer: number;
}

/** Longer pauses are not waited for. */
const SHORT_MS = 200;
/** A request that waits for a lock is answered once another is; a service may take its time. */
const PATIENCE_MS = 10_000;

interface Pause {
  _idleTimeout?: number;
  /** It is over, or was given up. */
  _destroyed: boolean;
}
const isPause = (type: string, resource: object) =>
  type === 'Immediate' ||
  (type === 'Timeout' && Number((resource as Pause)._idleTimeout) <= SHORT_MS);
/** Work on files and hashes, by the names that Node.js gives it. */
const isJob = (type: string) => /^F.*REQ|^SCRYPTREQ/.test(type);

type RequestMessage = { request: ClientRequest };

/**
 * What is under way in this process: requests over HTTP, files, hashes, short pauses, and what `begin` and `end`
 * report. Once there is nothing, and all that follows from what was has been done, `quiet` is called.
 */
const watchWork = (quiet: () => void) => {
  const underWay = new Set<unknown>();
  const pauses = new Set<Pause>();
  let turn: NodeJS.Immediate | undefined;
  let again: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;
  let isOwn = false;
  const own = (start: () => void) => {
    isOwn = true;
    start();
    isOwn = false;
  };
  const atTurn = () => {
    turn = undefined;
    for (const pause of pauses) if (pause._destroyed) pauses.delete(pause);
    if (underWay.size > 0) return;
    if (pauses.size === 0) return quiet();
    // Node.js does not report the end of a pause.
    own(() => (again = setTimeout(look, 1)));
  };
  const look = () => own(() => (turn ??= setImmediate(atTurn)));
  const begin = (one: unknown) => void underWay.add(one);
  const end = (one: unknown) => {
    if (underWay.delete(one)) look();
  };
  const hook = createHook({
    init: (id, type, _trigger, resource) => {
      if (isOwn) return;
      if (isPause(type, resource)) pauses.add(resource as Pause);
      else if (isJob(type)) begin(id);
    },
    after: end,
  });
  const channels: Record<string, (message: RequestMessage) => void> = {
    'undici:request:create': message => begin(message.request),
    'undici:request:trailers': message => end(message.request),
    'undici:request:error': message => end(message.request),
    'http.client.request.start': message => {
      begin(message.request);
      message.request.once('close', () => end(message.request));
    },
  };
  for (const [name, handler] of Object.entries(channels)) subscribe(name, handler as never);
  hook.enable();
  return {
    begin,
    end,
    /** Calls `quiet` once nothing is under way. */
    wait: () => {
      clearTimeout(patience);
      own(() => (patience = setTimeout(quiet, PATIENCE_MS)));
      look();
    },
    stop: () => {
      hook.disable();
      clearTimeout(patience);
      clearImmediate(turn);
      clearTimeout(again);
      for (const [name, handler] of Object.entries(channels)) unsubscribe(name, handler as never);
    },
  };
};

/**
 * What one call costs the database. Its requests are held until the call can do nothing more without an answer, then
 * answered together: that is one database round trip, however busy the machine is.
 */
export const costOf = async <T>(
  { emulator, queries }: Pick<World, 'emulator' | 'queries'>,
  work: () => Promise<T>,
): Promise<{ cost: Cost; result: T }> => {
  const cost: Cost = {
    waits: 0,
    requests: 0,
    transactions: 0,
    walked: 0,
    records: 0,
    bytes: 0,
    answer: 0,
  };
  let held: (() => void)[] = [];
  const release = () => {
    const round = held;
    held = [];
    if (round.length > 0) cost.waits += 1;
    for (const go of round) go();
  };
  const { begin, end, wait, stop } = watchWork(release);
  const carry: Carry = async (action, _body, carryOut) => {
    // Opening, ending and looking into a transaction are waits like any other.
    cost.requests += 1;
    if (action === 'database.startTransaction') cost.transactions += 1;
    await new Promise<void>(resolve => {
      held.push(resolve);
      wait();
    });
    const own = { walked: 0 };
    begin(own);
    const answer = await request.run(own, carryOut);
    end(own);
    cost.walked += own.walked;
    // Records as texts of JSON.
    const { list = [] } = (answer['data'] ?? {}) as { list?: unknown[] };
    cost.records += list.length;
    for (const text of list) cost.bytes += Buffer.byteLength(String(text));
    return answer;
  };
  queries.trace = ({ walked }) => {
    // What a stand-in looks up is not asked by the function.
    const own = request.getStore();
    if (own) own.walked += walked;
  };
  try {
    const result = await carriedBy(emulator.database, carry, work);
    cost.answer = Buffer.byteLength(JSON.stringify(result) ?? '');
    return { cost, result };
  } finally {
    delete queries.trace;
    stop();
    release();
  }
};
