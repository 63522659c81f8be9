import { describe, expect, it, vi } from 'vitest';
import { forOneTest } from '../world/forOneTest.ts';
import { taskRecordsOf } from './taskRecords.ts';
import { startTaskWorld } from './taskWorld.ts';

const engine = await startTaskWorld({ moderates: true });
const { world, template, order, run, timer, later } = engine;
const { set } = world;
const { stored, user } = await taskRecordsOf(engine);

type Verdict = 'Pass' | 'Review' | 'Block' | 'none';
interface Asked {
  kind: 'image' | 'text';
  content: string;
}

/** The moderation as it is set, and its answers in their order; the last one for all further calls. */
const moderation = async (settings: object, verdicts: Verdict[] = ['Pass']) => {
  await set('settings', 'system', {
    data: { moderation: { images: false, texts: false, ...settings } },
  });
  const asked: Asked[] = [];
  const { fetch } = globalThis;
  forOneTest(vi.spyOn(globalThis, 'fetch')).mockImplementation(async (address, options) => {
    if (!String(address).includes('moderation')) return fetch(address, options);
    const { FileContent, Content } = JSON.parse(String(options?.body)) as Record<string, string>;
    const content = Buffer.from(FileContent ?? Content ?? '', 'base64');
    asked.push(
      FileContent === undefined
        ? { kind: 'text', content: content.toString() }
        : { kind: 'image', content: `${content.length}` },
    );
    const Suggestion = verdicts[asked.length - 1] ?? verdicts.at(-1);
    if (Suggestion === 'none') return new Response('', { status: 502 });
    return Response.json({ Response: { Suggestion, RequestId: 'r' } });
  });
  return asked;
};

const text = (key: string, value: unknown, type = 'text') => ({ key, type, value, filePath: '' });
const picture = (key: string, filePath: string) => ({ key, type: 'image', value: null, filePath });
/** A task of these inputs, which is not submitted once it has been checked. */
const given = async (...inputs: object[]) => {
  for (const key of ['key_0001', 'key_0002'])
    await set('apiKeys', key, { restUntil: Date.now() + 7_200_000 });
  await template({ costCredits: 5 });
  const { _id: id } = await order();
  await set('tasks', id, { inputs });
  return stored(id);
};
const [onePng, otherPng] = ['template/demo/tpl_0001.png', 'template/demo/tpl_0002.png'];

describe('a task that is checked', () => {
  it.each([
    ['without a moderation', {}, '未开启照片审核'],
    ['of its texts', { texts: true }, '审核通过'],
    ['of its pictures', { images: true }, '审核通过'],
  ])('waits for a key afterwards, as its history says: %s', async (_what, settings, reason) => {
    await moderation(settings);
    const before = await given(text('text', '一只猫'), picture('photo', onePng));
    await set('tasks', before._id, { silent: 2 });
    later(2_000);
    const now = Date.now();
    await timer();
    expect(await stored(before._id)).toEqual({
      ...before,
      rev: before.rev + 2,
      updateTime: now,
      status: 'queued',
      queueTime: now,
      deadline: now + 1_800_000,
      nextPollTime: now + 1_800_000,
      silent: 0,
      history: [
        ...before.history,
        { time: now, from: 'created', to: 'checking', by: '系统', reason: '' },
        { time: now, from: 'checking', to: 'queued', by: '系统', reason },
      ],
    });
  });

  it('is checked by one run of two, and its history says once that it was begun', async () => {
    const asked = await moderation({ texts: true }, ['none', 'Pass']);
    const { _id: id } = await given(text('text', '一只猫'));
    await Promise.all([timer(), timer()]);
    expect(asked).toHaveLength(1);
    await run(6);
    expect(asked).toHaveLength(2);
    expect((await stored(id)).history.map(({ to }) => to)).toEqual([
      'created',
      'checking',
      'queued',
    ]);
  });

  it('is asked about with all its texts at once, and with each picture once', async () => {
    const asked = await moderation({ texts: true, images: true });
    await given(
      text('first', '  一只猫 '),
      picture('photo', onePng),
      text('empty', '   '),
      text('none', null),
      text('second', '两只狗', 'textarea'),
      text('style', 'sandbox-style', 'select'),
      picture('again', onePng),
      picture('other', otherPng),
    );
    await timer();
    expect(asked.map(({ kind }) => kind)).toEqual(['text', 'image', 'image']);
    expect(asked[0]?.content).toBe('一只猫\n两只狗');
    expect(Number(asked[1]?.content)).toBeGreaterThan(0);
  });

  it.each([
    ['texts only', { texts: true }, ['text']],
    ['pictures only', { images: true }, ['image']],
    ['nothing', {}, []],
  ])('is asked about where the settings say so: %s', async (_what, settings, kinds) => {
    const asked = await moderation(settings);
    await given(text('text', '一只猫'), picture('photo', onePng));
    await timer();
    expect(asked.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is not asked about where it has no text', async () => {
    const asked = await moderation({ texts: true });
    const { _id: id } = await given(picture('photo', onePng), text('text', ' '));
    await timer();
    expect(asked).toEqual([]);
    expect(await stored(id)).toMatchObject({ status: 'queued' });
  });
});

describe('a task that is refused', () => {
  const refusal = {
    status: 'failed',
    errorCode: 'CONTENT_REJECTED',
    errorText: '照片或描述未通过审核，请更换后再试',
    isRefunded: true,
  };

  it.each([
    ['its text', ['Block'], ['text']],
    ['its first picture', ['Pass', 'Block'], ['text', 'image']],
    ['its second picture', ['Pass', 'Pass', 'Block'], ['text', 'image', 'image']],
    ['a doubtful text', ['Review'], ['text']],
    ['a doubtful picture', ['Pass', 'Review'], ['text', 'image']],
  ] as [string, Verdict[], string[]][])(
    'for %s ends at once, and gets its credits back',
    async (_what, verdicts, kinds) => {
      const asked = await moderation({ texts: true, images: true, refuseDoubtful: true }, verdicts);
      const before = await user();
      const { _id: id } = await given(
        text('text', '一只猫'),
        picture('photo', onePng),
        picture('other', otherPng),
      );
      await timer();
      expect(asked.map(({ kind }) => kind)).toEqual(kinds);
      const ended = await stored(id);
      expect(ended).toMatchObject(refusal);
      expect(ended.history.at(-1)).toMatchObject({ to: 'failed', reason: '审核未通过' });
      expect((await user()).credits).toEqual(before.credits);
    },
  );

  it('is not one that is merely doubtful where the settings say so', async () => {
    await moderation({ texts: true, images: true, refuseDoubtful: false }, ['Review']);
    const { _id: id } = await given(text('text', '一只猫'), picture('photo', onePng));
    await timer();
    expect(await stored(id)).toMatchObject({ status: 'queued' });
  });

  it('for its picture after a doubtful text that was passed', async () => {
    const settings = { texts: true, images: true, refuseDoubtful: false };
    const asked = await moderation(settings, ['Review', 'Block']);
    const { _id: id } = await given(text('text', '一只猫'), picture('photo', onePng));
    await timer();
    expect(asked).toHaveLength(2);
    expect(await stored(id)).toMatchObject(refusal);
  });

  it('because its photo is gone says so', async () => {
    await moderation({ images: true });
    const { _id: id } = await given(picture('photo', 'user_upload/demo/none.jpg'));
    await timer();
    const ended = await stored(id);
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'NOT_FOUND', isRefunded: true });
    expect(ended.history.at(-1)).toMatchObject({ reason: '上传的图片已不存在' });
    expect(ended.history.map(({ to }) => to)).toEqual(['created', 'checking', 'failed']);
  });
});

