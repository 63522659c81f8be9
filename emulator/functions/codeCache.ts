import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** SHA-256. */
const DIGEST_BYTES = 32;

/**
 * What V8 compiled of a function, kept in a file, so that the next process that needs the function loads it in a third
 * of the time. One file per function, replaced when its source is another.
 */
export interface CodeCache {
  /** Compiled code of exactly this source; undefined when there is none, or what there is was damaged. */
  read(name: string, source: string): Buffer | undefined;
  /** Failing to write the cache only costs time. */
  write(name: string, source: string, compiled: Buffer): void;
}

/** @param dir made when needed; without one nothing is kept */
export const codeCache = (dir: string | undefined): CodeCache => {
  if (!dir) return { read: () => undefined, write: () => undefined };
  const fileOf = (name: string) => path.join(dir, `${name}.bin`);
  return {
    read(name, source) {
      try {
        const content = readFileSync(fileOf(name));
        const compiled = content.subarray(DIGEST_BYTES);
        const isWhole = digest(source, compiled).equals(content.subarray(0, DIGEST_BYTES));
        return isWhole ? compiled : undefined;
      } catch {
        return undefined;
      }
    },
    write(name, source, compiled) {
      try {
        mkdirSync(dir, { recursive: true });
        const aside = `${fileOf(name)}.${process.pid}`;
        writeFileSync(aside, Buffer.concat([digest(source, compiled), compiled]));
        renameSync(aside, fileOf(name));
      } catch {
        // Failing to write the cache only costs time.
      }
    },
  };
};

/** V8 compares only the length of a source, so another of the same length would run as the old one. */
const digest = (source: string, compiled: Buffer): Buffer =>
  createHash('sha256')
    .update(process.version)
    .update(source)
    .update('\0')
    .update(compiled)
    .digest();
