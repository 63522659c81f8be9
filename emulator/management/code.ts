import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { isObject } from '../http/body.ts';
import { PlatformError } from '../types.ts';

/** The code of a function as it was deployed. */
export interface Code {
  /** Hash of the archive and of how it was unpacked; also the name of its folder. */
  hash: string;
  /** Size of the archive in bytes. */
  size: number;
  /** Hex SHA-256 of the archive. */
  sha256: string;
}

/** Why a function cannot run, as the platform says beside the status. */
export interface Reason {
  ErrorCode: string;
  ErrorMessage: string;
}

/** `<data>/functions/<name>/<hash>/`, unpacked, and the archive as `<hash>.zip` beside it. */
export interface CodeStore {
  /** @throws PlatformError when it is no archive */
  unpack(
    name: string,
    archive: Buffer,
    installDependency: boolean,
  ): Promise<{ code: Code; reasons: Reason[] }>;
  folderOf(name: string, hash: string): string;
  archiveOf(name: string, hash: string): Promise<Buffer>;
  /** Removes what no function uses any more. */
  sweep(used: (name: string, hash: string) => boolean): Promise<void>;
}

const notZip = () =>
  new PlatformError(
    'InvalidParameterValue.ZipFile',
    'A non-standard zip file is detected. Please compress the file again and try again.',
  );

export function openCodeStore(dataDir: string): CodeStore {
  const root = path.join(dataDir, 'functions');
  const folderOf = (name: string, hash: string) => path.join(root, name, hash);
  return {
    folderOf,
    async unpack(name, archive, installDependency) {
      const files = readArchive(archive);
      const sha256 = createHash('sha256').update(archive).digest('hex');
      const hash = `${sha256.slice(0, 16)}${installDependency ? '-installed' : ''}`;
      const code = { hash, sha256, size: archive.length };
      const folder = folderOf(name, hash);
      const reasons: Reason[] = [];
      if (!files.has('index.js'))
        reasons.push({
          ErrorCode: 'InvalidParameterValue.Handler',
          ErrorMessage: 'The entry file index.js is not in the code.',
        });
      // Aside first, so that a folder with this name is complete.
      const aside = `${folder}.new`;
      await rm(aside, { recursive: true, force: true });
      await mkdir(aside, { recursive: true });
      for (const [file, content] of files) {
        await mkdir(path.dirname(path.join(aside, file)), { recursive: true });
        await writeFile(path.join(aside, file), content);
      }
      if (installDependency) reasons.push(...(await install(aside, files.get('package.json'))));
      await writeFile(`${folder}.zip`, archive);
      if (existsSync(folder)) await rm(aside, { recursive: true });
      else await rename(aside, folder);
      return { code, reasons };
    },
    archiveOf: (name, hash) => readFile(`${folderOf(name, hash)}.zip`),
    async sweep(used) {
      for (const name of await readdir(root).catch(() => []))
        for (const entry of await readdir(path.join(root, name)))
          if (!used(name, entry.replace(/\.zip$/, '')))
            await rm(path.join(root, name, entry), { recursive: true, force: true });
    },
  };
}

/** @throws PlatformError for anything but an archive of files that stay in their folder */
function readArchive(archive: Buffer): Map<string, Uint8Array> {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(archive);
  } catch {
    throw notZip();
  }
  const files = new Map<string, Uint8Array>();
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('/')) continue;
    const file = path.posix.normalize(name);
    if (path.posix.isAbsolute(file) || file.startsWith('..') || file.includes('\\')) throw notZip();
    files.set(file, content);
  }
  return files;
}

/** What npm would install is taken from where the emulator's own packages are. */
async function install(folder: string, manifest: Uint8Array | undefined): Promise<Reason[]> {
  const failed = (ErrorMessage: string): Reason[] => [
    { ErrorCode: 'FailedOperation.InstallDependency', ErrorMessage },
  ];
  let parsed: unknown = {};
  try {
    if (manifest) parsed = JSON.parse(Buffer.from(manifest).toString('utf8'));
  } catch {
    return failed('package.json is not JSON.');
  }
  const dependencies = isObject(parsed) && isObject(parsed.dependencies) ? parsed.dependencies : {};
  const { resolve } = createRequire(import.meta.url);
  for (const name of Object.keys(dependencies)) {
    const found = (resolve.paths(name) ?? [])
      .map(modules => path.join(modules, name))
      .find(candidate => existsSync(path.join(candidate, 'package.json')));
    if (!found) return failed(`The package ${name} cannot be installed.`);
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(found, link, 'dir');
  }
  return [];
}
