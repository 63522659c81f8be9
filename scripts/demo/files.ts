import { fileIdOf } from '#cloudfunctions/_shared/base/fileUse.ts';
import { gramsOf } from '#cloudfunctions/_shared/base/search.ts';
import { COVER, type DemoPicture, drawCover } from './pictures.ts';
import type { Random } from './random.ts';
import { DAY, demoAuthor, stamped } from './record.ts';

const fileRow = (filePath: string, createTime: number, more: object = {}) => {
  const { name = '封面.jpg' } = more as { name?: string };
  return {
    _id: fileIdOf(filePath),
    ...stamped(createTime),
    filePath,
    fileID: `cloud://local.files/${filePath}`,
    scene: 'template',
    mime: 'image/jpeg',
    sizeBytes: 96_000,
    ...COVER,
    // Until its picture is drawn and stored.
    sha256: '',
    isDuplicate: false,
    unused: true,
    status: 'active',
    userId: '',
    deleteTime: null,
    purgeTime: null,
    createBy: demoAuthor,
    ...more,
    name,
    grams: gramsOf(name),
  };
};

/**
 * A row for every picture of the demo, including unused pictures and those in the trash, and `files` on the records
 * that name them.
 */
export const demoFiles = (
  collections: Record<string, object[]>,
  pictures: DemoPicture[],
  random: Random,
  now: number,
): { files: object[]; pictures: DemoPicture[] } => {
  const used = new Map<string, { name: string; createTime: number }>();
  const known = new Set(pictures.map(({ filePath }) => filePath));
  for (const records of Object.values(collections)) {
    for (const record of records as Record<string, unknown>[]) {
      const named = [...new Set(pathsIn(record).filter(path => known.has(path)))];
      if (named.length === 0) continue;
      record.files = named;
      const name = `${String(record.name ?? record.title ?? '图片')}.jpg`;
      const createTime = Number(record.createTime) - random.int(60_000, 3_600_000);
      for (const path of named) if (!used.has(path)) used.set(path, { name, createTime });
    }
  }
  const files = pictures.map(({ filePath, row = {} }) => {
    const use = used.get(filePath);
    return use
      ? fileRow(filePath, use.createTime, {
          name: use.name,
          unused: false,
          sizeBytes: random.int(60_000, 190_000),
          ...row,
        })
      : fileRow(filePath, now - 30 * DAY, row);
  });

  const more: DemoPicture[] = [];
  const add = (filePath: string, at: number, row: object, drawnAs = at) => {
    more.push({ filePath, draw: () => drawCover('landscape', 500 + drawnAs) });
    const createTime = now - random.int(2, 200) * DAY;
    files.push(fileRow(filePath, createTime, { sizeBytes: random.int(60_000, 190_000), ...row }));
  };
  for (let at = 1; at <= 8; at += 1) {
    const name = `备选封面 ${at}.jpg`;
    const isDuplicate = at > 6;
    add(`template/demo/unused_000${at}.jpg`, at, { name, isDuplicate }, Math.min(at, 6));
  }
  for (let at = 1; at <= 4; at += 1) {
    const deleteTime = now - random.int(1, 25) * DAY;
    add(`template/demo/trash_000${at}.jpg`, 20 + at, {
      name: `旧封面 ${at}.jpg`,
      status: 'trash',
      deleteTime,
      purgeTime: deleteTime + 30 * DAY,
    });
  }
  for (let at = 1; at <= 2; at += 1) {
    add(`upload/demo/ticket_000${at}.png`, 39 + at, {
      name: '大图封面.jpg',
      status: 'pending',
      mime: '',
      sizeBytes: 0,
      width: 0,
      height: 0,
      purgeTime: now + DAY,
    });
  }
  add('upload/demo/visitor_0001.png', 42, {
    name: 'photo.jpg',
    scene: 'user_upload',
    userId: 'usr_0001',
    status: 'pending',
    mime: '',
    sizeBytes: 0,
    width: 0,
    height: 0,
    purgeTime: now + DAY,
    createBy: null,
  });
  return { files, pictures: more };
};

/** Every text of a record, however deep, that could name a file. */
const pathsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
};
