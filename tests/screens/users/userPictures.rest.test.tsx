import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { file } from '#contract/file.ts';
import { click, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { anOutput, aTask, taskUser, times } from '../tasks/taskFixture.ts';

const snapOf = (name: string) => ({ name, engine: 'workflow' as const, rev: 0 });
const list = [
  aTask({
    _id: '1',
    status: 'succeeded',
    templateSnap: snapOf('敦煌飞天'),
    outputs: [anOutput('results/a.jpg'), anOutput('results/b.jpg')],
  }),
  aTask({
    _id: '2',
    status: 'succeeded',
    templateSnap: snapOf('江南烟雨'),
    erasedTime: 1_700_000_500_000,
  }),
];

beforeEach(() => localStorage.clear());

it("a user's pictures are shown with their tasks, and an upload is taken away with a reason the user reads", async () => {
  const photo = file.parse({
    ...times,
    _id: 'file_1',
    filePath: 'user_upload/usr_1/202611/a.jpg',
    name: '照片.jpg',
    scene: 'user_upload',
    status: 'active',
    userId: 'usr_1',
  });
  const { sent, dataOf } = renderAdmin({
    at: '/admin/users/usr_1/pictures',
    answers: {
      'adminUser.getUserById': () => ok({ ...taskUser, refundingCredits: 1_660 }),
      'adminTask.getTasks': { list, total: 2 },
      'adminStorage.getFileList': () => ok({ list: [], expireTime: 0 }),
      'adminStorage.getImages': { list: [photo], total: 1 },
      'adminStorage.removeUserImage': () => ok({ _id: 'file_1', filePath: photo.filePath }),
    },
  });
  expect(await screen.findByRole('tab', { name: '作品', selected: true })).toBeVisible();
  // What refunds under way have taken stands beside what is left.
  expect(await screen.findByText(/^购买 .+ · 赠送 .+ · 退款中 1,660$/)).toBeInTheDocument();
  expect(await screen.findAllByRole('button', { name: /敦煌飞天/ })).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: '敦煌飞天' })[0]).toHaveAttribute(
    'href',
    '/admin/tasks/1',
  );
  expect(screen.getByText('图片已清除')).toBeVisible();
  expect(dataOf('getTasks').at(-1)?.['filter']).toEqual({ userId: 'usr_1', status: 'succeeded' });

  await click(screen.getByRole('button', { name: '上传的照片' }));
  await click(await screen.findByRole('button', { name: '删除用户图片「照片.jpg」' }));
  const dialog = within(screen.getByRole('dialog'));
  await click(dialog.getByRole('button', { name: '涉及他人肖像' }));
  await click(dialog.getByRole('button', { name: '确认删除' }));
  expect(sent('removeUserImage')).toEqual([]);
  put(dialog.getByRole('textbox', { name: /给用户的说明/ }), '涉及他人');
  await click(dialog.getByRole('switch', { name: /应图中人的要求/ }));
  await click(dialog.getByRole('button', { name: '确认删除' }));
  await waitFor(() =>
    expect(dataOf('removeUserImage')[0]).toEqual({
      filePath: photo.filePath,
      reason: '涉及他人肖像',
      userNote: '涉及他人',
      forPerson: true,
    }),
  );
  expect(dataOf('getImages')[0]?.['filter']).toEqual({ userId: 'usr_1', scene: 'user_upload' });
});

it('without the right to see pictures of users a quiet word stands in place of each', async () => {
  const photo = {
    ...times,
    _id: 'file_1',
    scene: 'user_upload',
    status: 'active',
    userId: 'usr_1',
  };
  const filePath = 'user_upload/usr_1/202611/a.jpg';
  const { sent } = renderAdmin({
    at: '/admin/users/usr_1/pictures',
    rights: ['users.read', 'tasks.read', 'images.read'],
    answers: {
      'adminUser.getUserById': () => ok({ ...taskUser, refundingCredits: 0 }),
      'adminTask.getTasks': { list, total: 2 },
      'adminStorage.getImages': {
        list: [file.parse({ ...photo, filePath, name: '照片.jpg' })],
        total: 1,
      },
      'adminStorage.getFileList': ({ data }) =>
        ok({
          list: (data['fileList'] as string[]).map(src => ({
            src,
            url: '',
            expireTime: 0,
            denied: true,
          })),
        }),
      'adminStorage.getReferences': { list: [] },
    },
  });
  expect(await screen.findAllByText('无权查看')).toHaveLength(2);
  expect(document.querySelector('.signed-image img')).toBeNull();
  await click(screen.getByRole('button', { name: '上传的照片' }));
  expect(await screen.findAllByText('无权查看')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent('makeAnyCopy')).toEqual([]);
});
