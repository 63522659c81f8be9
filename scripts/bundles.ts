/**
 * `npm run bundles`: size of every function, and its load time in a bare Node process, beside the server SDK alone: wall
 * time, processor time, and what a cold start takes at its memory by the model of docs/bench.md.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildFunctions, SDK_ALONE } from './build/functions.ts';
import { deployedFunctions, functionNames } from './build/platform.ts';
import { coldStart } from './shared/coldStart.ts';

const ALONE = '(the SDK alone)';
const outDir = mkdtempSync(path.join(tmpdir(), 'bundles-'));
await buildFunctions({ outDir, beside: { name: ALONE, text: SDK_ALONE } });

const memories = new Map(deployedFunctions().map(({ name, memory }) => [name, memory]));
const rows = [ALONE, ...functionNames].map(name => {
  const file = path.join(outDir, name, 'index.js');
  const memory = memories.get(name) ?? 256;
  return { function: name, size: statSync(file).size, memory, ...coldStart(file, memory) };
});
const alone = rows[0]!;
console.table(
  rows.map(({ function: name, size, memory, clock, load, modelled }) => ({
    function: name,
    KB: Math.round(size / 1_000),
    'KB more': Math.round((size - alone.size) / 1_000),
    'load ms': Math.round(clock),
    'processor ms': Math.round(load),
    'times the SDK': (load / alone.load).toFixed(2),
    'MB of memory': memory,
    'cold start ms': Math.round(modelled),
  })),
);
rmSync(outDir, { recursive: true, force: true });
