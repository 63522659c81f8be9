import { describe, expect, it } from 'vitest';
import { orderEntity } from '#contract/order.ts';
import { taskEntity } from '#contract/task.ts';

describe('a record to which nothing has happened yet', () => {
  it('holds what its schemas give by themselves, and nothing that has to be said', () => {
    const blank = orderEntity.blank();
    expect(blank).toMatchObject({ refundedFen: 0, payTime: null, fulfil: { status: 'none' } });
    for (const field of ['orderNo', 'payFen', 'status', '_id', 'createTime'])
      expect(blank).not.toHaveProperty(field);
  });

  it('is complete with the rest', () => {
    const own = { _id: 'task_1', rev: 1, createTime: 1, updateTime: 1 };
    const said = { taskNo: 'T1', userId: '', openid: '', costCredits: 0, status: 'created' };
    expect(taskEntity.record.safeParse({ ...own, ...taskEntity.blank(), ...said }).error).toBe(
      undefined,
    );
  });

  it('is another one each time, so that none changes with another', () => {
    orderEntity.blank().history.push({} as never);
    expect(orderEntity.blank().history).toEqual([]);
  });
});
