/**
 * `npm run bundles`: size of every function, and its load time in a bare Node process, beside the server SDK alone: wall
 * time, processor time, and what a cold start takes at its memory by the model of docs/bench.md.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildFunctions, sharedPackages } from './build/functions.ts';
import { deployedFunctions } from './build/platform.ts';
import { coldStart } from './shared/coldStart.ts';

const outDir = mkdtempSync(path.join(tmpdir(), 'bundles-'));
await buildFunctions({ outDir });

const files = deployedFunctions().map(({ name, memory }) => ({ name, file: 'index.js', memory }));
const alone = { ...files[0]!, file: sharedPackages['@cloudbase/node-sdk']!, memory: 256 };
console.table(
  [alone, ...files].map(one => {
    const file = path.join(outDir, one.name, one.file);
    const { clock, load, modelled } = coldStart(file, one.memory);
    return {
      function: one === alone ? '(the SDK alone)' : one.name,
      KB: Math.round(statSync(file).size / 1_000),
      'load ms': Math.round(clock),
      'processor ms': Math.round(load),
      'MB of memory': one.memory,
      'cold start ms': Math.round(modelled),
    };
  }),
);
rmSync(outDir, { recursive: true, force: true });
