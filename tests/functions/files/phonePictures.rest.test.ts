import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadScenes } from '#contract/file.ts';
import { takenFormats } from '#contract/takenFormats.ts';
import { type z } from '#contract/zod.ts';
import { refusedFiles, takenPictures } from '../../phonePictures.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld({ PHOTOS_PER_USER: 10_000, PHOTOS_PER_ADDRESS: 10_000 });
const { call, ok } = world;
const visitor = { caller: { TCB_UUID: '77', WX_OPENID: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' } };
beforeAll(async () => {
  await world.reset();
  await ok('appUser', 'agree', { version: '1' }, visitor);
});

interface Answer {
  code: number;
  message: string;
  data: { filePath: string; mime?: string; width: number; height: number; sendAgain?: boolean };
}
type Way = (content: Buffer, fileName: string) => Promise<unknown>;

const put = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  content: Buffer,
) => {
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) });
};

/** Every way by which a picture comes in, by the action that begins it. */
const ways: Record<string, Way> = {
  'adminStorage.uploadImage': (content, fileName) => {
    const scene = uploadScenes[content.length % uploadScenes.length];
    const fileContent = content.toString('base64');
    return call('adminStorage', 'uploadImage', { fileName, fileContent, scene });
  },
  'adminStorage.getUploadTicket': async (content, fileName) => {
    const wish = { fileName, size: Math.max(1, content.length) };
    const ticket = await ok('adminStorage', 'getUploadTicket', wish);
    await put(ticket, content);
    return call('adminStorage', 'confirmUpload', { filePath: ticket.filePath });
  },
  'appUpload.getUploadTicket': async (content, fileName) => {
    const wish = { fileName, size: Math.max(1, content.length) };
    const ticket = await ok('appUpload', 'getUploadTicket', wish, visitor);
    await put(ticket, content);
    return call('appUpload', 'confirmUpload', { filePath: ticket.filePath }, visitor);
  },
};
const isVisitors = (way: string) => way.startsWith('app');

const stored = async (filePath: string) => {
  const { list } = await ok('adminStorage', 'getFileList', { fileList: [filePath] });
  const answer = await fetch(list[0]?.url ?? '');
  return Buffer.from(await answer.arrayBuffer());
};

/** Some at once. */
const each = async <T>(list: T[], attempt: (one: T, at: number) => Promise<void>) => {
  const queue = [...list.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await attempt(next[1], next[0]);
  };
  await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()]);
};

const taken = await takenPictures();
const refused = await refusedFiles();
/** Content that was put into storage is read by the same code for both: of the pictures alike every third is enough. */
const takenBy = (way: string) =>
  taken.filter(({ moves }, at) => way.endsWith('uploadImage') || moves || at % 3 === 0);

it('every action that takes the bytes of a picture is tried', () => {
  const shapeOf = (schema: unknown) => Object.keys((schema as z.ZodObject).shape ?? {});
  const takes = everyAction
    .filter(
      ({ definition: { input, output } }) =>
        shapeOf(input).includes('fileContent') ||
        (shapeOf(output).includes('headers') && shapeOf(input).includes('fileName')),
    )
    .map(({ title }) => title);
  expect(takes.sort()).toEqual(Object.keys(ways).sort());
});

describe.each(Object.keys(ways))('a picture that comes by %s', way => {
  it('is known by its bytes, cut at its end, and keeps which side is up and what moves', async () => {
    await each(takenBy(way), async ({ says, content, format, orientation, moves }, at) => {
      const name = `照片.${['png', 'jpg', 'webp', 'gif'][at % 4]}`;
      const { code, message, data } = (await ways[way]!(content, name)) as Answer;
      if (isVisitors(way) && (moves || format === 'GIF')) {
        const why = format === 'GIF' ? /^不支持 GIF 格式/ : /^动图不能用作照片/;
        expect([says, code, message], says).toEqual([says, 40001, expect.stringMatching(why)]);
        return;
      }
      expect([says, code, message]).toEqual([says, 0, 'ok']);
      const { extension, mime } = takenFormats[format];
      expect(data.filePath, says).toMatch(new RegExp(`\\.${extension}$`));
      if (data.mime !== undefined)
        expect(data, says).toMatchObject({ mime, name: `照片.${extension}` });
      const body = await stored(data.filePath);
      expect(body.toString('latin1'), says).not.toMatch(/script|SEFT|MotionPhoto/);
      const before = await sharp(content, { failOn: 'none', animated: moves }).metadata();
      const after = await sharp(body, { failOn: 'error' }).metadata();
      expect(after.orientation ?? 1, says).toBe(orientation);
      const { autoOrient } = after;
      expect([says, data.width, data.height]).toEqual([
        says,
        autoOrient.width,
        after.pageHeight ?? autoOrient.height,
      ]);
      if (format === 'PNG' && moves) expect(body.toString('latin1')).toMatch(/acTL.*fcTL.*fdAT/s);
      else if (moves) expect(after.pages, says).toBe(before.pages);
      if (format === 'PNG' && moves) return;
      const [was, is] = await Promise.all(
        [content, body].map(bytes =>
          sharp(bytes, { failOn: 'none', animated: moves }).raw().toBuffer(),
        ),
      );
      expect(was!.equals(is!), `${says}: its pixels`).toBe(true);
    });
  });

  it('is refused with its own reason, whatever its name, and need not be sent again', async () => {
    await each(refused, async ([says, content, why], at) => {
      const name = at % 2 ? '照片.jpg' : '照片.png';
      const { code, message, data } = (await ways[way]!(content, name)) as Answer;
      expect([says, code, message]).toEqual([says, 40001, expect.stringMatching(why)]);
      expect(data.sendAgain, says).toBeUndefined();
    });
  });
});
