import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, mayMove } from '#contract/states.ts';
import { videoStatuses, videoTransitions } from '#contract/video.ts';
import { vodCredentials } from '../../sandbox/vod.ts';
import { startWorld } from './harness.ts';

const world = await startWorld({ VOD_POLL_MS: 1 });
const { call, ok, rows } = world;
let { token } = await world.reset();
beforeEach(async () => ({ token } = await world.reset()));
const as = () => ({ token });
const { main: timers } = await import('#cloudfunctions/vodTimers/index.ts');
const tick = (TriggerName = 'poll') => timers({ Type: 'Timer', TriggerName });

const base = `${world.emulator.url}/__sandbox-vod`;
const tell = (disturbance: object) =>
  fetch(`${world.emulator.url}/__sandbox/vod`, {
    method: 'PUT',
    body: JSON.stringify(disturbance),
  });
const upload = async (signature: string) => {
  const body = JSON.stringify({ signature, size: 1_234 });
  const answer = await fetch(`${base}/upload`, { method: 'POST', body });
  return { status: answer.status, ...((await answer.json()) as { fileId?: string }) };
};
const stored = async (fileId: string) =>
  (await rows('videos')).find(video => video.fileId === fileId);
/** The clock of the stand-in, which is the platform's. */
const later = async (ms: number) => {
  await fetch(`${world.emulator.url}/__emulator/clock`, {
    method: 'POST',
    body: JSON.stringify({ now: Date.now() + ms }),
  });
};
beforeEach(() => later(0));

describe('the signature of an upload', () => {
  it('is the one the service computes, byte by byte, for one upload within ten minutes', async () => {
    const began = Math.floor(Date.now() / 1_000);
    const { signature, videoId, expireTime } = await ok(
      'vodService',
      'getUploadSignature',
      { fileName: 'a.mp4' },
      as(),
    );
    const bytes = Buffer.from(signature, 'base64');
    const text = bytes.subarray(20).toString();
    const digest = createHmac('sha1', vodCredentials.secretKey).update(text).digest();
    expect(bytes.subarray(0, 20).equals(digest)).toBe(true);
    const fields = Object.fromEntries(new URLSearchParams(text));
    expect(fields).toMatchObject({
      secretId: vodCredentials.secretId,
      oneTimeValid: '1',
      classId: '0',
      sourceContext: videoId,
    });
    const [from, until] = [Number(fields.currentTimeStamp), Number(fields.expireTime)];
    expect(from).toBeGreaterThanOrEqual(began);
    expect(until - from).toBeLessThanOrEqual(600);
    expect(expireTime).toBe(until * 1_000);
    expect(signature + text).not.toContain(vodCredentials.secretKey);

    expect((await upload(signature)).status).toBe(200);
    expect((await upload(signature)).status).toBe(403);
    const spoilt = Buffer.from(bytes);
    spoilt[30] = (spoilt[30] ?? 0) ^ 1;
    expect((await upload(spoilt.toString('base64'))).status).toBe(403);
  });

  it('is given again for the same upload, to its starter, until the file has arrived', async () => {
    const first = await ok('vodService', 'getUploadSignature', { fileName: 'a.mp4' }, as());
    const count = (await rows('videos')).length;
    const again = { videoId: first.videoId };
    const second = await ok('vodService', 'getUploadSignature', again, as());
    expect(second.videoId).toBe(first.videoId);
    expect(second.signature).not.toBe(first.signature);
    expect(await rows('videos')).toHaveLength(count);
    expect((await rows('videos')).find(({ _id }) => _id === first.videoId)?.name).toBe('a.mp4');
    const { fileId = '' } = await upload(second.signature);
    await ok('vodService', 'processVideo', { fileId }, as());
    expect((await call('vodService', 'getUploadSignature', again, as())).code).toBe(40400);
    const unknown = { videoId: 'vid_9999' };
    expect((await call('vodService', 'getUploadSignature', unknown, as())).code).toBe(40400);
  });

  it('comes with the address of the service if it is not the default', async () => {
    const { endpoint } = await ok('vodService', 'getUploadSignature', {}, as());
    expect(endpoint).toBe(base);
  });

  it('does not let the caller choose the processing', async () => {
    for (const key of ['procedure', 'classId', 'sourceContext', 'expireTime', 'secretId']) {
      expect((await call('vodService', 'getUploadSignature', { [key]: '1' }, as())).code).toBe(
        40001,
      );
    }
  });
});

