import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { countedStates, period } from '#contract/dashboard.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { answer, failed, ok, renderAdmin } from '../renderAdmin.tsx';
import { quietDashboard } from './dashboardFixture.ts';

type Summary = ActionOutput<'adminDashboard', 'getSummary'>;
const { current: figures } = quietDashboard.getSummary;
const summary = (change: Partial<Summary>) =>
  answer('adminDashboard', 'getSummary', { ...quietDashboard.getSummary, ...change });

const figure = async (name: RegExp) => within(await screen.findByRole('link', { name }));

it('the dashboard shows the figures first, compared but for few records, then what waits', async () => {
  renderAdmin({
    answers: {
      'adminDashboard.getSummary': () =>
        summary({
          current: { ...figures, paidFen: 150_00, newUsers: 3, succeededTasks: 9, failedTasks: 3 },
          previous: {
            ...figures,
            paidFen: 100_00,
            paidOrders: 19,
            newUsers: 40,
            failedTasks: 50,
          },
          today: { ...figures, succeededTasks: 57, failedTasks: 3 },
        }),
    },
  });
  const paid = await figure(/^收款金额/);
  expect(paid.getByText('¥150.00')).toBeVisible();
  expect(paid.queryByText(/%/)).not.toBeInTheDocument();
  expect((await figure(/^新增用户/)).getByText('↓ 92.5%')).toBeVisible();
  const failures = await figure(/^生成失败率/);
  expect(failures.getByText('3/12')).toBeVisible();
  expect(failures.queryByText(/[↑↓]/)).not.toBeInTheDocument();
  expect(failures.getByText('今天 5.0% · 昨天 —')).toBeVisible();

  // What waits is in todo.test.tsx.
  const waiting = screen.getByRole('region', { name: '待办' });
  expect(screen.getByRole('link', { name: /^收款金额/ }).compareDocumentPosition(waiting)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it('ranks templates by what is asked for, and shows a failed card beside the others', async () => {
  const row = (name: string, marginFen: number) => ({
    templateId: name,
    name,
    succeeded: 40,
    failed: 2,
    earnedFen: 1_000,
    costFen: 1_000 - marginFen,
    marginFen,
  });
  const { statuses, ...others } = quietDashboard.getOrderStats;
  const { most } = countedStates.orders;
  let isDead = true;
  const { dataOf } = renderAdmin({
    answers: {
      'adminDashboard.getOrderStats': () =>
        ok({
          ...others,
          statuses: { ...statuses, pending: most + 1, completed: 12_345, refunded: null },
        }),
      'adminDashboard.getTemplateStats': ({ data }) => {
        if (isDead) return failed(codes.internal);
        const ranking = [row('赚', 600), row('亏', -200)];
        return answer('adminDashboard', 'getTemplateStats', {
          ...quietDashboard.getTemplateStats,
          ranking: data['order'] === 'asc' ? ranking.reverse() : ranking,
        });
      },
    },
  });
  // What a figure knows exactly, what is counted up to a most, and what is not known.
  expect(await screen.findByRole('link', { name: /^12,345\s*已完成$/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /^900\+\s*待支付$/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /^—\s*已退款$/ })).toBeVisible();

  const card = within(await screen.findByRole('region', { name: '模板排行' }));
  expect(await card.findByText('暂时无法读取')).toBeVisible();
  isDead = false;
  fireEvent.click(card.getByRole('button', { name: '重试' }));
  const table = within(await screen.findByRole('table', { name: '模板排行' }));
  const texts = () =>
    table.getAllByRole('row').map(({ textContent }) => textContent.replace(/\s/g, ''));
  expect(texts()[1]).toBe('赚402（4.8%）¥10.00¥4.00¥6.00（60%）');
  fireEvent.click(table.getByRole('button', { name: '毛利' }));
  await waitFor(() =>
    expect(dataOf('getTemplateStats').at(-1)).toMatchObject({ by: 'marginFen', order: 'desc' }),
  );
  fireEvent.click(table.getByRole('button', { name: '毛利' }));
  await waitFor(() => expect(texts()[1]).toMatch(/^亏.*-¥2\.00/));
});

it('shows the usual days where the address names none, and reads again for another period', async () => {
  const { dataOf } = renderAdmin({ at: '/admin/dashboard?from=20260930&to=20260901' });
  expect(await screen.findByText('目前没有需要你处理的事项')).toBeVisible();
  const asked = () => dataOf('getOrderStats');
  expect(screen.getByRole('button', { name: '近 30 天', pressed: true })).toBeVisible();
  await waitFor(() => expect(asked()[0]).toEqual({ days: 30 }));
  fireEvent.click(screen.getByRole('button', { name: '近 7 天' }));
  await waitFor(() => expect(asked()).toContainEqual({ days: 7 }));
  expect(location.search).toBe('?days=7');
  fireEvent.click(screen.getByRole('button', { name: '自定义' }));
  const own = within(await screen.findByRole('dialog', { name: '统计时段' }));
  const type = (label: string, value: string) =>
    fireEvent.change(own.getByLabelText(label), { target: { value } });
  const confirm = () => fireEvent.click(own.getByRole('button', { name: '确定' }));
  type('开始日期', '2026-09-01');
  type('结束日期', '2027-09-30');
  expect(own.getByText('最多 366 天')).toBeVisible();
  confirm();
  expect(location.search).toBe('?days=7');
  type('结束日期', '2026-09-30');
  confirm();
  await waitFor(() => expect(asked()).toContainEqual({ from: '20260901', to: '20260930' }));
  expect(location.search).toBe('?from=20260901&to=20260930');
  expect(screen.getByRole('button', { name: '2026-09-01 – 2026-09-30' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

it.each([
  ['20260930', '20260901', false],
  ['99999999', '99999999', false],
  ['20240101', '20260101', false],
  ['20260901', '20260930', true],
])('from %s to %s is a period: %s', (from, to, is) => {
  expect(period.safeParse({ from, to }).success).toBe(is);
});
