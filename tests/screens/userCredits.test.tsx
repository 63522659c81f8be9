import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noLimits } from '#contract/rights/roles.ts';
import { answer, ok, renderAdmin } from './renderAdmin.tsx';
import { taskLookUps, taskUser } from './taskFixture.ts';

it('credits are changed with a reason for colleagues and words for the user', async () => {
  const { sent, user } = renderAdmin({
    at: '/admin/users/usr_1',
    answers: {
      ...taskLookUps,
      'adminUser.getUserLogs': () => ok({ list: [], total: 0 }),
      'adminUser.adjustCredits': () =>
        answer('adminUser', 'adjustCredits', { ...taskUser, approvalId: '' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: '调整积分' }));
  const dialog = within(await screen.findByRole('dialog', { name: '调整「小满」的积分' }));
  await user.type(dialog.getByRole('textbox', { name: '数量' }), '20');
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '此人投诉多次');
  await user.type(dialog.getByRole('textbox', { name: '给用户的说明' }), '感谢反馈');
  await user.click(dialog.getByRole('button', { name: '确认调整' }));
  expect(await screen.findByText('已调整，现有 0 积分')).toBeVisible();
  expect(sent('adjustCredits').map(({ data }) => data)).toMatchObject([
    { id: 'usr_1', bucket: 'gift', delta: 20, reason: '此人投诉多次', userNote: '感谢反馈' },
  ]);
});

it('credits above the limit of the role are said to wait, before and after', async () => {
  const { user } = renderAdmin({
    at: '/admin/users/usr_1',
    limits: { ...noLimits, creditLimit: 50 },
    answers: {
      ...taskLookUps,
      'adminUser.getUserLogs': () => ok({ list: [], total: 0 }),
      'adminUser.adjustCredits': () =>
        answer('adminUser', 'adjustCredits', { ...taskUser, approvalId: 'credits_1' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: '调整积分' }));
  const dialog = within(await screen.findByRole('dialog', { name: '调整「小满」的积分' }));
  const said = '超过角色每人每次的赠送上限：50 积分，提交后等待审批';
  await user.type(dialog.getByRole('textbox', { name: '数量' }), '50');
  expect(dialog.queryByText(said)).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: '数量' }), '0');
  expect(dialog.getByText(said)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '补偿');
  await user.click(dialog.getByRole('button', { name: '确认调整' }));
  expect(await screen.findByText('已提交审批，通过后生效')).toBeVisible();
});
