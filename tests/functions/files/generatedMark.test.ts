import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withGenerationMark } from '#cloudfunctions/_shared/pictures/generatedMark.ts';
import { cleanPicture } from '#cloudfunctions/_shared/pictures/picture.ts';
import { genuine, pngChunk, pngOf } from './pictures.ts';

const MB = 1024 * 1024;
const generation = { producer: '我们 "&<>', id: 'T202611210001_1' };

const transparent = () =>
  sharp({
    create: { width: 9, height: 5, channels: 4, background: { r: 9, g: 99, b: 200, alpha: 0.4 } },
  });
const { png, jpeg, progressive, webp, lossless } = await genuine();
const pictures: Record<string, Buffer> = {
  png,
  jpeg,
  progressive,
  webp,
  lossless,
  'transparent png': await transparent().png().toBuffer(),
  'transparent webp': await transparent().webp({ quality: 80 }).toBuffer(),
  'transparent lossless webp': await transparent().webp({ lossless: true }).toBuffer(),
};

/** What an independent reader finds in the file. */
const labelIn = async (file: Buffer) => {
  const { xmp } = await sharp(file).metadata();
  const value = /<TC260:AIGC>(.*)<\/TC260:AIGC>/.exec(String(xmp))?.[1] ?? '';
  expect(String(xmp)).toContain('xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/"');
  const text = value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  return JSON.parse(text) as Record<string, string>;
};

describe('the mark of a generated picture', () => {
  it.each(Object.entries(pictures))(
    'is in the file of a %s and changes no pixel',
    async (_kind, file) => {
      const { content, mime } = cleanPicture(file, MB);
      const marked = withGenerationMark(content, mime, generation);
      expect(await labelIn(marked)).toEqual({
        Label: '1',
        ContentProducer: generation.producer,
        ProduceID: generation.id,
        ReservedCode1: '',
        ContentPropagator: '',
        PropagateID: '',
        ReservedCode2: '',
      });
      const [was, is] = await Promise.all(
        [file, marked].map(bytes => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
      );
      expect(is?.info).toEqual(was?.info);
      expect(is?.data.equals(was?.data ?? Buffer.alloc(0))).toBe(true);
      // Whole by our own strict reading too.
      expect(cleanPicture(marked, MB).mime).toBe(mime);
    },
  );

  it('replaces what the generator wrote', () => {
    const withMetadata = pngOf(4, 4, [pngChunk('tEXt', Buffer.from('workflow\0{"secret":1}'))]);
    const { content, mime } = cleanPicture(withMetadata, MB);
    const marked = withGenerationMark(content, mime, generation).toString('latin1');
    expect(marked).not.toContain('secret');
    expect(marked).toContain('TC260:AIGC');
  });
});
