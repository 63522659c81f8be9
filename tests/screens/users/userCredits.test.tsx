import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noLimits } from '#contract/rights/roles.ts';
import { answer, ok, profileRecord, put, renderAdmin } from '../renderAdmin.tsx';
import { taskLookUps, taskUser } from '../tasks/taskFixture.ts';

it('credits are given with a reason and words for the user, and wait above the limit of the role', async () => {
  const limits = { ...noLimits, creditLimit: 50 };
  const { dataOf, user } = renderAdmin({
    at: '/admin/users/usr_1',
    limits,
    answers: {
      'adminAuth.getProfile': { ...profileRecord, limits },
      ...taskLookUps,
      'adminUser.getUserLogs': () => ok({ list: [], total: 0 }),
      'adminUser.adjustCredits': ({ data }) =>
        answer('adminUser', 'adjustCredits', {
          ...taskUser,
          approvalId: data['delta'] === 51 ? 'credits_1' : '',
        }),
    },
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: '调整积分' }));
    const dialog = within(await screen.findByRole('dialog', { name: '调整「小满」的积分' }));
    const write = (name: string, text: string) => put(dialog.getByRole('textbox', { name }), text);
    const submit = async () => {
      await user.click(dialog.getByRole('button', { name: '确认调整' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    return { dialog, write, submit };
  };
  const said = '超过角色每人每次的上限：50 积分，提交后等待审批';

  const within50 = await open();
  within50.write('数量', '50');
  expect(within50.dialog.queryByText(said)).toBeNull();
  within50.write('原因', '此人投诉多次');
  within50.write('给用户的说明', '感谢反馈');
  await within50.submit();
  expect(await screen.findByText('已调整，现有 0 积分')).toBeVisible();

  const above = await open();
  above.write('数量', '51');
  expect(above.dialog.getByText(said)).toBeVisible();
  above.write('原因', '补偿');
  await above.submit();
  expect(await screen.findByText('已提交审批，通过后生效')).toBeVisible();
  expect(dataOf('adjustCredits')).toMatchObject([
    { id: 'usr_1', bucket: 'gift', delta: 50, reason: '此人投诉多次', userNote: '感谢反馈' },
    { id: 'usr_1', bucket: 'gift', delta: 51, reason: '补偿' },
  ]);
});
