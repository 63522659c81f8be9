import { expect, it } from 'vitest';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import { isDeep } from '../depth.ts';
import { approversOf } from './approvers.ts';
import { play } from './play.ts';
import { startSimulation } from './simulation.ts';

const simulation = await startSimulation();
/** `SEEDS=2000` plays so many; `FROM=10001` begins there, so that two processes share the work. */
const SEEDS = Number(process.env['SEEDS'] ?? (isDeep ? 20_000 : 60));
const FROM = Number(process.env['FROM'] ?? 1);
/** How many decide at once; in depth fifty who approve and ten who do not. */
const STORM = isDeep ? 60 : 8;

it('what needs approval is decided once, and paid or given only then, in any order of events', async () => {
  const ends = new Set<string>();
  for (let seed = FROM; seed < FROM + SEEDS; seed += 1) {
    const atOnce = seed % 20 === 0 ? STORM : 4;
    const { broken, story } = await play(simulation, seed, { people: approversOf({ atOnce }) });
    if (broken) expect.fail([`Seed ${seed}: ${broken}`, ...story].join('\n'));
    for (const { kind, status } of await simulation.rows<StoredApproval>('approvals'))
      ends.add(`${kind} ${status}`);
    if (isDeep && seed % 500 === 0) process.stderr.write(`seed ${seed} is played\n`);
  }
  const kinds = ['refund', 'credits', 'compensation'];
  const reached = kinds.map(kind => ['approved', 'declined'].map(status => `${kind} ${status}`));
  expect([...ends]).toEqual(
    expect.arrayContaining([...reached.flat(), 'refund withdrawn', 'refund expired']),
  );
}, 7_200_000);
