import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Part, sha256Of } from './manifest.ts';
import type { Line } from './platform.ts';
import { writeWhole } from './writeWhole.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Bytes of lines in a part, roughly: what is held in memory at once. */
export const PART_BYTES = 1024 * 1024;

/** Hash of a part with these lines, without making the part. */
export const hashOfLines = (lines: Line[]): string => {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('hex');
};

/** Replaces a file of this name that an earlier reading left. */
export const writePart = async (dir: string, file: string, lines: Line[]): Promise<Part> => {
  const content = Buffer.from(lines.map(line => `${line}\n`).join(''), 'utf8');
  const compressed = await compress(content);
  await rm(path.join(dir, file), { force: true });
  await writeWhole(path.join(dir, file), compressed);
  return {
    file,
    documents: lines.length,
    bytes: compressed.length,
    sha256: sha256Of(compressed),
    contentBytes: content.length,
    contentSha256: sha256Of(content),
  };
};

/** @throws with a sentence unless it is, byte for byte, what was written */
export const readPart = async (dir: string, part: Part): Promise<Line[]> => {
  const { file, bytes, sha256, contentBytes, contentSha256, documents } = part;
  const compressed = await readFile(path.join(dir, file)).catch((error: unknown) => {
    throw new Error(`${file} cannot be read: the backup is not complete`, { cause: error });
  });
  if (compressed.length !== bytes)
    throw new Error(`${file} has ${compressed.length} bytes instead of ${bytes}: it is torn`);
  if (sha256Of(compressed) !== sha256)
    throw new Error(`${file} is not the one that was written: its hash differs`);
  const content = await expand(compressed, { maxOutputLength: Math.max(contentBytes, 1) });
  const lines = content.toString('utf8').split('\n');
  if (lines.pop() !== '' || lines.length !== documents || sha256Of(content) !== contentSha256)
    throw new Error(`${file} does not hold what the manifest says`);
  return lines;
};
