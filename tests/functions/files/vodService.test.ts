import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, mayMove } from '#contract/states.ts';
import { videoEntity, videoStatuses } from '#contract/video.ts';
import { vodCredentials } from '../../../sandbox/vod.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld({ VOD_POLL_MS: 1, VOD_DELETE_MS: 1 });
const { as, call, ok, rows } = world;
await world.reset();
beforeEach(() => world.reset());
const tick = (job: 'videos' | 'sweepVideos' = 'videos') => runJob(job);

const base = `${world.emulator.url}/__sandbox-vod`;
const configure = (disturbance: object) => world.standIn('vod', disturbance);
const upload = async (signature: string) => {
  const body = JSON.stringify({ signature, size: 1_234 });
  const answer = await fetch(`${base}/upload`, { method: 'POST', body });
  return { status: answer.status, ...((await answer.json()) as { fileId?: string }) };
};
const stored = async (fileId: string) =>
  (await rows('videos')).find(video => video.fileId === fileId);
const due = async (fileId: string) => {
  const time = Number((await stored(fileId))?.nextPollTime);
  await vi.waitUntil(() => Date.now() > time, { interval: 1 });
};
/** The clock of the stand-in, which is the platform's. */
const later = async (ms: number) => {
  await fetch(`${world.emulator.url}/__emulator/clock`, {
    method: 'POST',
    body: JSON.stringify({ now: Date.now() + ms }),
  });
};

describe('the signature of an upload', () => {
  it('is the one the service computes, byte by byte, for one upload within ten minutes', async () => {
    const began = Math.floor(Date.now() / 1_000);
    const { signature, videoId, expireTime } = await ok('vodService', 'getUploadSignature', {
      fileName: 'a.mp4',
    });
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
    const first = await ok('vodService', 'getUploadSignature', { fileName: 'a.mp4' });
    const count = (await rows('videos')).length;
    const again = { videoId: first.videoId };
    const second = await ok('vodService', 'getUploadSignature', again);
    expect(second.videoId).toBe(first.videoId);
    expect(second.signature).not.toBe(first.signature);
    expect(await rows('videos')).toHaveLength(count);
    expect((await rows('videos')).find(({ _id }) => _id === first.videoId)?.name).toBe('a.mp4');
    const { fileId = '' } = await upload(second.signature);
    await ok('vodService', 'processVideo', { fileId });
    expect((await call('vodService', 'getUploadSignature', again)).code).toBe(40400);
    const unknown = { videoId: 'vid_9999' };
    expect((await call('vodService', 'getUploadSignature', unknown)).code).toBe(40400);
  });

  it('comes with the address of the service if it is not the default', async () => {
    const { endpoint } = await ok('vodService', 'getUploadSignature', {});
    expect(endpoint).toBe(base);
  });
});

describe('a video', () => {
  const arrive = async () => {
    const { signature } = await ok('vodService', 'getUploadSignature', { fileName: 'b.mp4' });
    return (await upload(signature)).fileId ?? '';
  };

  it('goes from its upload through processing, with progress, to ready', async () => {
    const fileId = await arrive();
    const started = await ok('vodService', 'processVideo', { fileId });
    expect(started).toMatchObject({
      fileId,
      status: 'processing',
      name: 'b.mp4',
      sizeBytes: 1_234,
    });
    await later(4_000);
    await tick();
    const half = await ok('vodService', 'getVideoStatus', { fileId });
    expect(half.status).toBe('processing');
    expect(half.progress).toBeGreaterThan(40);
    // Progress makes no version: renaming it meanwhile meets no conflict.
    const rename = { id: started._id, rev: started.rev, name: '短片' };
    expect((await call('vodService', 'updateVideo', rename)).code).toBe(0);
    await later(9_000);
    await tick();
    expect(await ok('vodService', 'getVideoStatus', { fileId })).toMatchObject({
      status: 'ready',
      progress: 100,
      durationSec: 30.5,
      width: 1_920,
    });
  });

  it('is processed once although the answer of the service is lost and many ask at once', async () => {
    const fileId = await arrive();
    await ok('vodService', 'processVideo', { fileId }).catch(() => undefined);
    const again = await Promise.all(
      Array.from({ length: 8 }, () => call('vodService', 'processVideo', { fileId })),
    );
    expect(new Set(again.map(({ code }) => code))).toEqual(new Set([40902]));

    const lost = 'vod_file_0001';
    await configure({ mode: 'lose', times: 1 });
    expect((await ok('vodService', 'processVideo', { fileId: lost })).status).toBe('processing');
    expect((await stored(lost))?.taskId).toBe('');
    const asked = Number((await stored(lost))?.nextPollTime);
    await vi.waitUntil(() => Date.now() > asked, { interval: 1 });
    await tick();
    expect((await stored(lost))?.taskId).toMatch(/procedurev2/);
  });

  it('without a permission is not ours', async () => {
    expect((await call('vodService', 'processVideo', { fileId: 'vod_file_0999' })).code).toBe(
      40400,
    );
    expect((await call('vodService', 'processVideo', { fileId: '999' })).code).toBe(40400);
  });

  it.each(keysOf(videoStatuses))(
    'in the state %s is processed only where the table allows',
    async status => {
      const [record] = (await rows('videos')).filter(({ _id }) => _id === 'vid_0001');
      await world.insert('videos', [{ ...record, _id: 'vid_x', fileId: 'vod_file_x', status }]);
      const answer = await call('vodService', 'processVideo', { fileId: 'vod_file_x' });
      const legal = mayMove(videoEntity.transitions, status, 'processing');
      expect(answer.code).toBe(legal ? 0 : 40902);
      expect((await stored('vod_file_x'))?.status).toBe(legal ? 'processing' : status);
    },
  );
});