describe('a video', () => {
  const arrive = async () => {
    const { signature } = await ok('vodService', 'getUploadSignature', { fileName: 'b.mp4' }, as());
    return (await upload(signature)).fileId ?? '';
  };

  it('goes from its upload through processing, with progress, to ready', async () => {
    const fileId = await arrive();
    const started = await ok('vodService', 'processVideo', { fileId }, as());
    expect(started).toMatchObject({
      fileId,
      status: 'processing',
      name: 'b.mp4',
      sizeBytes: 1_234,
    });
    await later(4_000);
    await tick();
    const half = await ok('vodService', 'getVideoStatus', { fileId }, as());
    expect(half.status).toBe('processing');
    expect(half.progress).toBeGreaterThan(40);
    await later(9_000);
    await tick();
    expect(await ok('vodService', 'getVideoStatus', { fileId }, as())).toMatchObject({
      status: 'ready',
      progress: 100,
      durationSec: 30.5,
      width: 1_920,
    });
  });

  it('is processed once although the answer of the service is lost and many ask at once', async () => {
    const fileId = await arrive();
    await ok('vodService', 'processVideo', { fileId }, as()).catch(() => undefined);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => call('vodService', 'processVideo', { fileId }, as())),
    );
    expect(new Set(again.map(({ code }) => code))).toEqual(new Set([40902]));

    const lost = 'vod_file_0001';
    await tell({ mode: 'lose', times: 1 });
    expect((await ok('vodService', 'processVideo', { fileId: lost }, as())).status).toBe(
      'processing',
    );
    expect((await stored(lost))?.taskId).toBe('');
    const asked = Number((await stored(lost))?.nextPollTime);
    await vi.waitUntil(() => Date.now() > asked, { interval: 1 });
    await tick();
    expect((await stored(lost))?.taskId).toMatch(/procedurev2/);
  });

  it('without a permission is not ours', async () => {
    expect((await call('vodService', 'processVideo', { fileId: 'vod_file_0999' }, as())).code).toBe(
      40400,
    );
    expect((await call('vodService', 'processVideo', { fileId: '999' }, as())).code).toBe(40400);
  });

  it('is deleted at the service as well, and kept while the service is down', async () => {
    await tell({ mode: 'fail', times: 1 });
    expect((await call('vodService', 'deleteVideo', { fileId: 'vod_file_0002' }, as())).code).toBe(
      50201,
    );
    expect(await stored('vod_file_0002')).toBeDefined();
    expect((await call('vodService', 'deleteVideo', { fileId: 'vod_file_0002' }, as())).code).toBe(
      0,
    );
    expect(await stored('vod_file_0002')).toBeUndefined();
  });

  it.each(keysOf(videoStatuses))(
    'in the state %s is processed only where the table allows',
    async status => {
      const [record] = (await rows('videos')).filter(({ _id }) => _id === 'vid_0001');
      await world.insert('videos', [{ ...record, _id: 'vid_x', fileId: 'vod_file_x', status }]);
      const answer = await call('vodService', 'processVideo', { fileId: 'vod_file_x' }, as());
      const legal = mayMove(videoTransitions, status, 'processing');
      expect(answer.code).toBe(legal ? 0 : 40902);
      expect((await stored('vod_file_x'))?.status).toBe(legal ? 'processing' : status);
    },
  );
});
