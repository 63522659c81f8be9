import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Due } from '#cloudfunctions/_shared/base/due.ts';
import { isPeriodic, type JobName, jobs } from '#cloudfunctions/_shared/base/jobs.ts';
import { effects } from '#contract/rights/effects.ts';
import { effectsSince, look } from '../world/effectsOf.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';
import { type Cost, costOf } from '../world/waits.ts';
import { createVault, handedOut, withCanaries } from './canaries.ts';
import { allowanceOf, reasons, whyMore } from './waitReasons.ts';
import { type Costs, higher, raised, readCosts, textOfCosts, waitsFile } from './waitsTable.ts';

/**
 * Every action called with its own example, once: what it answers, what it costs the database, that what it makes due is
 * marked, that its audit row is there, and that no secret is seen.
 * `npm run generate` writes `docs/waits.tsv`; `npm test` holds every action to it. Waits are what makes a call slow in the
 * cloud, where the database is a millisecond or two away; so they, requests and what is walked may only go down.
 */
const isWriting = process.env['GENERATE'] !== undefined;
const measured = new Map<string, Cost>();
// A use is written at once, also where another file of this process has counted one just now.
const world = await startWorld({ USES_WRITTEN_MS: 0, USES_PER_CALLER: 1_000 });
const { nextTimes } = await import('#cloudfunctions/_shared/work/nextTimes.ts');
const { free, NEVER } = await import('#cloudfunctions/_shared/base/due.ts');
// Read with the first picture otherwise, for as long as it takes.
await import('sharp');

/** Their records are due hours after they were written, and the sweep finds them every hour. */
const farAway: JobName[] = ['parcels', 'arrivals', 'overdue'];
const recordJobs = (Object.keys(jobs) as JobName[]).filter(
  job => !isPeriodic(job) && !farAway.includes(job),
) as (keyof typeof nextTimes)[];

/** When the records of each say that there is something to do. */
const nextOfAll = () =>
  Promise.all(recordJobs.map(async job => ({ job, time: (await nextTimes[job]()) ?? NEVER })));

/** What the sweep would correct: jobs that have something to do before any row of `due` says so. */
const unmarked = async (begun: number): Promise<JobName[]> => {
  const rows = (await world.rows('due')) as unknown as Due[];
  const known = (job: JobName) =>
    Math.min(...rows.filter(row => row.jobs.includes(job)).map(({ time }) => time));
  // Of what is due, `nextTimes` says when it is tried again.
  return (await nextOfAll())
    .filter(({ job, time }) => known(job) > Math.max(time, begun) + 1_000)
    .map(({ job }) => job);
};

/** They change nothing here, or go on with what has its row. */
const unrecorded = [
  'adminAuth.disableSecondFactor',
  'adminAuth.confirmSecondFactor',
  'adminAuth.forgetDevice',
  'adminAdministrator.resetSecondFactor',
  'adminAdministrator.forgetAdministratorDevice',
  'adminTemplate.importWorkflow',
  'adminTask.syncTask',
  'adminActivationCode.generateCodes',
  'adminSettings.testPayment',
  'adminSettings.testNotification',
  'adminSettings.testStorage',
  'vodService.testService',
  'adminDashboard.releaseTodo',
  'adminDashboard.snoozeTodo',
  'adminOrder.syncPayment',
  'adminOrder.syncRefund',
  'adminPrintOrder.importShipping',
];

const call = async (at: RegisteredAction) => {
  const { name, action } = at;
  const { token } = await world.reset();
  const data = withCanaries(at, await exampleOf(world, at, token));
  // The counter of this minute's public calls is there, as it is for all but the first of them.
  if (at.definition.access !== 'admin')
    await world.ok('systemSettings', 'getSettings', { group: 'system' });
  if (at.definition.effect === 'write') await world.insert('due', swept);
  const begun = Date.now();
  const effectsBefore = await look(world);
  world.log.length = world.lines.length = world.errors.length = 0;
  // Otherwise it decides which part of a counter is written.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { cost, result } = await costOf(world, () => world.send(name, { action, data, token }));
  chance.mockRestore();
  const audited = (await world.rows('auditLogs')).filter(
    ({ requestId }) => requestId === result.requestId,
  );
  const had = effectsSince(effectsBefore, await look(world));
  return { begun, cost, result, audited, had };
};

