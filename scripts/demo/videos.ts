import { gramsOf } from '#cloudfunctions/_shared/base/search.ts';
import type { Random } from './random.ts';
import { authored, DAY, stamped } from './record.ts';

const names: [name: string, status: string][] = [
  ['敦煌飞天 使用教程', 'uploaded'],
  ['证件照拍摄要点', 'ready'],
  ['旧版宣传片', 'ready'],
  ['冲印尺寸对比', 'processing'],
  ['老照片修复演示', 'failed'],
  ['新春活动预告', 'uploading'],
  ['江南烟雨 效果展示', 'ready'],
  ['萌宠写真 花絮', 'ready'],
];

/** Template → the video that shows its effect. */
export const demoVideoOf: Readonly<Record<string, string>> = { 江南烟雨: 'vod_file_0007' };

/** Videos in every state; the stand-in of the video service has a file for each. */
export const demoVideos = (random: Random, now: number): object[] =>
  names.map(([name, status], at) => {
    const done = status === 'ready';
    const _id = `vid_000${at + 1}`;
    const fileId = status === 'uploading' ? `upload_${_id}` : `vod_file_000${at + 1}`;
    const createTime = now - (status === 'uploading' ? 60_000 : random.int(3, 200) * DAY);
    return {
      _id,
      ...stamped(createTime),
      fileId,
      name,
      grams: gramsOf(name),
      sizeBytes: random.int(4, 180) * 1_048_576,
      ...(done ? { durationSec: random.int(15, 180), width: 1_920, height: 1_080 } : {}),
      ...(done && {
        mediaUrl: `/__sandbox-vod/media/${fileId}.webm`,
        coverUrl: `/__sandbox-vod/cover/${fileId}_0.img`,
      }),
      status,
      progress: done ? 100 : status === 'processing' ? 40 : 0,
      procedure: 'LongVideoPreset',
      subAppId: '',
      taskId: '',
      errorMessage: status === 'failed' ? '视频处理失败，请检查视频文件后重试' : '',
      sessionId: `demo_${_id}`,
      polls: 0,
      unused: !Object.values(demoVideoOf).includes(fileId),
      coverPending: false,
      coverError: '',
      coverAtSec: 0,
      formerStatus: status,
      ...authored,
      nextPollTime: now + DAY,
      deadline: now + 3 * DAY,
    };
  });
