import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { taskLookUps, taskUser } from '../tasks/taskFixture.ts';

it('the guardian of a user below fourteen is shown in part, and whole with a reason', async () => {
  const { dataOf, user } = renderAdmin({
    at: '/admin/users/usr_1',
    answers: {
      ...taskLookUps,
      'adminUser.getUserById': () => ok({ ...taskUser, guardian: '李**，13****00' }),
      'adminUser.getUserLogs': () => ok({ list: [], total: 0 }),
      'adminUser.revealContact': () =>
        answer('adminUser', 'revealContact', { _id: 'usr_1', guardian: '李建国，13800138000' }),
    },
  });
  const shown = (await screen.findByText('李**，13****00')).parentElement!;
  await user.click(within(shown).getByRole('button', { name: '查看完整联系方式' }));
  const dialog = within(await screen.findByRole('dialog'));
  put(dialog.getByRole('textbox', { name: '原因' }), '核实监护人');
  await user.click(dialog.getByRole('button', { name: '查看' }));
  expect(await screen.findByText('李建国，13800138000')).toBeVisible();
  expect(dataOf('revealContact')).toEqual([{ id: 'usr_1', of: 'guardian', reason: '核实监护人' }]);
});
