/**
 * `npm run bundles`: size of every function, and its load time in a bare Node process, beside the server SDK alone. The
 * median of five loads: wall time, and processor time, which other load on the machine hardly changes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildFunctions, SDK_ALONE } from './build/functions.ts';
import { functionNames } from './build/platform.ts';

const ALONE = '(the SDK alone)';
const outDir = mkdtempSync(path.join(tmpdir(), 'bundles-'));
await buildFunctions({ outDir, beside: { name: ALONE, text: SDK_ALONE } });

const load = (file: string): [clock: number, processor: number] => {
  const script = `
    // One that refuses to start without its secrets has loaded all the same.
    const [clock, used] = [performance.now(), process.cpuUsage()];
    try { require(${JSON.stringify(file)}); } catch {}
    const { user, system } = process.cpuUsage(used);
    console.log(JSON.stringify([performance.now() - clock, (user + system) / 1000]));`;
  const output = execFileSync(process.execPath, ['-e', script], { env: {}, encoding: 'utf8' });
  return JSON.parse(output) as [number, number];
};
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const rows = [ALONE, ...functionNames].map(name => {
  const file = path.join(outDir, name, 'index.js');
  const times = Array.from({ length: 5 }, () => load(file));
  return {
    function: name,
    size: statSync(file).size,
    clock: median(times.map(([clock]) => clock)),
    processor: median(times.map(([, processor]) => processor)),
  };
});
const alone = rows[0]!;
console.table(
  rows.map(({ function: name, size, clock, processor }) => ({
    function: name,
    KB: Math.round(size / 1_000),
    'KB more': Math.round((size - alone.size) / 1_000),
    'load ms': Math.round(clock),
    'processor ms': Math.round(processor),
    'times the SDK': (processor / alone.processor).toFixed(2),
  })),
);
rmSync(outDir, { recursive: true, force: true });
