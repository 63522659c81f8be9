import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { visitorNo } from './engineRun.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, run, creditsOf, upload, template, order, photo, saying, seen, creations } =
  await startTaskWorld({ moderates: true });
const { ok, set } = world;

describe('the content check', () => {
  const moderation = (more: object = {}) =>
    set('settings', 'system', {
      data: { moderation: { images: true, texts: true, results: false, ...more } },
    });

  it.each(['block', 'review'])(
    'refuses a text with sandbox-%s, and returns the credits',
    async word => {
      await moderation({ images: false });
      await template({ costCredits: 3 });
      const before = await creditsOf('usr_0001');
      const { _id: id } = await saying(`sandbox-${word}`);
      await run(3);
      expect(await seen(id)).toMatchObject({ status: 'failed', errorCode: 'CONTENT_REJECTED' });
      expect(await creditsOf('usr_0001')).toEqual(before);
      expect(await creations()).toEqual([]);
    },
  );

  it('refuses a photo, and passes one that is harmless', async () => {
    await moderation({ texts: false });
    await template({ costCredits: 0 });
    const caller = visitorNo(3);
    const photoOf = (background: string) =>
      sharp({ create: { width: 96, height: 128, channels: 3, background } })
        .jpeg()
        .toBuffer();
    for (const [colour, expected] of [
      ['#f0f', { status: 'failed', errorCode: 'CONTENT_REJECTED' }],
      ['#a52', { status: 'succeeded' }],
    ] as const) {
      const inputs = { photo: await upload(caller, await photoOf(colour)) };
      const wish = { templateId: 'tpl_0001', inputs };
      const { _id: id } = await ok('appTask', 'createTask', wish, { caller });
      await run(6);
      expect(await ok('appTask', 'getTask', { id }, { caller })).toMatchObject(expected);
    }
    expect(await creations()).toHaveLength(1);
  });
});

describe('a sensitive word of the own list', () => {
  beforeEach(() =>
    set('settings', 'system', {
      data: { moderation: { images: false, texts: false, results: false } },
    }),
  );

  const refuse = (norm: string, aliases: string[] = []) =>
    set('keywords', 'kw_0001', { type: 'sensitive', norm, aliases });

  it.each(['这里有 ＡＢＣ词', '一个别名'])(
    'is refused although no moderation is switched on: %s',
    async text => {
      await refuse('abc词', ['别名']);
      const { _id: id } = await saying(text);
      await run();
      expect(await seen(id)).toMatchObject({ errorCode: 'CONTENT_REJECTED', isRefunded: false });
      expect(await creations()).toEqual([]);
    },
  );

  it('is not made of the texts of two inputs', async () => {
    await refuse('违禁');
    const input = { type: 'text', required: false, nodeId: '6', fieldName: 'text' };
    const inputs = ['first', 'second'].map(key => ({ ...input, key, label: key }));
    await template({ inputs: [photoInput, ...inputs] });
    const { _id: id } = await order({ inputs: { photo, first: '不违', second: '禁止' } });
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is refused however many there are', async () => {
    const [model] = await world.rows('keywords');
    const words = Array.from({ length: 1_100 }, (_, at) => {
      const word = `词${at}号`;
      const stored = { _id: `kw_many_${at}`, word, norm: word, aliases: [], grams: [] };
      return { ...model, ...stored, type: 'sensitive', status: 'enabled' };
    });
    await world.insert('keywords', words);
    const byId = words
      .map(({ _id, word }) => [_id, word] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    for (const word of [byId[0]![1], byId.at(-1)![1]]) {
      const { _id: id } = await saying(`这是${word}`);
      await run();
      expect(await seen(id)).toMatchObject({ errorCode: 'CONTENT_REJECTED' });
    }
  });
});
