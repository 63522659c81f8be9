import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type Task, taskEntity } from '#contract/task.ts';
import { userEntity } from '#contract/user.ts';
import { answer, failed, ok, renderAdmin } from './renderAdmin.tsx';

const at = '/admin/tasks';
const times = { rev: 1, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };
const aTask = (fields: Partial<Task> & { _id: string }): Task =>
  taskEntity.record.parse({
    ...times,
    taskNo: `T${fields._id}`,
    userId: 'usr_1',
    openid: 'o1',
    status: 'running',
    templateId: 'tpl_1',
    templateSnap: { name: '敦煌飞天' },
    costCredits: 10,
    held: { paid: 0, gift: 10 },
    ...fields,
  });
const running = aTask({ _id: '1' });
const broken = aTask({ _id: '2', status: 'failed', errorCode: 'GENERATION_FAILED', costSec: 31.6 });
const over = aTask({ _id: '3', status: 'succeeded', isRefunded: true });

const answers = {
  'adminTask.getTasks': () =>
    answer('adminTask', 'getTasks', {
      list: [running, broken, over],
      total: 3,
      counts: { created: 1, queued: 2, running: 3, succeeded: 40, failed: 5, timeout: 6 },
    }),
  'adminUser.getUsers': () =>
    ok({
      list: [
        userEntity.record.parse({
          ...times,
          _id: 'usr_1',
          openid: 'o1',
          nickName: '小满',
          status: 'normal',
          credits: { paid: 0, gift: 0 },
        }),
      ],
      total: 1,
    }),
  'adminTemplate.getTemplateById': () => failed(codes.notFound),
};
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

beforeEach(() => localStorage.clear());

describe('the list of tasks', () => {
  it('counts active and failed tasks in one tab each, and asks for all of their states', async () => {
    const { sent, user } = renderAdmin({ at, answers });
    await rowOf('T1');
    expect(screen.getByRole('tab', { name: '全部 57' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tab', { name: '进行中 6' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '失败和超时 11' }));
    await waitFor(() =>
      expect(sent('getTasks').at(-1)?.data['filter']).toEqual({ status: ['failed', 'timeout'] }),
    );
    expect(screen.getByRole('tab', { name: '失败和超时 11' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  it('shows user, state with reason, cost and duration of each', async () => {
    renderAdmin({ at, answers });
    const row = within(await rowOf('T2'));
    expect(await row.findByRole('link', { name: '小满' })).toHaveAttribute(
      'href',
      '/admin/users/usr_1',
    );
    expect(row.getByText('失败')).toBeVisible();
    expect(row.getByText('生成失败，积分已退回，可重试')).toBeVisible();
    expect(row.getByText('32 秒')).toBeVisible();
    expect(within(await rowOf('T3')).getByText('已退回')).toBeVisible();
  });

  it('opens a task where its row is clicked', async () => {
    const { user } = renderAdmin({ at, answers });
    await user.click(await rowOf('T1'));
    expect(await screen.findByText('处理过程')).toBeVisible();
    expect(await screen.findByRole('button', { name: '取消任务' })).toBeVisible();
  });

  it('selects only tasks that allow an action, asks for a reason, and lists refused ones with reasons', async () => {
    const { sent, user } = renderAdmin({
      at,
      answers: {
        ...answers,
        'adminTask.cancelTask': ({ data }) =>
          data['id'] === '1'
            ? answer('adminTask', 'cancelTask', { ...running, status: 'cancelled' })
            : failed(codes.stateNotAllowed, '「失败」的任务不能变为「已取消」'),
      },
    });
    await rowOf('T1');
    expect(within(await rowOf('T3')).getByRole('checkbox')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: '全选' }));
    await user.click(screen.getByRole('button', { name: '取消任务' }));
    const dialog = within(await screen.findByRole('dialog', { name: '取消选中的 2 个任务？' }));
    expect(dialog.getByRole('button', { name: '取消任务' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '长时间未完成');
    await user.click(dialog.getByRole('button', { name: '取消任务' }));
    expect(await dialog.findByText('已完成 1 条，1 条失败')).toBeVisible();
    expect(dialog.getByText('「失败」的任务不能变为「已取消」')).toBeVisible();
    expect(sent('cancelTask').map(({ data }) => data)).toEqual([
      { id: '1', reason: '长时间未完成' },
      { id: '2', reason: '长时间未完成' },
    ]);
  });

  it('names in its search box what it finds, and what only as a whole', async () => {
    renderAdmin({ at, answers });
    const box = await screen.findByRole('searchbox', { name: '任务编号、服务方任务编号' });
    expect(box).toHaveAttribute('aria-description', expect.stringContaining('完整的任务编号'));
  });
});