describe('the library of videos', () => {
  const id = 'vid_0002';
  const fileId = 'vod_file_0002';
  const show = (templateId: string, videoFileId = fileId) =>
    world.set('templates', templateId, { videoFileId });
  const names = async (filter: object) =>
    (await ok('vodService', 'getVideos', { filter })).list.map(({ _id }) => _id).sort();
  const status = (of = fileId) => ok('vodService', 'getVideoStatus', { fileId: of });

  it('says which templates show a video, and which videos none does', async () => {
    for (const _id of ['tpl_0001', 'tpl_0002']) {
      const { rev } = await ok('adminTemplate', 'getTemplateById', { id: _id });
      const change = { _id, rev, videoFileId: fileId };
      await ok('adminTemplate', 'updateTemplate', change);
    }
    const { list } = await ok('vodService', 'getVideos', { filter: { unused: false } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ fileId, templateCount: 2 });
    expect(list[0]?.templates?.map(({ _id }) => _id).sort()).toEqual(['tpl_0001', 'tpl_0002']);
    expect(await names({ unused: true })).toEqual(['vid_0001', 'vid_0003']);
    expect(await names({ unused: true, status: 'ready' })).toEqual(['vid_0003']);
    // Notes that were lost are corrected.
    await show('tpl_0001', 'vod_file_0003');
    await show('tpl_0002', '');
    await tick('sweepVideos');
    expect(await names({ unused: false })).toEqual(['vid_0003']);
    expect(await names({ unused: true })).toEqual(['vid_0001', 'vid_0002']);
  });

  it('finds a renamed video by its new name, and refuses to overwrite another change', async () => {
    const { rev } = await status();
    const change = (name: string) => call('vodService', 'updateVideo', { id, rev, name });
    expect((await change('江南烟雨')).data).toMatchObject({ name: '江南烟雨', rev: rev + 1 });
    expect((await change('别名')).code).toBe(40901);
    const found = await ok('vodService', 'getVideos', { q: '烟雨' });
    expect(found.list.map(({ _id }) => _id)).toEqual([id]);
  });

  describe('a cover', () => {
    const set = (input: object) => call('vodService', 'setVideoCover', { id, ...input });

    const put = async (content: Buffer, by = as()) => {
      const wish = { fileName: 'cover.png', size: content.length };
      const ticket = await ok('adminStorage', 'getUploadTicket', wish, by);
      const { url, method, headers, filePath } = ticket;
      await fetch(url, { method, headers, body: new Uint8Array(content) });
      return filePath;
    };

    it('is a picture that was put into storage, as the service has it; no copy of ours stays', async () => {
      const files = world.storedFiles().length;
      const filePath = await put(tinyPng);
      const { data } = await set({ filePath });
      const shown = await fetch(data!.coverUrl);
      expect(shown.headers.get('content-type')).toBe('image/png');
      expect((await set({ filePath: await put(Buffer.from('no picture')) })).code).toBe(40001);
      expect((await status()).coverUrl).toBe(data!.coverUrl);
      expect(world.storedFiles()).toHaveLength(files);
      expect((await set({ filePath })).code).toBe(40400);
    });

    it("is no picture of records, and not another administrator's upload", async () => {
      const { list } = await ok('adminStorage', 'getImages', { pageSize: 1 });
      expect((await set({ filePath: list[0]!.filePath })).code).toBe(40400);
      const { token: other } = await world.someAdmin();
      expect((await set({ filePath: await put(tinyPng, { token: other }) })).code).toBe(40400);
    });

    it('is a frame, which the service takes in a while; meanwhile the video stays usable', async () => {
      await world.set('videos', id, { durationSec: 30.5 });
      expect((await set({ atSec: 31 })).data).toMatchObject({
        fields: { atSec: expect.stringContaining('超出') as string },
      });
      const { coverUrl: before } = await status();
      expect((await set({ atSec: 12.5 })).data).toMatchObject({
        status: 'ready',
        coverPending: true,
      });
      expect((await set({ atSec: 3 })).code).toBe(40902);
      await later(9_000);
      await due(fileId);
      await tick();
      const done = await status();
      expect(done).toMatchObject({ status: 'ready', coverPending: false, coverError: '' });
      const shown = await fetch(done.coverUrl);
      expect(shown.headers.get('content-type')).toBe('image/jpeg');
      expect(done.coverUrl).not.toBe(before);
    });

    it('stays as it was when the service takes no frame, with the reason', async () => {
      await configure({ mode: 'refuse', code: 'InvalidParameterValue', times: 1 });
      expect((await set({ atSec: 1 })).data).toMatchObject({
        coverPending: false,
        coverError: expect.stringContaining('没有接受') as string,
      });
    });

    it('cannot be set before the video is ready', async () => {
      const other = { id: 'vid_0001', atSec: 1 };
      expect((await call('vodService', 'setVideoCover', other)).code).toBe(40902);
    });
  });

  describe('a deletion', () => {
    const remove = (of = id) => call('vodService', 'deleteVideo', { id: of });
    const finish = async () => {
      await due(fileId);
      await tick();
    };

    it('is refused with the names of the templates that show the video', async () => {
      await show('tpl_0001');
      const { name } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
      expect(await remove()).toMatchObject({
        code: 40904,
        message: expect.stringContaining(`「${name}」`) as string,
        data: { resource: 'templates', count: 1 },
      });
      expect((await status()).status).toBe('ready');
    });

    it('is finished by the worker, at the service first, however often that fails', async () => {
      expect((await remove()).code).toBe(0);
      expect(await status()).toMatchObject({ status: 'deleting' });
      await configure({ mode: 'fail', times: 1 });
      await finish();
      expect((await status()).errorMessage).toContain('自动重试');
      await finish();
      expect(await stored(fileId)).toBeUndefined();
      const again = await ok('vodService', 'getUploadSignature', { fileName: 'c.mp4' });
      await upload(again.signature);
      expect((await call('vodService', 'processVideo', { fileId })).code).toBe(40400);
    });

    it('also ends when the file is gone at the service already', async () => {
      await remove();
      await configure({ mode: 'refuse', code: 'ResourceNotFound.MediaNotExist', times: 1 });
      await finish();
      expect(await stored(fileId)).toBeUndefined();
    });

    it('is undone when a template has chosen the video in the same moment', async () => {
      await remove();
      await show('tpl_0001');
      await finish();
      expect(await status()).toMatchObject({ status: 'ready', errorMessage: '' });
    });

    it('is refused while the video is processed, and ends the own upload at once', async () => {
      const { videoId } = await ok('vodService', 'getUploadSignature', { fileName: 'd.mp4' });
      expect((await remove(videoId)).code).toBe(0);
      expect((await rows('videos')).some(({ _id }) => _id === videoId)).toBe(false);
      await ok('vodService', 'processVideo', { fileId: 'vod_file_0001' });
      expect((await remove('vid_0001')).code).toBe(40902);
    });
  });

  it('lets a template choose only what exists and is not being deleted', async () => {
    const choose = (videoFileId: string) =>
      call('adminTemplate', 'updateTemplate', { _id: 'tpl_0001', rev: 1, videoFileId });
    expect((await choose('vod_file_0404')).data).toMatchObject({
      fields: { videoFileId: expect.stringContaining('重新选择') as string },
    });
    await ok('vodService', 'deleteVideo', { id });
    expect((await choose(fileId)).code).toBe(40001);
    expect((await choose('vod_file_0003')).code).toBe(0);
  });

  describe('shown to visitors', () => {
    const seen = async (file = fileId) => {
      const [online] = (await rows('templates')).filter(one => one.status === 'online');
      await show(String(online?._id), file);
      return ok('appTemplate', 'getTemplateById', { id: String(online?._id) });
    };

    it('has addresses that the protected domain accepts until they expire', async () => {
      const { signature } = await ok('vodService', 'getUploadSignature', {});
      const { fileId: sent = '' } = await upload(signature);
      await ok('vodService', 'processVideo', { fileId: sent });
      await later(9_000);
      await due(sent);
      await tick();
      const { video } = await seen(sent);
      const part = await fetch(video!.mediaUrl, { headers: { range: 'bytes=4-7' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toMatch(/^bytes 4-7\//);
      expect((await part.arrayBuffer()).byteLength).toBe(4);
      expect((await fetch(video!.coverUrl)).status).toBe(200);
      expect((await fetch(video!.mediaUrl.replace(/\?.*/, ''))).status).toBe(403);
      await later(4 * 3_600_000);
      expect((await fetch(video!.mediaUrl)).status).toBe(403);
    });

    it('is left out while it cannot be played', async () => {
      await world.set('videos', id, { status: 'failed' });
      expect((await seen()).video).toBeNull();
    });
  });
});
