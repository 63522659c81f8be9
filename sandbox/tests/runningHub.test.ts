import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from './server.ts';

const sandbox = await startSandbox();
const base = `${sandbox.url}/__sandbox-runninghub`;
const KEY = 'e1'.repeat(16);
const WORKFLOW = '1985000000000000001';
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.reset();
  await sandbox.configure('runninghub', { queueMs: 0, runMs: 1_000 });
});

interface Answer {
  code: number;
  data: { taskId: string; fileName: string; download_url: string } & { fileUrl: string }[];
}

const post = async (path: string, body: object | FormData): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: isForm ? body : JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
};

const upload = (content: Buffer, name = 'photo.png') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return post('/openapi/v2/media/upload/binary', form);
};
const create = (given: object = {}) =>
  post('/task/openapi/create', { apiKey: KEY, workflowId: WORKFLOW, ...given });
const outputs = (taskId: string) => post('/task/openapi/outputs', { apiKey: KEY, taskId });
const says = (fieldValue: string) => [{ nodeId: '6', fieldName: 'text', fieldValue }];

/** The addresses of a task's results, once it has ended. */
const run = async (given: object = {}): Promise<string[]> => {
  const { data } = await create(given);
  sandbox.later(1_000);
  return (await outputs(data.taskId)).data.map(({ fileUrl }) => fileUrl);
};
const bytesOf = async (address: string | undefined) =>
  Buffer.from(await (await fetch(address ?? '')).arrayBuffer());

/** Three coloured bands. */
const photo = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><rect width="40" height="90" fill="#c42"/><rect x="40" width="40" height="90" fill="#2a6"/><rect x="80" width="40" height="90" fill="#36c"/></svg>',
  ),
)
  .png()
  .toBuffer();
const photoNode = async () => {
  const { data } = await upload(photo);
  return { nodeId: '5', fieldName: 'image', fieldValue: data.fileName };
};
const pixels = (content: Buffer) => sharp(content).removeAlpha().raw().toBuffer();
const distance = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

describe('the result of a photo', () => {
  it('is the photo in its size, changed, the same for the same order, differently for every workflow', async () => {
    const nodeInfoList = [await photoNode()];
    const results: Buffer[] = [];
    for (const last of [1, 2, 3]) {
      const workflowId = `198500000000000000${last}`;
      const [first] = await run({ workflowId, nodeInfoList });
      const [second] = await run({ workflowId, nodeInfoList });
      const content = await bytesOf(first);
      expect(await sharp(content).metadata()).toMatchObject({ width: 120, height: 90 });
      expect((await bytesOf(second)).equals(content)).toBe(true);
      results.push(await pixels(content));
    }
    const original = await pixels(photo);
    for (const [at, result] of results.entries()) {
      expect(distance(result, original)).toBeGreaterThan(3);
      for (const other of results.slice(at + 1)) expect(distance(result, other)).toBeGreaterThan(0);
    }
  });

  it('carries the workflow unless that is refused', async () => {
    const nodeInfoList = says('一只猫');
    const [marked] = await run({ nodeInfoList });
    expect((await bytesOf(marked)).toString('latin1')).toContain(String.raw`\u4e00\u53ea\u732b`);
    const [plain] = await run({ nodeInfoList, addMetadata: false });
    expect((await bytesOf(plain)).toString('latin1')).not.toContain('KSampler');
  });

  it('is at most 2,048 pixels wide', async () => {
    const background = '#345';
    const large = { create: { width: 3_000, height: 300, channels: 3 as const, background } };
    const { data } = await upload(await sharp(large).jpeg().toBuffer(), 'large.JPG');
    const node = { nodeId: '5', fieldName: 'image', fieldValue: data.fileName };
    const [address] = await run({ nodeInfoList: [node] });
    expect((await sharp(await bytesOf(address)).metadata()).width).toBe(2_048);
  });

  it('is drawn where there is no photo, also for tasks from before a restart', async () => {
    const [first, second] = await run({ nodeInfoList: says('sandbox-four') });
    expect((await bytesOf(first)).equals(await bytesOf(second))).toBe(false);
    const { data } = await outputs('1985000000000000010');
    const before = await sharp(await bytesOf(data[0]?.fileUrl)).metadata();
    expect(before).toMatchObject({ format: 'png', width: 768 });
  });

  it('is gone after a day', async () => {
    const [address] = await run();
    sandbox.later(86_400_000);
    expect((await fetch(address ?? '')).status).toBe(404);
  });
});

