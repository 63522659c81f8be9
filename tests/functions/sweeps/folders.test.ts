import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { FILE_PATH } from '#contract/constants.ts';
import { type Folder, folderOf, folders } from '#contract/folders.ts';
import { sharedPage } from '../world/callback.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';
import { tinyPng } from '../world/tinyPng.ts';

/** Who is given an address of a file: asked of every action, for a file in every folder that the product stores to. */
const world = await startWorld();
const { as, call, ok, rows, set } = world;
beforeEach(() => world.reset());

const all = Object.keys(folders) as Folder[];
const hidden = all.filter(folder => folders[folder] === 'nobody');
const pathIn = (folder: string) => `${folder}/demo/planted.png`;

/** A file there, with a row as if it were the first user's own photo. */
const plant = async (folder: string) => {
  const filePath = pathIn(folder);
  const options = { owner: null, limit: tinyPng.length, type: 'image/png' };
  await world.emulator.files.put(filePath, Readable.from([tinyPng]), options);
  await world.insert('files', [fileRow(filePath, { userId: 'usr_0001', scene: 'user_upload' })]);
  return filePath;
};

/** The paths of the files that an answer has addresses of. */
const signedIn = (answer: unknown): string[] =>
  [...JSON.stringify(answer).matchAll(/\/cos\/([^?"]+)\?/g)].map(([, key = '']) =>
    decodeURIComponent(key).replace(/!.*$/, ''),
  );

/** The path of its copy in full size, which is made here. */
const copyOf = async (path: string) => {
  await ok('imageCopy', 'makeAnyCopy', { url: `${path}!download` });
  const row = (await rows('files')).find(({ filePath }) => filePath === path);
  const made = row?.['copies'] as Record<string, { path: string }>;
  return made['fullmarkedv1']!.path;
};

const namesOf = (path: string) => [path, `${path}!thumbnail`, `cloud://local.files/${path}`];

const stranger = { TCB_UUID: '2000000000000000002', TCB_ISANONYMOUS_USER: 'true' };
const callers = {
  administrator: (urls: string[]) => ok('adminStorage', 'getFileList', { fileList: urls }),
  owner: (urls: string[]) => ok('imageService', 'getSignedUrls', { urls }),
  stranger: (urls: string[]) => ok('imageService', 'getSignedUrls', { urls }, { caller: stranger }),
};
const audiences: Record<(typeof folders)[Folder], (keyof typeof callers)[]> = {
  everybody: ['administrator', 'owner', 'stranger'],
  owner: ['administrator', 'owner'],
  administrators: ['administrator'],
  nobody: [],
};

describe('the address of a file', () => {
  it.each(all)('in %s/ is given to whom the table names', async folder => {
    const path = await plant(folder);
    for (const [who, ask] of Object.entries(callers)) {
      // Visitors see copies of generated pictures, which have the mark.
      const isCopy = folder === 'results';
      const names = isCopy ? [`${path}!download`] : namesOf(path);
      const shown = isCopy ? await copyOf(path) : path;
      const isShown = audiences[folders[folder]].includes(who as keyof typeof callers);
      expect(signedIn(await ask(names)), who).toEqual(isShown ? names.map(() => shown) : []);
    }
  });

  it('in a folder that is not declared is given to nobody', async () => {
    const path = await plant('elsewhere');
    for (const ask of Object.values(callers)) expect(signedIn(await ask([path]))).toEqual([]);
  });

  it('is not given in any other way: records that name a hidden file do not lead to it', async () => {
    const paths = await Promise.all(hidden.map(plant));
    await nameEverywhere(paths);
    const seen = new Set<string>();
    for (const { name, action, definition } of everyAction) {
      if (definition.effect !== 'read') continue;
      const answer = await world.send(name, { action, data: definition.example, ...as() });
      expect(answer.code, `${name}.${action}`).toBe(0);
      const signed = signedIn(answer);
      if (signed.length > 0) seen.add(`${name}.${action}`);
      const wrong = signed.filter(path => paths.includes(path));
      expect(wrong, `${name}.${action}`).toEqual([]);
    }
    // So addresses are recognised where there are some.
    expect([...seen]).toContain('imageService.getSignedUrls');
    const wish = { ids: ['prt_0001', 'prt_0002'] };
    const { list } = await ok('adminPrintOrder', 'getPrintFiles', wish);
    expect(list.length).toBeGreaterThan(0);
    expect(list.filter(({ url }) => url !== '')).toEqual([]);
  });

  it('of an export or an archive of print files is given by its own action, in the audit log', async () => {
    const paths = world.storedPaths().filter(path => hidden.includes(folderOf(path)!));
    expect(paths.map(folderOf)).toEqual(expect.arrayContaining(['export', 'print-archive']));
    const { token: other } = await world.someAdmin();
    const codesOf: number[] = [];
    for (const who of [as(), { token: other }]) {
      expect(await ok('adminStorage', 'getFileList', { fileList: paths }, who)).toEqual({
        list: [],
      });
      const archive = { id: 'arc_0001', part: 0 };
      const { url } = await ok('adminPrintArchive', 'getPrintArchiveUrl', archive, who);
      expect((await fetch(url)).status).toBe(200);
      codesOf.push((await call('adminExport', 'getExportUrl', { id: 'exp_0001' }, who)).code);
    }
    expect(codesOf).toEqual([0, 40400]);
    const log = (await rows('auditLogs')).filter(row => row['action'] === 'getPrintArchiveUrl');
    expect(new Set(log.map(({ adminId }) => adminId)).size).toBe(2);
  });
});

it.each(all)(
  'a cover in %s/ is in the preview of a template only if it is public',
  async folder => {
    const coverImage = await plant(folder);
    await set('templates', 'tpl_0001', { coverImage });
    const page = await sharedPage('tpl_0001');
    expect(page.statusCode).toBe(200);
    expect(signedIn(page).includes(coverImage)).toBe(folders[folder] === 'everybody');
  },
);

it('storing refuses a folder that is not declared', async () => {
  const { storeFile, uploadLeave } = await import('#cloudfunctions/_shared/base/storage.ts');
  await expect(storeFile('elsewhere/a.png', tinyPng)).rejects.toThrow('not declared');
  await expect(uploadLeave('elsewhere/a.png')).rejects.toThrow('not declared');
  expect(world.storedPaths()).not.toContain('elsewhere/a.png');
});

/** Puts these paths in the place of those that records name, one after the other. */
const nameEverywhere = async (paths: string[]) => {
  let next = 0;
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string')
      return FILE_PATH.test(value) ? paths[next++ % paths.length] : value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
  };
  let changed = 0;
  for (const { name } of collections) {
    // Each file has its own path.
    if (name === 'files') continue;
    for (const { _id, ...record } of await rows(name)) {
      const renamed = replaced(record) as typeof record;
      if (JSON.stringify(renamed) === JSON.stringify(record)) continue;
      await set(name, String(_id), renamed);
      changed += 1;
    }
  }
  expect(changed).toBeGreaterThan(20);
};
