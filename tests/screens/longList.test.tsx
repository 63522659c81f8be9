import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_BADGE, MAX_TOTAL } from '#contract/constants.ts';
import { answer, renderAdmin, type SentCall } from './renderAdmin.tsx';
import { aTask, rowOf, taskLookUps } from './taskFixture.ts';

const at = '/admin/tasks';
const page = Array.from({ length: 20 }, (_, nth) => aTask({ _id: `${nth}` }));

const answers = {
  'adminTask.getTasks': ({ data: { exactTotal } }: SentCall) =>
    answer('adminTask', 'getTasks', {
      list: page,
      total: exactTotal ? 1_234_567 : MAX_TOTAL + 1,
      next: 'page2',
      counts: { queued: 7, succeeded: MAX_BADGE + 1, failed: 5 },
    }),
  ...taskLookUps,
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a list with more records than are counted', () => {
  it('says so in its tabs and below its rows, and counts all of them when asked to', async () => {
    const { sent, user } = renderAdmin({ at, answers });
    await rowOf('T1');
    expect(screen.getByRole('tab', { name: '成功 99+' })).toBeVisible();
    expect(screen.getByRole('tab', { name: '全部 111+' })).toBeVisible();
    expect(screen.getByText(/第 1–20 项，共 500\+ 项/)).toBeVisible();
    expect(sent('getTasks').some(({ data }) => data['exactTotal'])).toBe(false);
    await user.click(screen.getByRole('button', { name: '查看准确总数' }));
    expect(await screen.findByText('第 1–20 项，共 1,234,567 项')).toBeVisible();
    expect(screen.queryByRole('button', { name: '查看准确总数' })).toBeNull();
  });

  it('goes on to the next page, and back', async () => {
    const { sent, user } = renderAdmin({ at, answers });
    await rowOf('T1');
    await user.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(sent('getTasks').at(-1)?.data['page']).toBe(2));
    expect(await screen.findByText(/第 21–40 项，共 500\+ 项/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '上一页' }));
    expect(await screen.findByText(/第 1–20 项，共 500\+ 项/)).toBeVisible();
  });
});
