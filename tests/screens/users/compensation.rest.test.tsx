import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Compensation,
  compensationEntity,
  compensationRowEntity,
} from '#contract/compensation.ts';
import { answer, type Answers, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { aUser, rowOf, times } from '../tasks/taskFixture.ts';

const aCompensation = (fields: Partial<Compensation> = {}): Compensation =>
  compensationEntity.record.parse({
    _id: 'cmp_1',
    ...times,
    what: 'credits',
    amount: 10,
    target: 'users',
    reason: '昨晚服务故障',
    status: 'running',
    total: 500,
    done: 120,
    skipped: 3,
    sum: 1_200,
    ...fields,
  });
const aSkip = compensationRowEntity.record.parse({
  _id: 'cmp_1_usr_0',
  ...times,
  compensationId: 'cmp_1',
  userId: 'usr_0',
  result: 'skipped',
  message: '用户已停用或注销',
});
const names = ['小鹿', '阿柠'];
const users = names.map((name, at) => aUser(`usr_${at}`, name));

const open = (at: string, more: Answers = {}) =>
  renderAdmin({
    at,
    answers: {
      'adminCompensation.getCompensationById': aCompensation(),
      'adminCompensation.getCompensationRows': { list: [aSkip], total: 1 },
      'adminUser.getUsers': { list: users, total: 2 },
      'adminUser.getTags': () => ok({ list: [] }),
      'adminApiKey.getApiKeys': () => ok({ list: [], total: 0 }),
      'adminPackage.getPackages': () => ok({ list: [], total: 0 }),
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
      ...more,
    },
  });

beforeAll(
  () =>
    Promise.all([
      import('#src/admin/resources/compensations/CompensationForm.tsx'),
      import('#src/admin/resources/compensations/CompensationShow.tsx'),
      import('#src/admin/resources/users/UserList.tsx'),
    ]).then(() => undefined),
  120_000,
);
beforeEach(() => localStorage.clear());

describe('a new compensation', () => {
  it('for selected users shows number and sum, and is counted anew where the number has changed', async () => {
    let count = 2;
    const { dataOf } = open('/admin/users', {
      'adminCompensation.previewCompensation': () =>
        answer('adminCompensation', 'previewCompensation', {
          count,
          most: 5_000,
          sum: count * 10,
          names,
        }),
      'adminCompensation.createCompensation': ({ data }) => {
        if (data['expectCount'] === 3)
          return answer('adminCompensation', 'createCompensation', aCompensation());
        count = 3;
        return failed(40902, '符合条件的数量已变为 3，请核对后再提交');
      },
    });
    for (const name of names) fireEvent.click(within(await rowOf(name)).getByRole('checkbox'));
    await click(screen.getByRole('button', { name: '批量补偿' }));
    expect(await screen.findByText('已选中 2 位用户')).toBeVisible();
    put(screen.getByRole('textbox', { name: /每人赠送积分/ }), '10');
    put(screen.getByRole('textbox', { name: /^原因/ }), '昨晚服务故障');
    const preview = screen.getByRole('region', { name: '预览' });
    expect(await within(preview).findByText('共 20 积分')).toBeVisible();
    expect(preview).toHaveTextContent('2 位用户');
    expect(preview).toHaveTextContent('包括 小鹿、阿柠');
    put(screen.getByRole('textbox', { name: /给用户的说明/ }), '故障补偿');
    await click(screen.getByRole('button', { name: '开始补偿' }));
    expect(await screen.findByText('符合条件的数量已变为 3，请核对后再提交')).toBeVisible();
    expect(await within(preview).findByText('共 30 积分')).toBeVisible();
    await click(screen.getByRole('button', { name: '开始补偿' }));
    expect(await screen.findByText('123 / 500')).toBeVisible();
    const wish = {
      what: 'credits',
      amount: 10,
      target: 'users',
      userIds: ['usr_0', 'usr_1'],
      reason: '昨晚服务故障',
      userNote: '故障补偿',
    };
    expect(dataOf('createCompensation')).toMatchObject([
      { ...wish, expectCount: 2 },
      { ...wish, expectCount: 3 },
    ]);
  });

  it('asks for the period of tasks that are to run again, and not for an amount', async () => {
    const { sent, dataOf } = open('/admin/compensations/create');
    await click(await screen.findByRole('radio', { name: '重新生成' }));
    expect(screen.queryByRole('textbox', { name: /每人/ })).toBeNull();
    expect(screen.queryByRole('textbox', { name: /给用户的说明/ })).toBeNull();
    expect(sent('previewCompensation')).toEqual([]);
    put(screen.getByLabelText(/提交时间（起）/), '2026-11-20 08:00');
    await waitFor(() =>
      expect(dataOf('previewCompensation').at(-1)).toEqual({
        what: 'retry',
        target: 'tasks',
        tasks: { createTime: { from: Date.parse('2026-11-20T08:00:00+08:00') } },
      }),
    );
  });
});

it('a compensation at work shows its progress and why some were skipped, and can be stopped', async () => {
  const { dataOf } = open('/admin/compensations/cmp_1', {
    'adminCompensation.cancelCompensation': aCompensation({ stopping: true }),
  });
  expect(await screen.findByText('123 / 500')).toBeVisible();
  expect(await screen.findByText('用户已停用或注销')).toBeVisible();
  await click(screen.getByRole('button', { name: '停止' }));
  const dialog = within(await screen.findByRole('dialog', { name: '停止这次补偿？' }));
  await click(dialog.getByRole('button', { name: '范围选错' }));
  await click(dialog.getByRole('button', { name: '确认停止' }));
  await waitFor(() =>
    expect(dataOf('cancelCompensation')[0]).toEqual({ id: 'cmp_1', reason: '范围选错' }),
  );
});
