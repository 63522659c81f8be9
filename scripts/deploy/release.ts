import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';

/** What a version of the product consists of beside its database. Built here, or read back from an archive. */
export interface Release {
  /** Follows from its content: the same code and site are the same version. */
  version: string;
  functions: ReleasedFunction[];
  site: SiteFile[];
}

/** A function as it is to be in the cloud. */
export interface ReleasedFunction {
  name: string;
  /** The function rule: who may call it from a client. */
  rule: boolean | string;
  /** Megabytes. */
  memory: number;
  /** Seconds. */
  timeout: number;
  /** Names of the variables it gets; those without a value are left out. */
  variables: string[];
  /** Seven fields of cron. */
  timers: { name: string; config: string }[];
  /** Whether its calls come from an address that stays. */
  fixedAddress?: true;
  /** Paths at which it is reached from outside. */
  http?: readonly string[];
  /** Whether the platform installs the packages that its `package.json` names. */
  installs: boolean;
  code: Content;
}

export interface SiteFile {
  /** From the root, e.g. `/index.html`. */
  path: string;
  type: string;
  /** Its name holds a hash of its content: it never changes. */
  isHashed: boolean;
  content: Content;
}

/** Bytes and their name: 16 hexadecimal digits of SHA-256. */
export interface Content {
  hash: string;
  read(): Promise<Buffer>;
}

export const contentOf = (bytes: Buffer): Content => ({
  hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  read: () => Promise.resolve(bytes),
});

/** The earliest time that a ZIP file can name: the same files make the same archive. */
const NO_TIME = new Date(1980, 0, 1);

/** A folder as the platform takes it for a function. Its name is that of the files in it; it is packed when it is needed. */
export const zippedFolder = (folder: string): Content => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    // The platform installs packages itself.
    .filter(name => !name.startsWith('node_modules'))
    .sort()
    .map(name => [name.split(path.sep).join('/'), readFileSync(path.join(folder, name))] as const);
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  return {
    hash: hash.digest('hex').slice(0, 16),
    read: async () =>
      Buffer.from(
        zipSync(
          Object.fromEntries(files.map(([name, bytes]) => [name, [bytes, { mtime: NO_TIME }]])),
          { level: 9 },
        ),
      ),
  };
};

export const versionOf = ({ functions, site }: Omit<Release, 'version'>): string => {
  const hash = createHash('sha256');
  for (const { code, ...declared } of functions) hash.update(JSON.stringify([declared, code.hash]));
  for (const { path: file, content } of site) hash.update(JSON.stringify([file, content.hash]));
  return hash.digest('hex').slice(0, 12);
};
