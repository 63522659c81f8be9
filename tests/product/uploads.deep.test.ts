import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genuine, hostile } from '../functions/files/pictures.ts';
import { findRecords } from './database.ts';
import { createCaller, type Product, startProduct } from './product.ts';

/** The whole product in its own process, on the real disk, its data beside unrelated files. */
const ours = path.join(import.meta.dirname, '../../.tmp');
mkdirSync(ours, { recursive: true });
const root = mkdtempSync(path.join(ours, 'uploads-'));
const dataDir = path.join(root, 'data');
const sentinel = path.join(root, 'sentinel.png');
const secret = randomBytes(64);

let product: Product;
let caller: ReturnType<typeof createCaller>;
beforeAll(async () => {
  mkdirSync(dataDir);
  writeFileSync(sentinel, secret);
  product = await startProduct({ dataDir, workers: 2 });
  caller = createCaller(product.url);
  await caller.signIn();
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(root, { recursive: true, force: true });
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/sqlite/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name));
/** An upload that was refused keeps its row until it is swept. */
const rows = () => findRecords(product.dataDir, 'files').filter(({ closed }) => !closed);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const inline = (content: Buffer, fileName = 'a.png') =>
  caller.call('adminStorage', 'uploadImage', { fileName, fileContent: content.toString('base64') });

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

describe('the upload gauntlet', () => {
  it.each([
    ['through the function', inline],
    ['by a ticket', direct],
  ])('%s stores genuine pictures as they are, and nothing else', async (_way, send) => {
    const [good, bad] = await Promise.all([genuine(), hostile()]);
    const before = { files: filesBelow(dataDir).length, rows: rows().length };
    let refused = 0;
    for (const [kind, content] of Object.entries(bad)) {
      const { code, message } = await send(content);
      expect([40001, 41301], kind).toContain(code);
      expect(message).not.toMatch(/[/\\]|Error|ENOENT/);
      refused += 1;
    }
    expect({ files: filesBelow(dataDir).length, rows: rows().length }).toEqual(before);

    let stored = 0;
    for (const content of Object.values(good)) {
      const { code, data } = await send(content);
      expect(code).toBe(0);
      const { format } = await sharp(content).metadata();
      expect(data['mime']).toBe(`image/${format}`);
      const { data: found } = await caller.call('adminStorage', 'getFileList', {
        fileList: [data['filePath']],
      });
      const [address] = found['list'] as { url: string }[];
      const answer = await fetch(address?.url ?? '');
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(data['sha256']);
      stored += 1;
    }
    console.info(`gauntlet ${_way}: ${refused} refused, ${stored} stored`);
    expect(refused).toBeGreaterThanOrEqual(25);
    expect(product.process.exitCode).toBeNull();
  });

  it('reads, writes and removes nothing outside the storage root, with forty hostile paths on every route', async () => {
    const ups = ['../', '..\\', '%2e%2e/', '..%2f', '%252e%252e%252f', '....//', '..;/', '．．/'];
    const paths = [
      ...ups.flatMap(up => [`${up}sentinel.png`, `template/${up.repeat(3)}sentinel.png`]),
      ...ups.map(up => `template/demo/${up.repeat(6)}etc/passwd`),
      '/etc/passwd',
      sentinel,
      `file://${sentinel}`,
      'C:\\Windows\\win.ini',
      '\\\\host\\share',
      'template//../sentinel.png',
      './sentinel.png',
      'template/.',
      '.',
      '..',
      '/',
      '',
      'template/a.png\u0000.jpg',
      'template/demo/',
      'cloud://local.files/../sentinel.png',
      'cloud://other.files/template/demo/tpl_0001.jpg',
      'local.sqlite',
      'template/*',
    ];
    expect(paths.length).toBeGreaterThanOrEqual(40);
    const before = { files: filesBelow(dataDir).length, rows: JSON.stringify(rows()) };
    for (const filePath of paths) {
      for (const action of [
        'deleteImage',
        'restoreImage',
        'getImageById',
        'confirmUpload',
        'cancelUpload',
      ])
        expect([40001, 40400], `${action} ${filePath}`).toContain(
          (await caller.call('adminStorage', action, { filePath })).code,
        );
      const { data } = await caller.call('adminStorage', 'getFileList', { fileList: [filePath] });
      expect(data?.['list'] ?? [], filePath).toEqual([]);
      const signed = await caller.call('imageService', 'getSignedUrl', { url: filePath });
      expect([40001, 40400], filePath).toContain(signed.code);
      const raw = await rawGet(`/cos/${filePath}`);
      expect(raw.includes(secret), filePath).toBe(false);
      expect(raw.includes('root:'), filePath).toBe(false);
    }
    expect({ files: filesBelow(dataDir).length, rows: JSON.stringify(rows()) }).toEqual(before);
    expect(readFileSync(sentinel).equals(secret)).toBe(true);
    expect((await fetch(`${product.url}/__emulator/health`)).status).toBe(200);
  });

  /** `fetch` would normalise the path. */
  const rawGet = (target: string) =>
    new Promise<Buffer>(resolve => {
      // As it is, but for what no request line can hold.
      const address = [...target]
        .map(letter => (letter > ' ' && letter < '\x7f' ? letter : encodeURIComponent(letter)))
        .join('');
      request({ port: new URL(product.url).port, path: address }, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      })
        .on('error', () => resolve(Buffer.alloc(0)))
        .end();
    });
});

describe('a connection cut at 60 %', () => {
  /** Sends the beginning of a body and hangs up. */
  const cut = (url: string, method: string, headers: Record<string, string>, body: Buffer) =>
    new Promise<void>(resolve => {
      const sent = request(url, { method, headers: { ...headers, 'content-length': body.length } });
      sent.on('error', () => resolve());
      sent.on('close', () => resolve());
      sent.write(body.subarray(0, Math.floor(body.length * 0.6)), () =>
        setTimeout(() => sent.destroy(), 100),
      );
    });
  const large = randomBytes(3 * 1024 * 1024);

  it('on its way to storage leaves no object, and no row once the browser has given its ticket back', async () => {
    const before = { files: filesBelow(dataDir).length, rows: rows().length };
    const leave = await ticketFor(large);
    await cut(leave.url, 'PUT', leave.headers, large);
    await expect.poll(() => filesBelow(dataDir).length).toBe(before.files);
    expect(await confirmOf(leave)).toBe(40001);
    await expect.poll(() => rows().length).toBe(before.rows);

    const other = await ticketFor(large);
    await cut(other.url, 'PUT', other.headers, large);
    const { filePath } = other;
    expect((await caller.call('adminStorage', 'cancelUpload', { filePath })).code).toBe(0);
    expect({ files: filesBelow(dataDir).length, rows: rows().length }).toEqual(before);
  });
  const confirmOf = async ({ filePath }: Leave) =>
    (await caller.call('adminStorage', 'confirmUpload', { filePath })).code;

  it('on its way to the function leaves nothing at all', async () => {
    const before = { files: filesBelow(dataDir).length, rows: rows().length };
    const body = JSON.stringify({
      action: 'uploadImage',
      data: { fileName: 'a.png', fileContent: large.toString('base64') },
    });
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer local-publishable-key',
    };
    await cut(`${product.url}/v1/functions/adminStorage`, 'POST', headers, Buffer.from(body));
    await new Promise(resolve => setTimeout(resolve, 300));
    expect({ files: filesBelow(dataDir).length, rows: rows().length }).toEqual(before);
  });
});

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
