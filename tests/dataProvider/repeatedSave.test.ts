import { describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';

const stored = {
  _id: 't1',
  rev: 4,
  name: '樱花少女',
  subtitle: '',
  sort: 0,
  categoryIds: ['c1'],
  status: 'draft',
};
const record = { ...stored, id: 't1' };
const conflictWith = (fields: object) =>
  new ActionFailure({ code: codes.conflict, data: { current: { ...stored, rev: 5, ...fields } } });
const lost = new PlatformFailure('NETWORK', '网络连接失败');

/** Answers in this order; an error is thrown. */
const answering = (...answers: unknown[]) => {
  const invoke = vi.fn();
  for (const answer of answers) {
    if (answer instanceof Error) invoke.mockRejectedValueOnce(answer);
    else invoke.mockResolvedValueOnce(answer);
  }
  return { invoke, provider: createDataProvider(invoke as unknown as Invoke) };
};
const sent = (invoke: ReturnType<typeof vi.fn>, at: number) => invoke.mock.calls[at]?.[2] as object;
const saving = (changes: object) => ({
  id: 't1',
  data: { ...record, ...changes },
  previousData: record,
});

describe('saving again after an answer was lost', () => {
  it.each(['templates', 'categories', 'keywords', 'templates/presets', 'local-app-templates'])(
    'succeeds with the stored record of %s if it has all the sent values',
    async resource => {
      const { invoke, provider } = answering(conflictWith({ name: '新名字', word: '新词' }));
      await expect(
        provider.update(resource, saving({ name: '新名字', word: '新词' })),
      ).resolves.toMatchObject({ data: { id: 't1', rev: 5, name: '新名字' } });
      expect(invoke).toHaveBeenCalledTimes(1);
    },
  );

  it('compares values as they are stored: trimmed, and empty ones as missing', async () => {
    const { provider } = answering(conflictWith({ name: '新名字', subtitle: '' }));
    await expect(
      provider.update('templates', {
        ...saving({ name: ' 新名字 ', subtitle: null }),
        previousData: { ...record, subtitle: '旧的' },
      }),
    ).resolves.toMatchObject({ data: { rev: 5 } });
  });

  it('sends what was typed since at the version of the first attempt', async () => {
    const { invoke, provider } = answering(conflictWith({ name: '新名字' }), {
      ...stored,
      rev: 6,
      name: '新名字',
      subtitle: '后来写的',
    });
    await expect(
      provider.update('templates', saving({ name: '新名字', subtitle: '后来写的' })),
    ).resolves.toMatchObject({ data: { rev: 6 } });
    expect(sent(invoke, 1)).toMatchObject({ rev: 5, subtitle: '后来写的' });
  });

  it("keeps others' changes to other fields without asking", async () => {
    const { invoke, provider } = answering(conflictWith({ sort: 7 }), {
      ...stored,
      rev: 6,
      name: '新名字',
      sort: 7,
    });
    await provider.update('templates', saving({ name: '新名字' }));
    expect(sent(invoke, 1)).toEqual({ _id: 't1', rev: 5, name: '新名字' });
  });

  it('is a conflict if another changed the same field to another value', async () => {
    const { invoke, provider } = answering(conflictWith({ name: '对方的名字' }));
    await expect(provider.update('templates', saving({ name: '新名字' }))).rejects.toMatchObject({
      body: { code: codes.conflict, current: { id: 't1', name: '对方的名字' } },
    });
    expect(invoke).toHaveBeenCalledTimes(1);
  });

  it('gives up on a record that others keep changing', async () => {
    const { invoke, provider } = answering(
      ...[1, 2, 3, 4].map(sort => conflictWith({ sort, rev: 4 + sort })),
    );
    const save = provider.update('templates', saving({ name: '新名字' }));
    await expect(save).rejects.toMatchObject({ body: { code: codes.conflict } });
    expect(invoke).toHaveBeenCalledTimes(4);
  });

  it('succeeds for a single field that has the value already', async () => {
    const { provider } = answering(conflictWith({ sort: 7 }));
    const set = { id: 't1', field: 'sort', value: 7, rev: 4 };
    await expect(provider.setField('templates', set)).resolves.toMatchObject({ data: { rev: 5 } });
  });

  it('succeeds for a single field if only others have changed, as by a switch in the same row', async () => {
    const { invoke, provider } = answering(conflictWith({ isRecommend: true, sort: 3 }), {
      ...stored,
      rev: 6,
      sort: 7,
    });
    const set = { id: 't1', field: 'sort', value: 7, rev: 4, previousValue: 3 };
    await expect(provider.setField('templates', set)).resolves.toMatchObject({ data: { rev: 6 } });
    expect(invoke.mock.calls.map(([, , sent]) => (sent as { rev: number }).rev)).toEqual([4, 5]);
  });

  it('is a conflict for a single field that another has changed', async () => {
    const { provider } = answering(conflictWith({ sort: 9 }));
    const set = { id: 't1', field: 'sort', value: 7, rev: 4, previousValue: 3 };
    await expect(provider.setField('templates', set)).rejects.toMatchObject({
      body: { code: codes.conflict },
    });
  });

  it('succeeds for a template that is online already', async () => {
    const online = { ...stored, rev: 5, status: 'online' };
    const { provider } = answering(new ActionFailure({ code: codes.stateNotAllowed }), online);
    const set = { id: 't1', field: 'status', value: 'online', rev: 4 };
    await expect(provider.setField('templates', set)).resolves.toMatchObject({
      data: { status: 'online' },
    });
  });

  it('reports that a state is not allowed when it is another one', async () => {
    const { provider } = answering(new ActionFailure({ code: codes.stateNotAllowed }), stored);
    const set = { id: 't1', field: 'status', value: 'offline', rev: 4 };
    await expect(provider.setField('templates', set)).rejects.toMatchObject({
      body: { code: codes.stateNotAllowed },
    });
  });
});

describe('creating again after an answer was lost', () => {
  const meta = { idemKey: 'key-00000001' };

  it('updates the record of the first attempt with what was typed since', async () => {
    const { invoke, provider } = answering(
      lost,
      new ActionFailure({ code: codes.repeated }),
      { ...stored, rev: 1 },
      { ...stored, rev: 2, name: '改过的名字' },
    );
    const first = provider.create('templates', { data: { name: '樱花少女', sort: 0 }, meta });
    await expect(first).rejects.toBe(lost);
    await expect(
      provider.create('templates', { data: { name: '改过的名字', sort: 0 }, meta }),
    ).resolves.toMatchObject({ data: { rev: 2, name: '改过的名字' } });
    expect(invoke.mock.calls.map(([, action]) => action)).toEqual([
      'createTemplate',
      'createTemplate',
      'createTemplate',
      'updateTemplate',
    ]);
    expect(sent(invoke, 1)).toMatchObject(meta);
    expect(sent(invoke, 2)).toEqual(sent(invoke, 0));
    expect(sent(invoke, 3)).toEqual({ _id: 't1', rev: 1, name: '改过的名字' });
  });

  it('changes nothing more if the first attempt had not arrived', async () => {
    const { invoke, provider } = answering(lost, { ...stored, rev: 1, name: '改过的名字' });
    await provider.create('templates', { data: { name: '樱花少女' }, meta }).catch(() => undefined);
    await provider.create('templates', { data: { name: '改过的名字' }, meta });
    expect(invoke).toHaveBeenCalledTimes(2);
  });
});

describe('deleting again after an answer was lost', () => {
  const gone = new ActionFailure({ code: codes.notFound });

  it.each(['templates', 'categories', 'keywords', 'templates/presets', 'package-prices'])(
    'of %s succeeds when it is gone',
    async resource => {
      const { provider } = answering(gone);
      await expect(
        provider.delete(resource, { id: 't1', previousData: record }),
      ).resolves.toMatchObject({ data: { id: 't1' } });
    },
  );

  it('of a picture succeeds when it is in the trash', async () => {
    const { provider } = answering(new ActionFailure({ code: codes.stateNotAllowed }), {
      _id: 'f1',
      filePath: 'a/b.png',
      status: 'trash',
    });
    await expect(provider.delete('images', { id: 'a/b.png' })).resolves.toMatchObject({
      data: { id: 'a/b.png' },
    });
  });

  it('is refused when the record was changed meanwhile', async () => {
    const { provider } = answering(conflictWith({ sort: 7 }));
    await expect(
      provider.delete('templates', { id: 't1', previousData: record }),
    ).rejects.toMatchObject({ body: { code: codes.conflict } });
  });
});
