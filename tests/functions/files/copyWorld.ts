import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect } from 'vitest';
import { withGenerationMark } from '#cloudfunctions/_shared/pictures/generatedMark.ts';
import { fileRow } from '../world/fixtures/files.ts';
import type { CallOptions, World } from '../world/harness.ts';

/** Every second pixel is another colour, so that a small file stays too large to be shown in place of a copy. */
export const picture = async (format: 'png' | 'jpeg' = 'png') => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 510, height: 340, channels: 3, background: '#000', noise } as const;
  const drawn = await sharp({ create }).toFormat(format).toBuffer();
  return withGenerationMark(drawn, `image/${format}`, { producer: 'producer', id: 'one' });
};

export const copyWorld = (world: World) => {
  const store = async (filePath: string, content: Buffer, row: object = {}) => {
    const { width, height } = await sharp(content).metadata();
    const options = { owner: null, limit: content.length };
    await world.emulator.files.put(filePath, Readable.from([content]), options);
    const size = { width, height, sizeBytes: content.length };
    await world.insert('files', [fileRow(filePath, { ...size, ...row })]);
    return filePath;
  };

  const make = (url: string, options: CallOptions = {}) =>
    world.call('imageCopy', 'makeCopy', { url }, options);

  /** What is at the address that the caller is given, asked for as a page asks. */
  const shown = async (url: string, options: CallOptions = {}): Promise<Buffer | null> => {
    const { list } = await world.ok('imageService', 'getSignedUrls', { urls: [url] }, options);
    const [first] = list;
    const address = first?.unmade ? (await make(url, options)).data?.url : first?.url;
    return address ? fetched(address) : null;
  };

  const copiesIn = () => world.storedPaths().filter(path => path.startsWith('copy/'));

  return { store, make, shown, copiesIn };
};

export const fetched = async (address: string): Promise<Buffer> => {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
