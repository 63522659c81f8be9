import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startTaskWorld } from './taskWorld.ts';

const { world, task, template, photo } = await startTaskWorld();
const { call, ok, set } = world;

type Row = Record<string, unknown>;
const other = 'user_upload/demo/photo_0002.jpg';
const text = { key: 'text', label: '文字', type: 'text', nodeId: '6', fieldName: 'text' };
const textarea = { ...text, key: 'words', type: 'textarea', nodeId: '8', fieldName: 'words' };
const seed = { ...text, key: 'seed', type: 'seed', nodeId: '3', fieldName: 'noise' };
const photos = {
  ...photoInput,
  key: 'photos',
  type: 'images',
  nodeId: '21, 22，23',
  fieldName: 'picture',
};
const optional = (...inputs: object[]) => inputs.map(one => ({ ...one, required: false }));

const wish = (inputs: object, more: object = {}) => ({ templateId: 'tpl_0001', inputs, ...more });
/** What is stored of an order: its inputs, and what is sent to the image service. */
const planned = async (inputs: object, more: object = {}) => {
  const { _id: id } = await ok('appTask', 'createTask', wish(inputs, more));
  const { inputs: stored, nodeInfoList: nodes } = await task(id);
  return { inputs: stored, nodes };
};
const refused = async (inputs: object, more: object = {}) => {
  const { code, data } = await call('appTask', 'createTask', wish(inputs, more));
  return { code, fields: (data as unknown as { fields?: unknown } | null)?.fields };
};
/** With a preset that sets these values. */
const presetOf = async (params: object) => {
  await set('templatePresets', 'pre_0004', { templateId: 'tpl_0001', params });
  return { presetId: 'pre_0004' };
};
/** What is drawn is the highest of what may be, then ever the next lower one. */
const drawHighest = () => {
  let drawn = 0;
  const draw = vi
    .spyOn(crypto, 'randomInt')
    .mockImplementation(((most: number) => most - (drawn += 1)) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    draw.mockRestore();
    syncBuiltinESMExports();
  });
  return draw;
};

const kept = (key: string, type: string, value: unknown, filePath = '') => ({
  key,
  type,
  value,
  filePath,
});
const node = (nodeId: string, fieldName: string, fieldValue: unknown) => ({
  nodeId,
  fieldName,
  fieldValue,
});

describe('what a visitor gives', () => {
  it('is stored, and sent to the nodes of the inputs', async () => {
    await template({ inputs: optional(photoInput, photos, text, textarea, seed) });
    const given = { photo, photos: [other, photo], text: '一', words: '二', seed: 7 };
    expect(await planned(given)).toEqual({
      inputs: [
        kept('photo', 'image', null, photo),
        kept('photos', 'images', null, other),
        kept('photos', 'images', null, photo),
        kept('text', 'text', '一'),
        kept('words', 'textarea', '二'),
        kept('seed', 'seed', 7),
      ],
      nodes: [
        { ...node('12', 'image', ''), filePath: photo },
        { ...node('21', 'picture', ''), filePath: other },
        { ...node('22', 'picture', ''), filePath: photo },
        node('6', 'text', '一'),
        node('8', 'words', '二'),
        node('3', 'noise', 7),
      ],
    });
  });

  it('may be nothing of what is not required', async () => {
    await template({ inputs: optional(photoInput, photos, text, textarea) });
    for (const given of [{}, { photo: '', text: '' }])
      expect(await planned(given)).toEqual({
        inputs: [
          kept('text', 'text', 'text' in given ? '' : null),
          kept('words', 'textarea', null),
        ],
        nodes: [],
      });
  });

  it('is refused with a sentence for each input', async () => {
    const required = [photoInput, photos, text, textarea].map(one => ({ ...one, required: true }));
    await template({ inputs: required });
    const fields = {
      'inputs.photo': '请选择照片',
      'inputs.photos': '请选择照片',
      'inputs.text': '请填写',
      'inputs.words': '请填写',
    };
    expect(await refused({})).toEqual({ code: 40001, fields });
    expect(await refused({ photo: '', text: '', words: '' })).toEqual({ code: 40001, fields });
    const all = { photo, photos: [photo], text: '一', words: '二' };
    expect(await refused({ ...all, others: '一', more: 1 })).toEqual({
      code: 40001,
      fields: { 'inputs.others': '模板没有这个输入项', 'inputs.more': '模板没有这个输入项' },
    });
    expect((await refused(all)).code).toBe(0);
  });

  it('may be as many photos as there are nodes for them', async () => {
    await template({ inputs: optional(photos) });
    const { nodes } = await planned({ photos: [photo, other, photo] });
    expect((nodes as Row[]).map(({ nodeId }) => nodeId)).toEqual(['21', '22', '23']);
    expect(await refused({ photos: [photo, other, photo, other] })).toEqual({
      code: 40001,
      fields: { 'inputs.photos': '最多 3 张照片' },
    });
  });

  it('takes the place of the default', async () => {
    const inputs = optional({ ...text, default: '常用' }, { ...textarea, default: null });
    await template({ inputs });
    expect((await planned({})).inputs).toEqual([
      kept('text', 'text', '常用'),
      kept('words', 'textarea', null),
    ]);
    expect((await planned({ text: '一' })).inputs).toEqual([
      kept('text', 'text', '一'),
      kept('words', 'textarea', null),
    ]);
  });

  it('is not what the preset sets', async () => {
    await template({ inputs: optional({ ...text, default: '常用' }, textarea) });
    const preset = await presetOf({ text: '预设' });
    expect((await planned({ words: '二' }, preset)).inputs).toEqual([
      kept('text', 'text', '预设'),
      kept('words', 'textarea', '二'),
    ]);
    expect(await refused({ text: '一' }, preset)).toEqual({
      code: 40001,
      fields: { 'inputs.text': '该项由所选预设决定' },
    });
  });

  it('is not checked where the preset gives a photo, or none', async () => {
    await template({ inputs: [photos, ...optional(text)] });
    const gone = 'template/demo/photo_9999.jpg';
    const given = await presetOf({ photos: [gone] });
    expect(await planned({}, given)).toEqual({
      inputs: [kept('photos', 'images', null, gone), kept('text', 'text', null)],
      nodes: [{ ...node('21', 'picture', ''), filePath: gone }],
    });
    const none = await presetOf({ photos: [] });
    expect(await refused({}, none)).toEqual({
      code: 40001,
      fields: { 'inputs.photos': '请选择照片' },
    });
    await template({ inputs: optional(photos, text) });
    expect(await planned({}, none)).toEqual({
      inputs: [kept('text', 'text', null)],
      nodes: [],
    });
  });

  it('says first what must not be given, also where it does not fit', async () => {
    await template({ inputs: [{ ...text, required: true, maxLength: 1 }] });
    expect(await refused({ text: '一二' })).toEqual({
      code: 40001,
      fields: { 'inputs.text': '最多 1 个字符' },
    });
    const preset = await presetOf({ text: '一二' });
    expect(await refused({ text: '一' }, preset)).toEqual({
      code: 40001,
      fields: { 'inputs.text': '该项由所选预设决定' },
    });
  });

  it('is drawn of all seeds where none is given', async () => {
    await template({ inputs: optional(seed, text) });
    drawHighest();
    const highest = 2 ** 32 - 2;
    expect(await planned({ text: '' })).toEqual({
      inputs: [kept('seed', 'seed', highest), kept('text', 'text', '')],
      nodes: [node('3', 'noise', highest)],
    });
    expect((await planned({ seed: 0 })).nodes).toEqual([node('3', 'noise', 0)]);
  });
});

