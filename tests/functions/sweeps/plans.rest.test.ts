import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';
import { fewOf } from './copies.ts';
import {
  type Asked,
  callsOf,
  isList,
  type PlannedQuery,
  planner,
  queriesOf,
  type Condition,
} from './plans.ts';

/** What `docs/indexes.tsv` says of one list: a line for each thing asked that another index answers. */
const rowsOf = (title: string, plans: PlannedQuery[]): string[] => {
  const lines = new Map<string, { line: Line; orders: Map<string, boolean> }>();
  for (const plan of plans) {
    const line = lineOf(plan);
    const key = JSON.stringify(line);
    const known = lines.get(key) ?? { line, orders: new Map<string, boolean>() };
    lines.set(key, known);
    if (plan.kind === 'page') known.orders.set(Object.keys(plan.sort)[0] ?? '', plan.sorted);
  }
  const rank = ({ line }: { line: Line }) => (line.asked === EVERYTHING ? '' : line.asked);
  const ordered = [...lines.values()].sort((a, b) =>
    rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b)),
  );
  return ordered.map(({ line, orders }) => {
    const by = (sorted: boolean) =>
      [...orders].flatMap(([order, found]) => (found === sorted ? [order] : [])).join(', ');
    return [title, line.collection, line.asked, line.index, by(true), by(false)].join('\t');
  });
};

const EVERYTHING = 'everything';

interface Line {
  collection: string;
  asked: string;
  index: string;
}

const lineOf = ({ collection, conditions, index }: PlannedQuery): Line => ({
  collection,
  asked: [...new Set(conditions.map(nameOf))].sort().join(', ') || EVERYTHING,
  index: index ?? '(how many there are is known)',
});

const nameOf = ({ field, kind }: Condition) => (kind ? `${field} (${kind})` : field);

/**
 * No list query scans a collection. `npm run generate` writes `docs/indexes.tsv`; `npm run test:rest` compares every list
 * with it, so that changes are reviewed.
 */
const file = path.join(import.meta.dirname, '../../../docs/indexes.tsv');
const isWriting = process.env['GENERATE'] !== undefined;

/** They grow, but slowly, so that some records may be read only to leave them out. */
const thousands = new Set([
  'activationBatches',
  'approvals',
  'compensations',
  'feedback',
  'messages',
]);
/** A value of these matches so few records that sorting or filtering them costs nothing. */
const selective = new Set([
  '_id',
  'userId',
  'usedBy.userId',
  'openid',
  'phoneTail',
  'orderId',
  'orderNo',
  'transactionId',
  'printNo',
  'expressNo',
  'batchNo',
  'taskNo',
  'rhTaskId',
  'codeHash',
  'tail',
  'sha256',
  'batchId',
  'resourceId',
  'adminId',
  'grams',
  'day',
  'afterVoid',
]);

const world = await startWorld();
const { as } = world;
// Not before: what it is made from reads the environment, once in a process.
const { fixture } = await import('../world/fixture.ts');
const directory = mkdtempSync(path.join(os.tmpdir(), 'plans-'));
const { planOf, close } = planner(path.join(directory, 'plans.sqlite'), fixture().records);
beforeAll(() => world.reset());

const lists = everyAction.filter(({ definition }) => isList(definition.input));
const lines = ['List\tCollection\tAsked for\tIndex\tIn its order\tSorted afterwards'];

/** Reads the session, its administrator and, once a minute, the settings about them by their ids. */
const ofSession = ['adminSessions', 'admins', 'settings'];
const isSessionCheck = ({ collection, query }: Asked) =>
  ofSession.includes(collection) && typeof query['_id'] === 'string';

/** The queries of a list, of each kind one; what the session check asks is not the list's. */
const plansOf = async ({ name, action, definition }: RegisteredAction) => {
  const plans = new Map<string, PlannedQuery & { asks: string }>();
  for (const { asks, data } of callsOf(definition.input, definition.example as never)) {
    const asked = await queriesOf(world, async () => {
      const answer = await world.send(name, { action, data, ...as() });
      expect(answer, JSON.stringify(data)).toMatchObject({ code: 0 });
    });
    for (const query of asked) {
      if (isSessionCheck(query)) continue;
      const plan = { ...(await planOf(query)), asks };
      const { collection, kind, conditions, sort, index } = plan;
      plans.set(JSON.stringify([collection, kind, conditions, sort, index]), plan);
    }
  }
  return [...plans.values()];
};

it.each(lists)('$title never scans a collection', async at => {
  const plans = await plansOf(at);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    const { collection, conditions, kind } = plan;
    const what = JSON.stringify(plan);
    const isEverything = conditions.length === 0;
    if (isEverything) {
      // How many there are, the collection knows without being read.
      if (kind === 'page') expect([plan.index !== null, plan.sorted], what).toEqual([true, true]);
      continue;
    }
    expect([plan.index !== null, plan.narrowed], what).toEqual([true, true]);
    if (fewOf.has(collection) || thousands.has(collection)) continue;
    if (conditions.some(({ field }) => selective.has(field))) continue;
    expect(plan.exact, `${what} reads records only to leave them out`).toBe(true);
    const isPlain = conditions.every(({ kind: one }) => one === '');
    const isUsual = conditions.every(({ field }) => field === 'status' || field === plan.asks);
    if (kind === 'page' && isPlain && isUsual && isNaturalOrder(plan))
      expect(plan.sorted, `${what} sorts what it found`).toBe(true);
  }
  lines.push(...rowsOf(at.title, plans));
});

/** By time, or one state in any order. */
const isNaturalOrder = ({ sort, conditions }: PlannedQuery) =>
  Object.keys(sort)[0] === 'createTime' || conditions.every(({ field }) => field === 'status');

it('the table is up to date', () => {
  const text = `${lines.join('\n')}\n`;
  if (isWriting) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

afterAll(() => {
  close();
  rmSync(directory, { recursive: true, force: true });
});
