import { fileIdOf } from '#cloudfunctions/_shared/base/fileUse.ts';
import { gramsOf } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { file, type StoredFile } from '#contract/file.ts';
import { videoEntity } from '#contract/video.ts';
import { COVER, type DemoPicture, drawCover, type Motif } from './pictures.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, numbered, recordOf } from './record.ts';

const fileRow = (filePath: string, createTime: number, more: Partial<StoredFile> = {}) => {
  const { name = '封面.jpg' } = more;
  return recordOf(
    { record: file },
    {
      _id: fileIdOf(filePath),
      createTime,
      filePath,
      fileID: `cloud://local.files/${filePath}`,
      scene: 'template',
      mime: 'image/jpeg',
      sizeBytes: 96_000,
      ...COVER,
      status: 'active',
      grams: gramsOf(name),
      ...more,
      name,
    },
  );
};

/** On pictures that nothing uses, or no longer. */
const spare: Motif[] = [['dunes'], ['moon'], ['lake'], ['coast'], ['peaks'], ['rain'], ['dog']];

/** Until an upload is confirmed, nothing is known of it. */
const unconfirmed = { status: 'pending', mime: '', sizeBytes: 0, width: 0, height: 0 } as const;

/**
 * A row for every picture of the demo, including unused pictures and those in the trash, and `files` on the records
 * that name them.
 */
export const demoFiles = (
  collections: Record<string, object[]>,
  pictures: DemoPicture[],
  random: Random,
  now: number,
) => {
  const used = new Map<string, { name: string; createTime: number }>();
  const known = new Set(pictures.map(({ filePath }) => filePath));
  for (const records of Object.values(collections)) {
    for (const record of records as Record<string, unknown>[]) {
      const named = [...new Set(pathsIn(record).filter(path => known.has(path)))];
      if (named.length === 0) continue;
      record.files = named;
      const name = `${String(record.name ?? record.title ?? '图片')}.jpg`;
      const createTime = Number(record.createTime) - random.int(MINUTE, HOUR);
      for (const path of named) if (!used.has(path)) used.set(path, { name, createTime });
    }
  }
  const sizeOf = () => ({ sizeBytes: random.int(60_000, 190_000) });
  const files = pictures.map(({ filePath, row = {} }) => {
    const use = used.get(filePath);
    if (!use) return fileRow(filePath, now - 30 * DAY, row);
    return fileRow(filePath, use.createTime, {
      name: use.name,
      unused: false,
      ...sizeOf(),
      ...row,
    });
  });

  const more: DemoPicture[] = [];
  const add = (filePath: string, place: number, row: Partial<StoredFile>) => {
    more.push({ filePath, draw: () => drawCover(spare[place % spare.length]!) });
    files.push(fileRow(filePath, now - random.int(2, 200) * DAY, { ...sizeOf(), ...row }));
  };
  for (let at = 1; at <= 8; at += 1) {
    const row = { name: `备选封面 ${at}.jpg`, isDuplicate: at > 6 };
    add(`template/demo/${numbered('unused', at)}.jpg`, Math.min(at, 6), row);
  }
  for (let at = 1; at <= 4; at += 1) {
    const deleteTime = now - random.int(1, 25) * DAY;
    const purgeTime = deleteTime + 30 * DAY;
    const row = { name: `旧封面 ${at}.jpg`, status: 'trash', deleteTime, purgeTime } as const;
    add(`template/demo/${numbered('trash', at)}.jpg`, 20 + at, row);
  }
  const pending = { ...unconfirmed, purgeTime: now + DAY };
  for (let at = 1; at <= 2; at += 1)
    add(`upload/demo/${numbered('ticket', at)}.png`, 39 + at, { name: '大图封面.jpg', ...pending });
  const own = { scene: 'user_upload', userId: 'usr_0001', createBy: null } as const;
  add('upload/demo/visitor_0001.png', 42, { name: 'photo.jpg', ...own, ...pending });
  return { files, pictures: more };
};

/** Every text of a record, however deep, that could name a file. */
const pathsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
};

const videos = [
  ['千里江山 使用教程', 'uploaded'],
  ['风景拍摄要点', 'ready'],
  ['旧版宣传片', 'ready'],
  ['冲印尺寸对比', 'processing'],
  ['老照片修复演示', 'failed'],
  ['新春活动预告', 'uploading'],
  ['江南烟雨 效果展示', 'ready'],
  ['萌宠剪影 花絮', 'ready'],
] as const;

/** Template → the video that shows its effect. */
export const demoVideoOf: Readonly<Record<string, string>> = { 江南烟雨: 'vod_file_0007' };

/** Videos in every state; the stand-in of the video service has a file for each. */
export const demoVideos = (random: Random, now: number) =>
  videos.map(([name, status], at) => {
    const _id = numbered('vid', at + 1);
    const isSent = status !== 'uploading';
    const fileId = isSent ? numbered('vod_file', at + 1) : `upload_${_id}`;
    const createTime = now - (isSent ? random.int(3, 200) * DAY : MINUTE);
    const sizeBytes = random.int(4, 180) * 1_048_576;
    const made = status === 'ready' && {
      durationSec: random.int(15, 180),
      width: 1_920,
      height: 1_080,
      mediaUrl: `/__sandbox-vod/media/${fileId}.webm`,
      coverUrl: `/__sandbox-vod/cover/${fileId}_0.img`,
    };
    return recordOf(videoEntity, {
      _id,
      createTime,
      fileId,
      name,
      sizeBytes,
      ...made,
      status,
      progress: made ? 100 : status === 'processing' ? 40 : 0,
      procedure: 'LongVideoPreset',
      subAppId: '1500000001',
      taskId: '',
      errorMessage: status === 'failed' ? '视频处理失败，请检查视频文件后重试' : '',
      sessionId: `demo_${_id}`,
      polls: 0,
      unused: !Object.values(demoVideoOf).includes(fileId),
      coverAtSec: 0,
      formerStatus: status,
      nextPollTime: now + DAY,
      deadline: now + 3 * DAY,
    });
  });