describe('photos', () => {
  const size = (width: number, height: number) =>
    set('files', 'file_9a571bd6f94363a56ad24b82', { width, height });

  it('are as large as the input asks for, on their shorter side', async () => {
    await template({ inputs: [{ ...photoInput, minSide: 64 }] });
    const tooSmall = {
      code: 40001,
      fields: { 'inputs.photo': '照片太小，短边至少需要 64 像素，请换一张' },
    };
    for (const [width, height] of [
      [63, 900],
      [900, 63],
    ] as const) {
      await size(width, height);
      expect(await refused({ photo })).toEqual(tooSmall);
    }
    await size(64, 900);
    expect((await refused({ photo })).code).toBe(0);
    await size(1, 1);
    await template({ inputs: [{ ...photoInput, minSide: null }] });
    expect((await refused({ photo })).code).toBe(0);
  });

  it('that are gone are refused beside their input', async () => {
    await template({ inputs: [photoInput] });
    expect(await refused({ photo: 'user_upload/demo/photo_9999.jpg' })).toEqual({
      code: 40001,
      fields: { 'inputs.photo': '照片不存在或已过期，请重新上传' },
    });
  });
});

describe('an order', () => {
  it('has a number of its day, and as much time as its template, or the setting', async () => {
    vi.setSystemTime(Date.UTC(2030, 0, 1, 15, 59, 59));
    await template({ inputs: optional(text), webappId: '1900000000000000001', rev: 5 });
    await set('settings', 'system', { data: { task: { timeoutSec: 900, maxPerUser: 9 } } });
    const draw = drawHighest();
    const ordered = async () => task((await ok('appTask', 'createTask', wish({})))._id);
    expect(await ordered()).toMatchObject({
      taskNo: 'T2030010199999999',
      grams: ['t2030010199999999', '9999'],
      templateSnap: { rev: 5 },
      presetId: '',
      plan: { webappId: '1900000000000000001', timeoutSec: 900 },
    });
    await template({ timeoutSec: 60 });
    draw.mockReturnValue(7 as never);
    expect(await ordered()).toMatchObject({
      taskNo: 'T2030010100000007',
      plan: { timeoutSec: 60 },
    });
  });

  it.each([
    ['all that is there', 8, { paid: 5, gift: 3 }, { paid: 5, gift: 3 }],
    ['bought credits where gifts are a debt', 8, { paid: 20, gift: -2 }, { paid: 8, gift: 0 }],
    ['one credit', 1, { paid: 1, gift: 0 }, { paid: 1, gift: 0 }],
    ['nothing', 0, { paid: 0, gift: -5 }, { paid: 0, gift: 0 }],
  ])('may take %s', async (_what, costCredits, credits, held) => {
    await template({ costCredits, inputs: optional(text) });
    await set('users', 'usr_0001', { credits });
    const { _id: id } = await ok('appTask', 'createTask', wish({}));
    expect((await task(id))['held']).toEqual(held);
  });

  it.each([
    ['one credit', 1, { paid: 0, gift: 0 }],
    ['a credit more than is there', 9, { paid: 5, gift: 3 }],
    ['what a debt of gifts leaves', 8, { paid: 9, gift: -2 }],
    ['what a debt of bought credits leaves', 8, { paid: -2, gift: 9 }],
  ])('cannot take %s', async (_what, costCredits, credits) => {
    await template({ costCredits, inputs: optional(text) });
    await set('users', 'usr_0001', { credits });
    expect((await call('appTask', 'createTask', wish({}))).code).toBe(40902);
  });
});
