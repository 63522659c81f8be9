import { afterEach, describe, expect, it, vi } from 'vitest';
import { acceptedTypes, takenFormats } from '#contract/takenFormats.ts';
import { LARGE_BYTES, shrinkImage } from '#src/admin/kit/upload/shrinkImage.ts';
import { openPhoto } from '#src/visitor/photos/photoFile.ts';
import { refusedFiles, takenPictures } from '../phonePictures.ts';

const taken = await takenPictures();
const refused = await refusedFiles();
/** Only the server reads a GIF to its end. */
const isGif = (says: string) => says.startsWith('a GIF');
const needs = { ratioFor: () => null, minSide: 0, sentSide: 1 };
const fileOf = (content: Buffer, at: number) => {
  const type = acceptedTypes[at % acceptedTypes.length]!;
  return new File([new Uint8Array(content)], `照片.${['heic', 'png', 'jpg'][at % 3]}`, { type });
};

/** Stands for a browser that can draw nothing. */
const drawNothing = () => vi.fn(() => Promise.reject(new Error('not decoded')));
afterEach(() => void vi.unstubAllGlobals());

describe("an administrator's picture", () => {
  it('is sent under the name and type of its bytes, and drawn only if it stands still', async () => {
    for (const [at, { says, content, format, orientation, moves }] of taken.entries()) {
      const draw = drawNothing();
      vi.stubGlobal('createImageBitmap', draw);
      // Too large to be sent as it is.
      const isLarge = orientation === 1 && content.subarray(-4).toString() !== 'SEFT';
      const padded = isLarge ? Buffer.concat([content, Buffer.alloc(LARGE_BYTES)]) : content;
      const sent = await shrinkImage(fileOf(padded, at));
      if (typeof sent === 'string') throw new Error(`${says}: ${sent}`);
      const { extension, mime } = takenFormats[format];
      expect([says, sent.name, sent.type]).toEqual([says, `照片.${extension}`, mime]);
      const isTurned = format === 'WebP' && orientation > 1;
      const isDrawn = !moves && format !== 'GIF' && (isTurned || isLarge);
      expect([says, draw.mock.calls.length > 0]).toEqual([says, isDrawn]);
    }
  });

  it('is refused with its reason before it is sent', async () => {
    vi.stubGlobal('createImageBitmap', drawNothing());
    const all = [
      ...refused.filter(([says]) => !isGif(says)),
      ['nothing', Buffer.alloc(0), /^图片是空的/] as const,
    ];
    for (const [at, [says, content, why]] of all.entries())
      expect([says, await shrinkImage(fileOf(content, at))]).toEqual([
        says,
        expect.stringMatching(why),
      ]);
    const folder = new File(['x'], '旅行照片');
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(
      new DOMException('', 'NotFoundError'),
    );
    expect(await shrinkImage(folder)).toBe('无法读取：可能是文件夹，或文件已被移动、删除');
    vi.restoreAllMocks();
  });
});

describe("a visitor's photo", () => {
  it('that moves, or is no picture, is refused with its reason', async () => {
    vi.stubGlobal('createImageBitmap', drawNothing());
    class Unreadable {
      src = '';
      decode = () => Promise.reject(new Error('not decoded'));
    }
    vi.stubGlobal('Image', Unreadable);
    const moving = taken.filter(({ moves, format }) => moves || format === 'GIF');
    const all = [
      ...refused.filter(([says]) => !isGif(says)),
      ...moving.map(({ says, content, format }) => {
        const why = format === 'GIF' ? /^不支持 GIF 格式/ : /^动图不能用作照片/;
        return [says, content, why] as const;
      }),
    ];
    for (const [at, [says, content, why]] of all.entries()) {
      const expected = /HEIC/.test(says)
        ? /^这个浏览器打不开 HEIC 照片/
        : says === 'a moving AVIF'
          ? /^动图不能用作照片/
          : why;
      const message = await openPhoto(fileOf(content, at), needs).catch(
        (error: unknown) => (error as Error).message,
      );
      expect([says, message]).toEqual([says, expect.stringMatching(expected)]);
    }
  });
});