const expected: Costs = readCosts();
/** Numbers and times in texts have more digits on some days. */
const atMost = (bytes = 0) => bytes * 1.05 + 100;

let vault: Awaited<ReturnType<typeof createVault>>;
/** What the sweep writes. */
let swept: Record<string, unknown>[];
beforeAll(async () => {
  vault = await createVault(world);
  const next = await nextOfAll();
  swept = next.map(({ job, time }) => ({ _id: job, jobs: [job], time, ...free }));
});

describe.each(everyAction)('$title', at => {
  const { title, definition } = at;
  let called: Awaited<ReturnType<typeof call>>;
  beforeAll(async () => {
    called = await call(at);
    measured.set(title, called.cost);
  });

  it('answers its example with code 0 and what it promises', () => {
    const { result } = called;
    expect(Object.keys(result).sort()).toEqual(['code', 'data', 'message', 'requestId']);
    expect(result).toMatchObject({ code: 0, message: 'ok' });
    expect(result.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(definition.output.safeParse(result.data).error).toBeUndefined();
  });

  it.skipIf(isWriting)('costs the database what the table says', () => {
    const { waits, requests, records, bytes, answer } = called.cost;
    const table = expected.get(title);
    expect(higher(expected, title, called.cost)).toEqual([]);
    // Fewer belong into the table, so that they stay so.
    expect(waits).toBe(table?.waits);
    // What takes several steps may take fewer of them on other days.
    if (!(title in reasons) && waits < 4) {
      expect({ requests, records }).toEqual({ requests: table?.requests, records: table?.records });
      expect(bytes, 'bytes of records').toBeLessThanOrEqual(atMost(table?.bytes));
      expect(answer, 'bytes of the answer').toBeLessThanOrEqual(atMost(table?.answer));
    }
    if (waits > allowanceOf(at))
      expect(whyMore(title, called.cost), `${title}: ${waits}`).not.toBe('');
    else expect(reasons, 'no exception any more').not.toHaveProperty([title]);
  });

  it('shows no secret in its answer, the log or the audit log', () => {
    const { result, audited } = called;
    // Handed out at sign-in, and secrets in everything else.
    const { token, ticket } = (result.data ?? {}) as { token?: string; ticket?: string };
    if (token && ticket) vault.keep('session token', token, ticket);
    const mayShow = token ? ['session token'] : handedOut[title];
    expect(vault.seenIn(JSON.stringify(result), mayShow)).toEqual([]);
    expect(vault.seenIn(JSON.stringify(audited))).toEqual([]);
    expect(vault.seenIn([...world.log, ...world.lines, ...world.errors].join('\n'))).toEqual([]);
  });

  if (definition.effect === 'read') return;
  it('marks what it makes due, so that no beat misses it', async () => {
    expect(await unmarked(called.begun)).toEqual([]);
  });

  if (definition.access !== 'admin') return;
  it('has no effect on money, rights or secrets but those that are declared', () => {
    const ofOwnAccount = definition.right === null;
    const undeclared = called.had.filter(effect => !effects[effect][title]);
    expect(ofOwnAccount ? [] : undeclared).toEqual([]);
  });

  it('has its row in the audit log', () => {
    const rows = called.audited.filter(row => row['action'] === at.action);
    expect(rows.length > 0).toBe(!unrecorded.includes(title));
  });
});

it.skipIf(isWriting)('the table names every action and no other', () => {
  expect([...expected.keys()].sort()).toEqual(everyAction.map(({ title }) => title).sort());
});

afterAll(() => {
  if (!isWriting) return;
  const costs: Costs = new Map(everyAction.map(({ title }) => [title, measured.get(title)!]));
  const allowed = process.env['GENERATE_ALLOW']?.split(',') ?? [];
  const refused = raised(expected, costs, allowed).join('\n');
  if (refused)
    throw new Error(`docs/waits.tsv may only go down (--allow function.action):\n${refused}`);
  writeFileSync(waitsFile, textOfCosts(costs));
});
