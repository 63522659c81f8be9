import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { variables } from '#cloudfunctions/_shared/base/variables.ts';
import { declared, ownVariables } from '../../scripts/build/declared.ts';
import { root } from '../../scripts/shared/built.js';
import { createCaller } from './product.ts';

/** What the local platform decides itself. */
const isOfPlatform = (name: string) =>
  ['SCF_NAMESPACE', 'STORAGE_BUCKET', 'CUSTOM_LOGIN_KEY'].includes(name);
const keys = new Set(Object.values(ownVariables).flat());

/** Something that the schema accepts, and that nobody sets otherwise. */
const given = Object.fromEntries(
  Object.entries(variables.shape)
    .filter(([name]) => !isOfPlatform(name))
    .map(([name, shape]) => [
      name,
      ['4321', `http://127.0.0.1:1/${name}`].find(value => shape.safeParse(value).success)!,
    ]),
);
const sealing = { APP_KEK_1: randomBytes(32).toString('base64'), APP_KEK_2: 'an older one' };
const nobodys = {
  ADMIN_INITIAL_PASSWORD: 'correct-horse-battery-7',
  EMULATOR_SECRET_KEY: 'of-the-platform',
  SESSION_OF_ANOTHER_PROGRAM: 'unknown',
};

/** Functions that answer their variables, in place of the product's. */
const writeFunctions = (dir: string) => {
  for (const name of Object.keys(declared.functions)) {
    mkdirSync(path.join(dir, name), { recursive: true });
    writeFileSync(
      path.join(dir, name, 'index.js'),
      `exports.main = async () => ({ code: 0, message: '', data: { ...process.env } });`,
    );
  }
};

/** Those that all may call. */
const called = Object.entries(declared.functions).flatMap(([name, { rule }]) =>
  rule === true ? name : [],
);
const seen = new Map<string, Record<string, unknown>>();

const folder = mkdtempSync(path.join(tmpdir(), 'variables-'));
const functionsDir = path.join(folder, 'functions');
const start = `
  const { startProduct } = await import('./scripts/start/startProduct.ts');
  await startProduct({ functionsDir: ${JSON.stringify(functionsDir)} });`;

beforeAll(async () => {
  writeFunctions(functionsDir);
  const program = ['--import', 'tsx', '--input-type=module', '-e', start, '--'];
  const options = ['--port', '0', '--demo', 'none', '--workers', '1'];
  const child = spawn(
    process.execPath,
    [...program, ...options, '--data', path.join(folder, 'data')],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...given, ...sealing, ...nobodys, STORAGE_BUCKET: 'of-the-cloud' },
    },
  );
  let output = '';
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const found = /Visitor side\s+(http:\S+\d)/.exec(output)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => reject(new Error(output)));
    });
    const { call } = createCaller(url);
    for (const name of called) seen.set(name, (await call(name, 'any')).data);
  } finally {
    child.kill();
    await ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives every function each limit and address that is set where it starts', () => {
  const common = Object.entries(given).filter(([name]) => !keys.has(name));
  expect(common.length).toBeGreaterThan(80);
  expect(called.length).toBeGreaterThan(5);
  for (const name of called) expect(seen.get(name), name).toMatchObject(Object.fromEntries(common));
});

it('gives keys to the functions that read them, and to no others', () => {
  const all = { ...given, ...sealing };
  const isKey = (name: string) => keys.has(name) || name in sealing;
  for (const name of called) {
    const own = ownVariables[name]!;
    const names = [...own, ...(own.includes('APP_KEK_1') ? Object.keys(sealing) : [])];
    const variablesOf = seen.get(name)!;
    expect(Object.keys(variablesOf).filter(isKey).sort(), name).toEqual([...new Set(names)].sort());
    const set = names.filter(one => one in all);
    expect(variablesOf, name).toMatchObject(
      Object.fromEntries(set.map(one => [one, all[one as keyof typeof all]])),
    );
  }
});

it('gives no function what it does not know, nor the bucket of another platform', () => {
  for (const name of called) {
    expect(Object.keys(seen.get(name)!).filter(one => one in nobodys)).toEqual([]);
    expect(seen.get(name)?.['STORAGE_BUCKET']).toBe(declared.storage?.bucket);
  }
});
