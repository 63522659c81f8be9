import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EmulatorConfig } from '#emulator/types.ts';
import releases from '../../scripts/migrations/releases.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');

interface Release {
  version: string;
  commit: string;
  /** Those that it knows. */
  migrations: readonly string[];
}

/** The newest release: what is deployed while this version's migrations run. */
export const release: Release = releases.at(-1)!;

/** The functions of the version before, as its own sources make them, with what it stores and which actions it has. */
export interface VersionBefore {
  folder: string;
  functionsDir: string;
  config: EmulatorConfig;
  migrations: Release['migrations'];
  /** Its demo data, by collection. */
  records: Record<string, Record<string, unknown>[]>;
  /** Its actions with their examples, as in `dist/actions.json`. */
  actions: {
    function: string;
    action: string;
    access: string;
    effect: 'read' | 'write';
    example: unknown;
  }[];
  /** Runs a module in its folder. */
  run(source: string, env: Record<string, string>): Promise<unknown>;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 ** 2, stdio: 'pipe' });

/** @throws with a sentence where this checkout has no history that reaches so far back */
const archiveOf = ({ version, commit }: Release): Buffer => {
  try {
    return git('archive', '--format=tar', commit);
  } catch (error) {
    throw new Error(
      `Version ${version} cannot be built, because commit ${commit} is not in this checkout: it needs git and the whole ` +
        'history (`git fetch --unshallow`).',
      { cause: error },
    );
  }
};

const build = `
import { writeFileSync } from 'node:fs';
import { writeActions } from './scripts/build/actions.ts';
import { buildFunctions } from './scripts/build/functions.ts';
import { platformConfig } from './scripts/build/platform.ts';
import { makeDemo } from './scripts/demo/demo.ts';
const { collections } = makeDemo(Date.now());
writeFileSync('built/config.json', JSON.stringify(platformConfig()));
writeFileSync('built/records.json', JSON.stringify(collections));
await writeActions('built/actions.json');
await buildFunctions({ outDir: 'built/functions' });
`;

/** @param kek the key that its demo data are sealed with */
export const buildVersionBefore = async (kek: string, of = release): Promise<VersionBefore> => {
  const archive = archiveOf(of);
  const folder = mkdtempSync(path.join(tmpdir(), 'version-before-'));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  // Its dependencies are those of today.
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const built = path.join(folder, 'built');
  mkdirSync(built);
  const run = (source: string, env: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', source],
      { cwd: folder, env: { ...process.env, ...env } },
    );
  await run(build, { APP_KEK_1: kek });
  const read = (name: string) => JSON.parse(readFileSync(path.join(built, name), 'utf8')) as never;
  return {
    folder,
    functionsDir: path.join(built, 'functions'),
    config: read('config.json'),
    migrations: of.migrations,
    records: read('records.json'),
    actions: read('actions.json'),
    run,
  };
};
