import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genuine } from '../functions/files/pictures.ts';
import { createCaller, type Product, startProduct } from './product.ts';

/** The whole product in its own process, on the real disk. */
const ours = path.join(import.meta.dirname, '../../.tmp');
mkdirSync(ours, { recursive: true });
const root = mkdtempSync(path.join(ours, 'uploads-'));
const dataDir = path.join(root, 'data');

let product: Product;
let caller: ReturnType<typeof createCaller>;
beforeAll(async () => {
  mkdirSync(dataDir);
  product = await startProduct({ dataDir, workers: 2 });
  caller = createCaller(product.url);
  await caller.signIn();
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(root, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Leave {
  filePath: string;
  url: string;
  headers: Record<string, string>;
}
const ticketFor = async (content: Buffer): Promise<Leave> => {
  const { code, data } = await caller.call('adminStorage', 'getUploadTicket', {
    fileName: 'a.png',
    size: content.length,
  });
  expect(code).toBe(0);
  return data as unknown as Leave;
};
const direct = async (content: Buffer) => {
  const leave = await ticketFor(content);
  await fetch(leave.url, { method: 'PUT', headers: leave.headers, body: new Uint8Array(content) });
  return caller.call('adminStorage', 'confirmUpload', {
    filePath: leave.filePath,
    sha256: sha256(content),
  });
};

describe('five parallel uploads of 4 MB', () => {
  // Anew on what is there: making the demo data takes more memory than serving it.
  beforeAll(async () => {
    await product.stop();
    product = await startProduct({ dataDir, workers: 2 });
    caller = createCaller(product.url);
    await caller.signIn();
  }, 300_000);

  const FOUR_MEGABYTES = 4 * 1024 * 1024;
  /** Noise, so that every byte of it is picture. */
  const heavy = () =>
    sharp(randomBytes(1_180 * 1_180 * 3), { raw: { width: 1_180, height: 1_180, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();

  it('are each done within 3 s, no process above 512 MB', async () => {
    const pictures = await Promise.all(Array.from({ length: 5 }, heavy));
    for (const { length } of pictures) {
      expect(length).toBeGreaterThan(0.99 * FOUR_MEGABYTES);
      expect(length).toBeLessThanOrEqual(FOUR_MEGABYTES);
    }
    // The first one pays for starting the function.
    expect((await direct((await genuine()).png)).code).toBe(0);
    const watch = watchMemory(product.process.pid ?? 0);
    const times = await Promise.all(
      pictures.map(async picture => {
        const began = performance.now();
        expect((await direct(picture)).code).toBe(0);
        return performance.now() - began;
      }),
    );
    const peak = watch.stop();
    const shown = times.map(ms => `${(ms / 1_000).toFixed(2)} s`).join(', ');
    console.info(
      `5 × 4 MB: ${shown}; ${peak.one ? `one process at most ${peak.one} MB, all together ${peak.all} MB` : 'memory not measured'}`,
    );
    expect(Math.max(...times)).toBeLessThan(3_000);
    expect(peak.one).toBeLessThan(512);
  });
});

/** Megabytes that the largest of a process and its children holds, and all of them together; 0 without /proc. */
const watchMemory = (pid: number) => {
  const peak = { one: 0, all: 0 };
  const look = () => {
    if (!existsSync('/proc/self/stat')) return;
    const held = [pid, ...childrenOf(pid)].map(residentMb);
    peak.one = Math.max(peak.one, Math.round(Math.max(...held)));
    peak.all = Math.max(peak.all, Math.round(held.reduce((sum, mb) => sum + mb, 0)));
  };
  look();
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
};

const childrenOf = (pid: number): number[] => {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const own = tasks.flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return own.map(Number).flatMap(child => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
};

const residentMb = (pid: number): number => {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1_024;
  } catch {
    return 0;
  }
};
