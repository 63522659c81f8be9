import { createHash } from 'node:crypto';
import path from 'node:path';

const DAY_MS = 86_400_000;
const MOST_FILES = 100;
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_NAMES = 10_000;

/** Uploaded files by the name that was answered. The oldest contents are dropped first, their names later. */
export const createUploads = (now: () => number) => {
  const contents = new Map<string, Buffer>();
  const times = new Map<string, number>();
  let bytes = 0;

  const drop = (name: string) => {
    bytes -= contents.get(name)?.length ?? 0;
    contents.delete(name);
  };

  return {
    add(fileName: string, content: Buffer): string {
      const hash = createHash('sha256').update(content).digest('hex');
      const name = `openapi/${hash}${path.extname(fileName).toLowerCase()}`;
      drop(name);
      contents.set(name, content);
      bytes += content.length;
      for (const oldest of contents.keys()) {
        if (contents.size <= MOST_FILES && bytes <= MOST_BYTES) break;
        drop(oldest);
      }
      times.delete(name);
      times.set(name, now());
      for (const oldest of times.keys()) {
        if (times.size <= MOST_NAMES) break;
        times.delete(oldest);
      }
      return name;
    },
    /** Undefined for what is no longer kept. */
    content: (name: string) => contents.get(name),
    /**
     * Whether a node can load it: uploads live for a day. Names from before a restart count as valid; those without a
     * folder are the workflow's own files.
     */
    isLoadable(name: string): boolean {
      const time = times.get(name);
      if (time !== undefined) return now() - time < DAY_MS;
      return /^[^/:]+$/.test(name) || /^(openapi|api)\/[0-9a-f]{64}\.[a-z0-9]+$/.test(name);
    },
    reset() {
      contents.clear();
      times.clear();
      bytes = 0;
    },
  };
};
