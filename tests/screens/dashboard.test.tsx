import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { countedStates } from '#contract/dashboard.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { quietDashboard } from './dashboardFixture.ts';
import { answer, failed, ok, renderAdmin } from './renderAdmin.tsx';

type Summary = ActionOutput<'adminDashboard', 'getSummary'>;
const { current: figures, attention: nothing } = quietDashboard.getSummary;
const summary = (change: Partial<Summary>) =>
  answer('adminDashboard', 'getSummary', { ...quietDashboard.getSummary, ...change });

const everything = Object.fromEntries(
  Object.keys(nothing).map(kind => [kind, 1]),
) as unknown as typeof nothing;

const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

describe('the dashboard', () => {
  it('shows the figures first, then what needs attention by urgency, each number linked to its list', async () => {
    renderAdmin({
      answers: {
        'adminDashboard.getSummary': () =>
          summary({
            attention: { ...nothing, abnormalRefunds: 2, overduePrints: 4, suspendedTemplates: 3 },
          }),
      },
    });
    const paid = await screen.findByRole('link', { name: /^收款金额/ });
    const attention = screen.getByRole('region', { name: '今日待办' });
    expect(paid.compareDocumentPosition(attention)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(
      within(attention)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['3 个模板暂停服务', '2 笔退款异常', '4 单冲印已超期']);
    const refunds = await screen.findByRole('link', { name: /^2\s*笔退款异常$/ });
    expect(hrefOf(refunds)).toBe('/admin/refunds?filter={"status":"abnormal"}');
    const prints = screen.getByRole('link', { name: /^4\s*单冲印已超期$/ });
    expect(hrefOf(prints)).toBe('/admin/print-orders?filter={"overdue":true}');
    const suspended = screen.getByRole('link', { name: /^3\s*个模板暂停服务$/ });
    expect(hrefOf(suspended)).toBe('/admin/templates?filter={"suspended":true}');
    expect(screen.queryByText('个密钥不可用')).not.toBeInTheDocument();
  });

  it('folds what is less urgent, and opens it on request', async () => {
    const { user } = renderAdmin({
      answers: {
        'adminDashboard.getSummary': () => summary({ attention: everything }),
      },
    });
    const attention = within(await screen.findByRole('region', { name: '今日待办' }));
    const kinds = Object.keys(nothing).length;
    const more = await attention.findByRole('button', { name: `展开其余 ${kinds - 5} 项` });
    expect(attention.getAllByRole('link')).toHaveLength(5);
    expect(attention.queryByText('个密钥余额偏低')).not.toBeInTheDocument();
    await user.click(more);
    expect(attention.getAllByRole('link')).toHaveLength(kinds);
    expect(attention.getByText('个密钥余额偏低')).toBeVisible();
    await user.click(attention.getByRole('button', { name: '收起' }));
    expect(attention.getAllByRole('link')).toHaveLength(5);
  });

  it('says so when nothing needs attention', async () => {
    renderAdmin();
    expect(await screen.findByText('目前没有需要处理的事项')).toBeVisible();
  });

  it('compares the period with the one before it, and reads again for another period', async () => {
    const { user, sent } = renderAdmin({
      answers: {
        'adminDashboard.getSummary': () =>
          summary({
            current: { ...figures, paidFen: 150_00, paidOrders: 3 },
            previous: { ...figures, paidFen: 100_00, paidOrders: 20 },
          }),
      },
    });
    const paid = await screen.findByRole('link', { name: /^收款金额/ });
    expect(within(paid).getByText('¥150.00')).toBeVisible();
    expect(within(paid).getByText('↑ 50.0%')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '近 7 天' }));
    await waitFor(() =>
      expect(sent('getOrderStats').map(({ data }) => data)).toContainEqual({ days: 7 }),
    );
    expect(location.search).toBe('?days=7');
    await user.click(screen.getByRole('button', { name: '自定义' }));
    const own = within(await screen.findByRole('dialog', { name: '统计时段' }));
    await user.type(own.getByLabelText('开始日期'), '2026-09-01');
    await user.type(own.getByLabelText('结束日期'), '2027-09-30');
    expect(own.getByText('最多 366 天')).toBeVisible();
    await user.click(own.getByRole('button', { name: '确定' }));
    expect(location.search).toBe('?days=7');
    await user.clear(own.getByLabelText('结束日期'));
    await user.type(own.getByLabelText('结束日期'), '2026-09-30');
    await user.click(own.getByRole('button', { name: '确定' }));
    const september = { from: '20260901', to: '20260930' };
    await waitFor(() =>
      expect(sent('getOrderStats').map(({ data }) => data)).toContainEqual(september),
    );
    expect(location.search).toBe('?from=20260901&to=20260930');
    expect(screen.getByRole('button', { name: '2026-09-01 – 2026-09-30' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it.each([
    '?from=20260930&to=20260901',
    '?from=99999999&to=99999999',
    '?from=20240101&to=20260101',
  ])('shows the usual days where the address names none: %s', async search => {
    const { sent } = renderAdmin({ at: `/admin/dashboard${search}` });
    await screen.findByRole('button', { name: '近 30 天', pressed: true });
    await waitFor(() => expect(sent('getOrderStats')[0]?.data).toEqual({ days: 30 }));
  });

  it('ranks templates by what is asked for', async () => {
    const row = (name: string, marginFen: number) => ({
      templateId: name,
      name,
      succeeded: 40,
      failed: 2,
      earnedFen: 1_000,
      costFen: 1_000 - marginFen,
      marginFen,
    });
    const { user, sent } = renderAdmin({
      answers: {
        'adminDashboard.getTemplateStats': ({ data }) => {
          const ranking = [row('赚', 600), row('亏', -200)];
          return answer('adminDashboard', 'getTemplateStats', {
            ...quietDashboard.getTemplateStats,
            ranking: data['order'] === 'asc' ? ranking.reverse() : ranking,
          });
        },
      },
    });
    const table = within(await screen.findByRole('table', { name: '模板排行' }));
    const texts = () =>
      table.getAllByRole('row').map(({ textContent }) => textContent.replace(/\s/g, ''));
    expect(texts()[1]).toBe('赚402（4.8%）¥10.00¥4.00¥6.00（60%）');
    await user.click(table.getByRole('button', { name: '毛利' }));
    await waitFor(() =>
      expect(sent('getTemplateStats').at(-1)?.data).toMatchObject({
        by: 'marginFen',
        order: 'desc',
      }),
    );
    await user.click(table.getByRole('button', { name: '毛利' }));
    await waitFor(() => expect(texts()[1]).toMatch(/^亏.*-¥2\.00/));
  });

  it('gives no percentage of few records', async () => {
    renderAdmin({
      answers: {
        'adminDashboard.getSummary': () =>
          summary({
            current: {
              ...figures,
              paidFen: 150_00,
              newUsers: 3,
              succeededTasks: 9,
              failedTasks: 3,
            },
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
    const figure = async (name: RegExp) => within(await screen.findByRole('link', { name }));
    expect((await figure(/^收款金额/)).queryByText(/%/)).not.toBeInTheDocument();
    expect((await figure(/^新增用户/)).getByText('↓ 92.5%')).toBeVisible();
    const failures = await figure(/^生成失败率/);
    expect(failures.getByText('3/12')).toBeVisible();
    expect(failures.queryByText(/[↑↓]/)).not.toBeInTheDocument();
    expect(failures.getByText('今天 5.0% · 昨天 —')).toBeVisible();
  });

  it('tells exactly what figures know, and of counted states that there are more', async () => {
    const { statuses, ...others } = quietDashboard.getOrderStats;
    const { most } = countedStates.orders;
    const withStates = (counts: Partial<typeof statuses>) => ({
      answers: {
        'adminDashboard.getOrderStats': () =>
          ok({ ...others, statuses: { ...statuses, ...counts } }),
      },
    });
    const { unmount } = renderAdmin(withStates({ pending: 3, completed: 12_345 }));
    expect(await screen.findByRole('link', { name: /^12,345\s*已完成$/ })).toBeVisible();
    unmount();
    renderAdmin(withStates({ pending: most + 1, completed: null }));
    expect(await screen.findByRole('link', { name: /^900\+\s*待支付$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^—\s*已完成$/ })).toBeVisible();
  });

  it('shows one failed card without affecting the others, and offers a retry', async () => {
    let dead = true;
    const { user } = renderAdmin({
      answers: {
        'adminDashboard.getUserStats': () =>
          ok({
            ...quietDashboard.getUserStats,
            statuses: { ...quietDashboard.getUserStats.statuses, normal: 591 },
          }),
        'adminDashboard.getTemplateStats': () =>
          dead ? failed(codes.internal) : ok(quietDashboard.getTemplateStats),
      },
    });
    const ranking = await screen.findByRole('region', { name: '模板排行' });
    expect(await within(ranking).findByText('暂时无法读取')).toBeVisible();
    expect(await screen.findByRole('link', { name: /^591\s*正常$/ })).toBeVisible();
    dead = false;
    await user.click(within(ranking).getByRole('button', { name: '重试' }));
    expect(await within(ranking).findByText('这段时间没有数据')).toBeVisible();
  });
});
