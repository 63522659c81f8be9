import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { play } from './play.ts';
import { startSimulation } from './simulation.ts';

/** A commit whose refunds say as now what they have taken, and which keeps its leases in one module as now. */
const BEFORE = '3767ee35';
/** The commit before that module: refunds, tasks, messages, uploads and counters each had leases of their own. */
const OWN_LEASES = '4cde3d4e^';
const withOwnLeases = [
  'base/claim.ts',
  'base/dueTime.ts',
  'base/worker.ts',
  'messages/send.ts',
  'orders/fulfil.ts',
  'refunds/lease.ts',
  'refunds/poll.ts',
  'shipping/upload.ts',
  'tasks/lease.ts',
].map(name => `cloudfunctions/_shared/${name}`);

const SEEDS = Number(process.env['SEEDS'] ?? 1_000);

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'two-versions-'));
const unpack = (commit: string, ...files: string[]) => {
  const input = execFileSync('git', ['archive', '--format=tar', commit, ...files], {
    cwd: root,
    maxBuffer: 512 * 1024 ** 2,
  });
  execFileSync('tar', ['-x', '-C', folder], { input });
};
unpack(BEFORE);
unpack(OWN_LEASES, ...withOwnLeases, 'cloudfunctions/worker/rebuild.ts');
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const simulation = await startSimulation({ beside: folder });

it('money, credits and states stay consistent while each call meets the old or the new leases', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { broken, story } = await play(simulation, seed);
    if (broken) expect.fail([`Seed ${seed}: ${broken}`, ...story].join('\n'));
    if (seed % 100 === 0) process.stderr.write(`seed ${seed} is played\n`);
  }
}, 7_200_000);
