import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../built.js';
import type { Job, Result } from './job.ts';

const LOOK_MS = 100;

/** Without a word for so long, the process is stuck in one change. */
export const SILENCE_MS = 90_000;

export type Ending = 'done' | 'silent' | 'stopped';

const running = new Set<number>();
/** With the processes that tests have started. */
const kill = (pid: number) => {
  running.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};
process.on('exit', () => running.forEach(kill));

/**
 * Runs tests in a process of Vitest's and passes on what it tells, until it has finished, tells nothing any more, or
 * `take` has had enough.
 * @throws where it ends without having finished
 */
export const runJob = async (
  job: Job,
  folder: string,
  take: (result: Result) => 'go on' | 'stop',
): Promise<Ending> => {
  mkdirSync(folder, { recursive: true });
  const jobFile = path.join(folder, 'job.json');
  writeFileSync(jobFile, JSON.stringify(job));
  rmSync(job.resultsFile, { force: true });
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      path.join(root, 'scripts/mutants/vitest.config.ts'),
    ],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder, MUTANTS_JOB: jobFile, CI: '', NO_COLOR: '1' },
    },
  );
  const pid = child.pid ?? 0;
  running.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  const exit = new Promise<void>(resolve => void child.on('close', () => resolve()));
  let isOver = false;
  void exit.then(() => (isOver = true));

  let read = 0;
  let heard = performance.now();
  try {
    for (;;) {
      const wasOver = isOver;
      const text = existsSync(job.resultsFile) ? readFileSync(job.resultsFile, 'utf8') : '';
      const lines = text.slice(0, text.lastIndexOf('\n') + 1).slice(read);
      read += lines.length;
      for (const line of lines.split('\n').filter(Boolean)) {
        heard = performance.now();
        const result = JSON.parse(line) as Result;
        if (result.kind === 'done') return 'done';
        if (take(result) === 'stop') return 'stopped';
      }
      if (wasOver) throw new Error(`the process that runs tests has ended:\n${output}`);
      if (performance.now() - heard > SILENCE_MS) return 'silent';
      await Promise.race([exit, new Promise(resolve => setTimeout(resolve, LOOK_MS))]);
    }
  } finally {
    kill(pid);
  }
};
