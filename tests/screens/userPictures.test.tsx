import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Task } from '#contract/task.ts';
import { answer, ok, renderAdmin } from './renderAdmin.tsx';
import { aTask, taskUser } from './taskFixture.ts';

const output = (filePath: string) => ({
  filePath,
  fileType: 'jpg',
  width: 3,
  height: 4,
  nodeId: '',
});
const made = (_id: string, name: string, fields: Partial<Task>) =>
  aTask({
    _id,
    status: 'succeeded',
    templateSnap: { name, engine: 'workflow', rev: 0 },
    ...fields,
  });
const list = [
  made('1', '敦煌飞天', {
    outputs: [output('results/a.jpg'), output('results/b.jpg')],
  }),
  made('2', '江南烟雨', { erasedTime: 1_700_000_500_000 }),
];

beforeEach(() => localStorage.clear());

it("a user's pictures are shown with the way to their tasks, and those that were erased are named", async () => {
  const { sent } = renderAdmin({
    at: '/admin/users/usr_1/pictures',
    answers: {
      'adminUser.getUserById': () => ok(taskUser),
      'adminTask.getTasks': () => answer('adminTask', 'getTasks', { list, total: 2 }),
      'adminStorage.getFileList': () => ok({ list: [], expireTime: 0 }),
    },
  });
  expect(await screen.findByRole('tab', { name: '作品', selected: true })).toBeVisible();
  expect(await screen.findAllByRole('button', { name: /敦煌飞天/ })).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: '敦煌飞天' })[0]).toHaveAttribute(
    'href',
    '/admin/tasks/1',
  );
  expect(screen.getByText('图片已清除')).toBeVisible();
  await waitFor(() =>
    expect(sent('getTasks').at(-1)?.data['filter']).toEqual({
      userId: 'usr_1',
      status: 'succeeded',
    }),
  );
});

it('credits that refunds under way have taken are named beside those that are left', async () => {
  renderAdmin({
    at: '/admin/users/usr_1/pictures',
    answers: {
      'adminUser.getUserById': () => ok({ ...taskUser, refundingCredits: 1_660 }),
      'adminTask.getTasks': () => answer('adminTask', 'getTasks', { list: [], total: 0 }),
      'adminStorage.getFileList': () => ok({ list: [], expireTime: 0 }),
    },
  });
  expect(await screen.findByText(/^购买 .+ · 赠送 .+ · 退款中 1,660$/)).toBeInTheDocument();
});