describe('an upload', () => {
  it('comes back at its address', async () => {
    const { data } = await upload(photo);
    expect((await bytesOf(data.download_url)).equals(photo)).toBe(true);
  });

  it.each([
    ['no picture inside', Buffer.from('GIF89a'), 'a.png', 808],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'a.png',
      808,
    ],
    ['half a picture', photo.subarray(0, photo.length / 2), 'a.png', 808],
    ['an unknown kind', photo, 'a.exe', 808],
  ])('with %s is refused', async (_, content, name, code) => {
    expect(await upload(content, name)).toMatchObject({ code });
  });

  it('without a valid key is refused in the words of the service', async () => {
    const answer = await fetch(`${base}/openapi/v2/media/upload/binary`, { method: 'POST' });
    expect(await answer.json()).toMatchObject({ code: 401 });
  });
});

describe('disturbances', () => {
  const seen = async () => (await sandbox.seen('runninghub'))['tasks'] as { webhookUrl: string }[];

  it('refuse the next calls of a path with a code, and no others', async () => {
    const path = '/task/openapi/create';
    await sandbox.configure('runninghub', { path, mode: 'refuse', code: 433, times: 2 });
    const { data } = await upload(photo);
    expect(data.fileName).toBeDefined();
    const codes = [await create(), await create(), await create()].map(({ code }) => code);
    expect(codes).toEqual([433, 433, 0]);
    expect(await seen()).toHaveLength(1);
  });

  it('carry a call out and lose its answer', async () => {
    const webhookUrl = 'http://127.0.0.1:9/lost';
    await sandbox.configure('runninghub', { path: '/task/openapi/create', mode: 'lose', times: 1 });
    await expect(create({ webhookUrl })).rejects.toThrow();
    expect(await seen()).toMatchObject([{ webhookUrl, key: 'e1e1', state: 'RUNNING' }]);
    const { createsByWebhook } = await sandbox.seen('runninghub');
    expect(createsByWebhook).toEqual({ [webhookUrl]: 1 });
  });

  it('of all calls stay beside those of a path, until they are taken back', async () => {
    await sandbox.configure('runninghub', { mode: 'refuse', code: 1003 });
    await sandbox.configure('runninghub', {
      path: '/task/openapi/create',
      mode: 'refuse',
      code: 415,
    });
    expect((await create()).code).toBe(415);
    expect((await outputs('1')).code).toBe(1003);
    await sandbox.configure('runninghub', { path: '/task/openapi/create', mode: 'ok' });
    expect((await create()).code).toBe(1003);
    await sandbox.configure('runninghub', { mode: 'ok' });
    expect((await create()).code).toBe(0);
  });

  it('of all paths that begin alike', async () => {
    const [address = ''] = await run();
    await sandbox.configure('runninghub', {
      path: '/files/*',
      mode: 'fail',
      status: 503,
      times: 1,
    });
    expect((await fetch(address)).status).toBe(503);
    expect((await fetch(address)).status).toBe(200);
  });

  it('are refused with an explanation if they make no sense', async () => {
    for (const wrong of [{ mode: 'other' }, { mode: 'refuse' }, { path: 1 }, { runMs: 'long' }])
      expect((await sandbox.configure('runninghub', wrong)).status).toBe(400);
  });
});

describe('webhooks', () => {
  it('arrive at this machine, and are repeated until they are taken', async () => {
    const bodies: string[] = [];
    const receiver = createServer((req, res) => {
      req.setEncoding('utf8');
      let body = '';
      req.on('data', (chunk: string) => (body += chunk));
      req.on('end', () => {
        bodies.push(body);
        res.writeHead(bodies.length === 1 ? 500 : 200).end();
      });
    });
    await new Promise<void>(resolve => void receiver.listen(0, '127.0.0.1', resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { data } = await create({ webhookUrl });
    sandbox.later(1_000);
    await vi.waitUntil(() => bodies.length === 1);
    await vi.waitUntil(() => {
      sandbox.later(5_000);
      return bodies.length === 2;
    });
    expect(bodies[1]).toBe(bodies[0]);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ event: 'TASK_END', taskId: data.taskId });
    receiver.closeAllConnections();
    receiver.close();
  });

  it('go to no other machine', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const webhookUrl = 'http://127.0.0.1:80@example.com/hook';
    const { data } = await create({ webhookUrl });
    await vi.waitUntil(async () => {
      sandbox.later(300_000);
      const { tasks } = await sandbox.seen('runninghub');
      return (tasks as { taskId: string; webhook: string | null }[]).some(
        ({ taskId, webhook }) => taskId === data.taskId && webhook === 'FAILED',
      );
    });
    expect(fetched.mock.calls.filter(([url]) => url === webhookUrl)).toEqual([]);
    fetched.mockRestore();
  });
});
