/**
 * The three tiers of docs/commands.md: `npm test` (types, lint, quick tests, journeys in a real Chromium), `npm run
 * test:rest` (what that leaves out for the sake of five minutes; CI runs both), `npm run test:deep` (everything, with crash
 * rounds, volumes and fuzzing, and Chromium once more against what `npm run deploy` made of an empty platform).
 * Stops at the first thing that fails. Nothing is tried twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { build, root } from './shared/built.js';
import { findChromium } from './shared/chromium.ts';

const ROOM = 4 * 1024 ** 3;

/**
 * For the tests' files, in a memory file system if there is room: they commit so often that a slow disk would dominate
 * the time. Tests of disk behaviour write elsewhere. Removed at the end, with what killed processes have left in it.
 */
const makeTemporary = () => {
  const memory = '/dev/shm';
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const hasRoom = Math.min(bavail * bsize, freemem()) > ROOM;
  const folder = mkdtempSync(path.join(hasRoom ? memory : tmpdir(), 'test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  return folder;
};

const depth = process.argv.find(argument => /^--(deep|rest)$/.test(argument))?.slice(2) ?? 'short';
const reports = path.join(root, '.tmp/reports');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** Ends what still runs and waits for it: a test that is still running would write into the folder about to go. */
const endRunning = async () => {
  await Promise.all(
    [...running].map(child => {
      child.kill();
      return new Promise(resolve => child.on('close', resolve));
    }),
  );
};

/** Runs a command; its output is shown as it comes, or only if it fails. */
const run = (command: string, args: string[], env: Record<string, string> = {}, quiet = false) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    const kept: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.on('error', reject);
    child.on('close', code => {
      running.delete(child);
      if (code === 0) return resolve();
      if (quiet) process.stdout.write(Buffer.concat(kept));
      reject(new Error(`${path.basename(command)} ${args.join(' ')} failed (${code ?? 'killed'})`));
    });
  });

const stage = async (name: string, work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  console.log(`✔ ${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
};

/** Each checker works out the types of the contract anew, which takes most of the time. */
const oneChecker = ['--checkers', '1'];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const ofVitest = (): Counts => {
  const report = JSON.parse(readFileSync(path.join(reports, 'vitest.json'), 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  };
};

const ofPlaywright = (file: string): Counts => {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
};

const main = async () => {
  const started = performance.now();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const chromium = await findChromium(console.log);
  const env = {
    CHROMIUM_PATH: chromium,
    DEPTH: depth,
    TMPDIR: makeTemporary(),
    // A log needs no colour for each of ten thousand dots.
    ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  };

  const lint = async () => {
    await run(bin('oxlint'), ['--type-aware'], {}, true);
    await run(bin('oxfmt'), ['--check'], {}, true);
    await run('node', ['--import', 'tsx', 'scripts/borders.ts'], {}, true);
  };
  const types = () => run('node', ['node_modules/typescript-7/bin/tsc', ...oneChecker], {}, true);
  const vitest = () =>
    run(
      bin('vitest'),
      [
        'run',
        '--reporter=dot',
        '--reporter=json',
        '--reporter=./scripts/test/unfinishedReporter.ts',
        `--outputFile.json=${path.join(reports, 'vitest.json')}`,
      ],
      env,
    );
  const isChecked = depth !== 'rest';
  await Promise.all([stage('build', build), isChecked && stage('types', types)]);
  await Promise.all([
    isChecked && stage('lint, format, borders', lint),
    depth === 'rest' && stage('unused code', () => run(bin('knip'), [], {}, true)),
    stage('unit, function, provider, conformance and screen tests', vitest),
  ]);
  const inChromium: string[] = [];
  const playwright = async (name: string, more: Record<string, string> = {}) => {
    const file = path.join(reports, `${name}.json`);
    await run(bin('playwright'), ['test'], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...more });
    inChromium.push(file);
  };
  await stage('end to end in Chromium', () => playwright('playwright'));
  if (depth === 'deep')
    await stage('end to end against what was deployed', () =>
      playwright('deployed', { PRODUCT: 'deployed' }),
    );

  const all = [ofVitest(), ...inChromium.map(ofPlaywright)];
  const sum = (of: keyof Counts) => all.reduce((total, counts) => total + counts[of], 0);
  const skipped = sum('skipped');
  if (skipped > 0) throw new Error(`${skipped} tests were skipped; none may be`);
  console.log(`all in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
};

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await endRunning();
  process.exit(1);
});