describe('a moderation that does not answer', () => {
  it('is asked again after ever longer pauses, the fifth time for the last', async () => {
    const asked = await moderation({ texts: true }, ['none']);
    const { _id: id } = await given(text('text', '一只猫'));
    const pauses: number[] = [];
    for (let at = 1; at <= 4; at += 1) {
      await timer();
      const { status, silent, nextPollTime, history } = await stored(id);
      expect([status, silent, history.length]).toEqual(['checking', at, 2]);
      pauses.push(nextPollTime - Date.now());
      vi.setSystemTime(nextPollTime);
    }
    expect(pauses).toEqual([6_000, 12_000, 24_000, 48_000]);
    await timer();
    expect(asked).toHaveLength(5);
    const ended = await stored(id);
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'SERVICE_BUSY', isRefunded: true });
    expect(ended.history.at(-1)).toMatchObject({ reason: '审核服务没有响应' });
  });
});

describe('a word of the own list', () => {
  const word = (more: object) =>
    set('keywords', 'kw_0001', {
      type: 'sensitive',
      status: 'enabled',
      norm: '违禁',
      aliases: ['别名'],
      ...more,
    });
  const outcome = async (words: string) => {
    const asked = await moderation({ texts: true });
    const { _id: id } = await given(text('text', words), text('other', '一只狗'));
    await timer();
    return [(await stored(id)).status, asked.length];
  };

  it.each([
    ['itself', {}, '画一张违禁图'],
    ['by another name', {}, '画一张别名图'],
  ])('is refused before the provider is asked: %s', async (_what, more, words) => {
    await word(more);
    expect(await outcome(words)).toEqual(['failed', 0]);
  });

  it('is looked for among all of them in one reading', async () => {
    await word({});
    const handled = forOneTest(vi.spyOn(world.emulator.database, 'handle'));
    await outcome('画一张图');
    const read = handled.mock.calls.filter(
      ([, asked]) => (asked as { collectionName?: string }).collectionName === 'keywords',
    );
    expect(read).toHaveLength(1);
  });

  it.each([
    ['is switched off', { status: 'disabled' }, '画一张违禁图'],
    ['is of another kind', { type: 'normal' }, '画一张违禁图'],
    ['does not occur', {}, '画一张图'],
    ['has no other names', { aliases: null }, '画一张别名图'],
  ])('refuses nothing where it %s', async (_what, more, words) => {
    await word(more);
    expect(await outcome(words)).toEqual(['queued', 1]);
  });
});

describe('a claim of a task', () => {
  it('is an end of the lease that nobody else has, and what it holds is written once', async () => {
    const { claim, holds, write } = await import('#cloudfunctions/_shared/tasks/lease.ts');
    const found = await stored((await order())._id);
    const claimed = (await claim(found, { silent: 1 }))!;
    expect(claimed).toEqual({
      ...found,
      rev: found.rev + 1,
      silent: 1,
      nextPollTime: Date.now() + 45_000,
    });
    expect(await claim(found)).toBeNull();
    expect(await write(found, { silent: 2 })).toBeNull();
    expect(await write({ ...claimed, status: 'queued' }, { silent: 2 })).toBeNull();
    expect(await claim({ ...claimed, status: 'queued' })).toBeNull();
    expect(holds(claimed, claimed)).toBe(true);
    expect(holds(claimed, { ...claimed, nextPollTime: 1 })).toBe(false);
    expect(holds(claimed, { ...claimed, status: 'queued' })).toBe(false);
    expect(await write(claimed, { silent: 3 })).toMatchObject({ silent: 3 });
  });
});
