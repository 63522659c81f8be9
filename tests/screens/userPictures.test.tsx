import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { file } from '#contract/file.ts';
import type { Task } from '#contract/task.ts';
import { answer, ok, renderAdmin } from './renderAdmin.tsx';
import { aTask, taskUser, times } from './taskFixture.ts';

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

it("a user's uploads are shown beside the results, and one is taken away with a reason the user reads", async () => {
  const photo = file.parse({
    ...times,
    _id: 'file_1',
    filePath: 'user_upload/usr_1/202611/a.jpg',
    name: '照片.jpg',
    scene: 'user_upload',
    status: 'active',
    userId: 'usr_1',
  });
  const { user, sent } = renderAdmin({
    at: '/admin/users/usr_1/pictures',
    answers: {
      'adminUser.getUserById': () => ok(taskUser),
      'adminTask.getTasks': () => answer('adminTask', 'getTasks', { list, total: 2 }),
      'adminStorage.getFileList': () => ok({ list: [], expireTime: 0 }),
      'adminStorage.getImages': () =>
        answer('adminStorage', 'getImages', { list: [photo], total: 1 }),
      'adminStorage.removeUserImage': () => ok({ _id: 'file_1', filePath: photo.filePath }),
    },
  });
  await user.click(await screen.findByRole('button', { name: '上传的照片' }));
  await user.click(await screen.findByRole('button', { name: '删除用户图片「照片.jpg」' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: '涉及他人肖像' }));
  await user.click(dialog.getByRole('button', { name: '确认删除' }));
  expect(sent('removeUserImage')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /给用户的说明/ }), '涉及他人');
  await user.click(dialog.getByRole('button', { name: '确认删除' }));
  await waitFor(() =>
    expect(sent('removeUserImage')[0]?.data).toEqual({
      filePath: photo.filePath,
      reason: '涉及他人肖像',
      userNote: '涉及他人',
    }),
  );
  expect(sent('getImages')[0]?.data['filter']).toEqual({ userId: 'usr_1', scene: 'user_upload' });
});
