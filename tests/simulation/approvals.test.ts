import { expect, it } from 'vitest';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import { isDeep } from '../depth.ts';
import { approversOf } from './approvers.ts';
import { play } from './play.ts';
import { startSimulation } from './simulation.ts';

const simulation = await startSimulation();
/** `SEEDS=2000` plays so many; `FROM=10001` begins there, so that two processes share the work. */
const SEEDS = Number(process.env['SEEDS'] ?? (isDeep ? 20_000 : 40));
const FROM = Number(process.env['FROM'] ?? 1);
/** How many decide at once; in depth fifty who approve and ten who do not. */
const STORM = isDeep ? 60 : 8;

const kinds = ['refund', 'credits', 'compensation'];
const wanted = [
  ...kinds.flatMap(kind => ['approved', 'declined'].map(status => `${kind} ${status}`)),
  'refund withdrawn',
  'refund expired',
];

it('what needs approval is decided once, and paid or given only then, in any order of events', async () => {
  const ends = new Set<string>();
  const isMissing = () => wanted.some(end => !ends.has(end));
  // A few more where an end was not reached yet.
  for (
    let seed = FROM;
    seed < FROM + SEEDS || (isMissing() && seed < FROM + 5 * SEEDS);
    seed += 1
  ) {
    const atOnce = seed % 20 === 0 ? STORM : 4;
    const { broken, story } = await play(simulation, seed, { people: approversOf({ atOnce }) });
    if (broken) expect.fail([`Seed ${seed}: ${broken}`, ...story].join('\n'));
    for (const { kind, status } of await simulation.rows<StoredApproval>('approvals'))
      ends.add(`${kind} ${status}`);
    if (isDeep && seed % 500 === 0) process.stderr.write(`seed ${seed} is played\n`);
  }
  expect([...ends]).toEqual(expect.arrayContaining(wanted));
}, 7_200_000);
