import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { noLimits } from '#contract/rights/roles.ts';
import { answer, failed, ok, profileRecord, put, renderAdmin } from '../renderAdmin.tsx';
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
  const said = '超过角色每人每次的上限：50 积分，提交后由同事审批';

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

it('what was written in a dialog is there again after a session that has ended', async () => {
  let dead = true;
  const { user, dataOf } = renderAdmin({
    at: '/admin/users/usr_1',
    answers: {
      ...taskLookUps,
      'adminUser.getUserLogs': () => ok({ list: [], total: 0 }),
      'adminUser.adjustCredits': () =>
        dead
          ? failed(codes.unauthenticated)
          : answer('adminUser', 'adjustCredits', { ...taskUser, approvalId: '' }),
    },
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: '调整积分' }));
    return within(await screen.findByRole('dialog', { name: '调整「小满」的积分' }));
  };
  let dialog = await open();
  put(dialog.getByRole('textbox', { name: '数量' }), '30');
  put(dialog.getByRole('textbox', { name: '原因' }), '写了很久的原因');
  await user.click(dialog.getByRole('button', { name: '确认调整' }));
  put(await screen.findByLabelText('用户名'), 'lina');
  put(screen.getByLabelText('密码'), 'secret-6');
  dead = false;
  fireEvent.click(screen.getByRole('button', { name: '登录' }));

  dialog = await open();
  expect(dialog.getByRole('textbox', { name: '数量' })).toHaveValue('30');
  expect(dialog.getByRole('textbox', { name: '原因' })).toHaveValue('写了很久的原因');
  await user.click(dialog.getByRole('button', { name: '确认调整' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dataOf('adjustCredits').at(-1)).toMatchObject({ delta: 30, reason: '写了很久的原因' });
  dialog = await open();
  expect(dialog.getByRole('textbox', { name: '原因' })).toHaveValue('');
});
