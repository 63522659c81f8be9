import { describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { alreadyAsAsked, alreadyGone } from '#src/admin/kit/action/ActionForm.tsx';
import { type BulkAct, type Refusal, runBulk } from '#src/admin/kit/list/runBulk.ts';

describe('an action repeated because its answer was lost', () => {
  const conflict = (current?: unknown, code: number = codes.conflict) =>
    new ActionFailure({ code, data: { current } });

  it('succeeds if the record has the requested values, and is refused otherwise', () => {
    const current = { _id: 'k', rev: 4, remark: '备用', tags: ['a'] };
    expect(alreadyAsAsked(conflict(current), { remark: '备用', tags: ['a'] })).toBe(current);
    for (const [error, asked] of [
      [conflict(current), { remark: '他人的' }],
      [conflict(current), { remark: '备用', tags: ['b'] }],
      [conflict(current), { other: undefined }],
      [conflict(current), {}],
      [conflict(), { remark: '备用' }],
      [conflict(null), { remark: '备用' }],
      [conflict(current, codes.stateNotAllowed), { remark: '备用' }],
      [new Error('lost'), { remark: '备用' }],
    ] as const)
      expect(() => alreadyAsAsked(error, asked)).toThrow(error);
  });

  it('of a deletion succeeds if the record is gone', () => {
    expect(() => alreadyGone(new ActionFailure({ code: codes.notFound }))).not.toThrow();
    for (const error of [conflict(), new Error('lost')])
      expect(() => alreadyGone(error)).toThrow(error);
  });
});

describe('an action on many records', () => {
  const records = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}` }));
  const run = async (count: number, act: BulkAct, isCancelled = () => false) => {
    const refused: Refusal[] = [];
    let done = 0;
    await runBulk({
      records: records(count),
      act,
      isCancelled,
      onDone: (more, refusals) => {
        done += more;
        refused.push(...refusals);
      },
    });
    return { done, refused: refused.map(({ record, message }) => `${record.id} ${message}`) };
  };

  it('acts on four at a time, on each once, and says which are refused and why', async () => {
    let [now, most] = [0, 0];
    const acted: unknown[] = [];
    const actOn = async ({ id }: { id: unknown }) => {
      acted.push(id);
      most = Math.max(most, (now += 1));
      await Promise.resolve();
      now -= 1;
      if (id === 'r7') throw new Error('模板已上线');
    };
    expect(await run(30, { actOn })).toEqual({ done: 30, refused: ['r7 模板已上线'] });
    expect([acted.length, new Set(acted).size, most]).toEqual([30, 30, 4]);
  });

  it('sends fifty in a call where an action takes many', async () => {
    const sizes: number[] = [];
    const actOnMany = async (ids: string[]) => {
      sizes.push(ids.length);
      if (ids.includes('r119')) throw new Error('网络连接失败');
      return ids.map(_id => ({ _id, result: _id === 'r3' ? 'failed' : 'ok', message: '已停用' }));
    };
    const { done, refused } = await run(120, { actOnMany });
    expect([done, sizes]).toEqual([120, [50, 50, 20]]);
    expect([refused.length, refused[0], refused[1]]).toEqual([
      21,
      'r3 已停用',
      'r100 网络连接失败',
    ]);
  });

  it('lets those that run finish when it is stopped, and begins no others', async () => {
    let begun = 0;
    const actOn = async () => void (begun += 1);
    expect(await run(30, { actOn }, () => begun >= 6)).toEqual({ done: begun, refused: [] });
    expect(begun).toBeLessThan(10);
  });
});
