import dns from 'node:dns/promises';
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { someTask } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';

const RESULT_BYTES = 4 * 1024 * 1024;
const world = await startWorld({ RUNNINGHUB_RESULT_BYTES: RESULT_BYTES });
const { createTask, outcomeOf, runAiApp, upload } =
  await import('#cloudfunctions/_shared/runningHub/client.ts');
const { ResultRefused } = await import('#cloudfunctions/_shared/runningHub/download.ts');
const { saveResult } = await import('#cloudfunctions/_shared/tasks/save.ts');

const access = { apiKey: 'e'.repeat(32), region: 'cn' as const };
const workflowId = '1985000000000000001';
const task = someTask(9, 'saving') as unknown as StoredTask;
const configure = (settings: object) => world.standIn('runninghub', settings);
const says = (fieldValue: string) => [{ nodeId: '6', fieldName: 'text', fieldValue }];
beforeEach(async () => {
  await world.reset();
  await configure({ queueMs: 0, runMs: 0 });
});

const results = async (taskId: string) => {
  const outcome = await outcomeOf(access, taskId);
  if (outcome.state !== 'done') throw new Error(`the task is ${outcome.state}`);
  return outcome.results;
};

describe('the image service', () => {
  it('changes the uploaded photo, for a workflow and for an app', async () => {
    const large = { create: { width: 90, height: 120, channels: 3 as const, background: '#a52' } };
    const content = await sharp(large).jpeg().toBuffer();
    const fieldValue = await upload(access, { name: 'a.jpg', type: 'image/jpeg', content });
    const nodeInfoList = [{ nodeId: '5', fieldName: 'image', fieldValue }];
    const ids = [
      await createTask(access, { workflowId, nodeInfoList }),
      await runAiApp(access, { webappId: workflowId, nodeInfoList }),
    ];
    for (const { taskId } of ids) {
      const [found] = await results(taskId);
      expect(await saveResult(task, found!, 0, '甲公司')).toMatchObject({
        fileType: 'png',
        width: 90,
        height: 120,
        nodeId: '9',
      });
    }
  });
});

describe('a result', () => {
  it.each(['html', 'huge', 'redirect', 'inner', 'empty', 'broken', 'gif'])(
    'that is harmful is not stored: %s',
    async word => {
      const before = world.storedFiles();
      const nodeInfoList = says(`sandbox-${word}`);
      const { taskId } = await createTask(access, { workflowId, nodeInfoList });
      const [found] = await results(taskId);
      await expect(saveResult(task, found!, 0, '甲公司')).rejects.toBeInstanceOf(ResultRefused);
      expect(world.storedFiles()).toEqual(before);
    },
  );
});

describe('the address of a result', () => {
  const at = (fileUrl: string) => ({ fileUrl, fileType: 'png', nodeId: '9', seconds: 1, coins: 1 });
  const picture = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
  /** Each connection is answered by this. */
  const answering = (content: Iterable<Uint8Array>, status = 200, headers = {}) =>
    vi.spyOn(https, 'get').mockImplementation(((
      _url: unknown,
      _options: unknown,
      done: unknown,
    ) => {
      const response = Object.assign(Readable.from(content), { statusCode: status, headers });
      setImmediate(() => (done as (response: Readable) => void)(response));
      return new EventEmitter();
    }) as never);
  const asksFor = (asked: ReturnType<typeof answering>, all: boolean) => {
    const [, { lookup }] = asked.mock.lastCall as unknown as [URL, { lookup: LookupFunction }];
    return new Promise(resolve => {
      lookup('results.example.com', { all }, (_error, ...found) => resolve(found));
    });
  };
  const named = (...ips: string[]) => {
    const found = ips.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
    vi.spyOn(dns, 'lookup').mockResolvedValue(found as never);
    syncBuiltinESMExports();
  };
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('is asked for where its name is a public one', async () => {
    named('93.184.216.34', '2606:2800:220:1::1');
    answering([await picture()]);
    const saved = await saveResult(task, at('https://results.example.com/1.png'), 0, '甲公司');
    expect(saved).toMatchObject({ width: 9, height: 9 });
  });

  it.each([['10.0.0.1'], ['93.184.216.34', '10.0.0.1']])(
    'is not asked where its name leads to %s',
    async (...ips) => {
      named(...ips);
      const asked = answering([await picture()]);
      const saving = saveResult(task, at('https://results.example.com/1.png'), 0, '甲公司');
      await expect(saving).rejects.toBeInstanceOf(ResultRefused);
      expect(asked).not.toHaveBeenCalled();
    },
  );

  it.each([
    'http://results.example.com/1.png',
    'https://results.example.com:8443/1.png',
    'https://me:secret@results.example.com/1.png',
    'https://93.184.216.34/1.png',
    'https://[2606:2800:220:1::1]/1.png',
    'https://localhost/1.png',
    'file:///etc/passwd',
    '1.png',
  ])('is not asked where it is %s', async address => {
    named('93.184.216.34');
    const asked = answering([await picture()]);
    await expect(saveResult(task, at(address), 0, '甲公司')).rejects.toBeInstanceOf(ResultRefused);
    expect(asked).not.toHaveBeenCalled();
  });

  it('is connected to where its name was found to lead, though it leads elsewhere by then', async () => {
    named('93.184.216.34', '2606:2800:220:1::1');
    const asked = answering([await picture()]);
    await saveResult(task, at('https://results.example.com/1.png'), 0, '甲公司');
    named('10.0.0.1');
    expect(await asksFor(asked, true)).toEqual([
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ],
    ]);
    expect(await asksFor(asked, false)).toEqual(['93.184.216.34', 4]);
  });

  it('is not left for another one, whatever it answers', async () => {
    named('93.184.216.34');
    const location = 'https://169.254.169.254/latest/meta-data/';
    const asked = answering([await picture()], 302, { location });
    const saving = saveResult(task, at('https://results.example.com/1.png'), 0, '甲公司');
    await expect(saving).rejects.toBeInstanceOf(ResultRefused);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is read no further than the limit', async () => {
    named('93.184.216.34');
    const chunk = new Uint8Array(RESULT_BYTES / 4);
    let sent = 0;
    const endless = function* () {
      while (sent < 20 * RESULT_BYTES) {
        sent += chunk.length;
        yield chunk;
      }
    };
    answering(endless());
    const saving = saveResult(task, at('https://results.example.com/1.png'), 0, '甲公司');
    await expect(saving).rejects.toBeInstanceOf(ResultRefused);
    expect(sent).toBeLessThan(2 * RESULT_BYTES);
  });
});
