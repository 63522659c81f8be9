import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach } from 'vitest';
import type { StoredArchive } from '#cloudfunctions/_shared/prints/archives.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';
import { printsOf } from './prints.ts';

export type PrintItem = StoredPrintOrder['items'][number];
export type Rgb = [number, number, number];

/** 20 × 30 mm at 127 dpi: 100 × 150 pixels, and 10 of bleed. */
export const sizeSnap: PrintItem['sizeSnap'] = {
  code: 'T1',
  name: '小样',
  widthMm: 20,
  heightMm: 30,
  pixelWidth: 100,
  pixelHeight: 150,
  dpi: 127,
  bleedMm: 2,
};
export const WHOLE = { x: 0, y: 0, w: 1, h: 1, rotate: 0 };
/** Colours that stay as they are, also at edges. */
export const jpeg = { quality: 100, chromaSubsampling: '4:4:4' } as const;

export const pixelAt = async (content: Buffer, x: number, y: number): Promise<Rgb> => {
  const region = { left: x, top: y, width: 1, height: 1 };
  const pixel = await sharp(content).extract(region).removeAlpha().raw().toBuffer();
  return [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0];
};

/** A world in which print orders of small photos are made into archives, whose worker loses its claim soon. */
export const startPrintArchiveWorld = async () => {
  const world = await startWorld({ PRINT_ARCHIVE_CLAIM_MS: 400 });
  const { ok } = world;
  beforeEach(() => world.reset());
  const prints = await printsOf(world);
  const { print, newPrint } = prints;

  let stored = 0;
  const archive = (id: string) => world.one<StoredArchive>('printArchives', id);

  return {
    ...prints,
    world,
    archive,
    tick: (job: 'printArchives' | 'purgePrintArchives' = 'printArchives') => finishJob(world, job),
    /** Stores a photo as an upload would. */
    photoOf: async (content: Buffer, extension = 'jpg') => {
      const filePath = `user_upload/202611/archive${(stored += 1)}.${extension}`;
      await world.emulator.files.put(
        filePath,
        (async function* () {
          yield content;
        })(),
        { owner: null, limit: content.length },
      );
      const { autoOrient } = await sharp(content)
        .metadata()
        .catch(() => ({ autoOrient: { width: 0, height: 0 } }));
      await world.insert('files', [
        fileRow(filePath, { ...autoOrient, scene: 'user_upload', unused: false }),
      ]);
      return filePath;
    },
    /** A print order in production, of the batch T-1. */
    orderOf: async (items: Partial<PrintItem>[], fields: Partial<StoredPrintOrder> = {}) => {
      const [model] = (await print('prt_0001')).items as [PrintItem];
      const ordered = { ...model, lowRes: false, itemStatus: 'ok' as const, qty: 1, crop: WHOLE };
      return newPrint('producing', {
        batchNo: 'T-1',
        items: items.map(item => ({ ...ordered, sizeSnap, ...item })),
        ...fields,
      });
    },
    start: (data: object = { batchNo: 'T-1' }) =>
      ok('adminPrintArchive', 'createPrintArchive', data),
    /** Everything that was made, by name. */
    download: async (id: string) => {
      const { parts } = await archive(id);
      const files: Record<string, Uint8Array> = {};
      for (const part of parts.keys()) {
        const { url } = await ok('adminPrintArchive', 'getPrintArchiveUrl', { id, part });
        Object.assign(files, unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())));
      }
      return files;
    },
  };
};
