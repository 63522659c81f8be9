import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { countedStates, MOST_TEMPLATES, period } from '#contract/dashboard.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { answer, failed, ok, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';
import { quietDashboard } from './dashboardFixture.ts';

type Summary = ActionOutput<'adminDashboard', 'getSummary'>;
const { current: figures } = quietDashboard.getSummary;
const summary = (change: Partial<Summary>) =>
  answer('adminDashboard', 'getSummary', { ...quietDashboard.getSummary, ...change });

const figure = async (name: RegExp) => within(await screen.findByRole('link', { name }));

const today = dayOf(Date.now());

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
          period: { from: dayAfter(today, -1), to: today, days: 2 },
          today: { ...figures, succeededTasks: 57, failedTasks: 3 },
        }),
    },
  });
  const paid = await figure(/^收款金额/);
  expect(paid.getByText('¥150.00')).toBeVisible();
  expect(paid.queryByText(/%/)).not.toBeInTheDocument();
  expect(paid.getByText('+¥50.00')).toBeVisible();
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
    succeededBefore: 32,
    failed: 2,
    earnedFen: 1_000,
    costFen: 1_000 - marginFen,
    feeFen: 0,
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
          feeShare: 0.0123,
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
  expect(await card.findByText(/平均费率 1\.23% 计算/)).toBeVisible();
  const table = within(await screen.findByRole('table', { name: '模板排行' }));
  const texts = () =>
    table.getAllByRole('row').map(({ textContent }) => textContent.replace(/\s/g, ''));
  expect(texts()[1]).toBe('赚40↑25.0%2（4.8%）¥10.00¥4.00¥6.00（60%）');
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

const october = {
  period: { from: '20261001', to: '20261031', days: 31 },
  before: { from: '20260901', to: '20260930', days: 30 },
};

const flying = {
  templateId: 'tpl_1',
  name: '敦煌飞天',
  succeeded: 3,
  succeededBefore: 0,
  failed: 0,
  earnedFen: 900,
  costFen: null,
  feeFen: 0,
  marginFen: null,
};

it('carries a month to all cards, to the template and into the address, and shows no day outside it', async () => {
  const { dataOf } = renderAdmin({
    at: '/admin/dashboard',
    answers: {
      'adminDashboard.getSummary': () => summary(october),
      'adminDashboard.getTemplateStats': {
        ...quietDashboard.getTemplateStats,
        ranking: [flying],
      },
      'adminDashboard.getTemplateRuns': {
        ...october,
        days: [],
        current: { succeeded: 3, failed: 0, credits: 0, coins: 0, earnedFen: 0 },
        previous: { succeeded: 0, failed: 0, credits: 0, coins: 0, earnedFen: 0 },
        coinPriceFen: 0,
      },
      ...holding([aTemplate()]),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '上月' }));
  await waitFor(() => expect(location.search).toBe('?month=last'));
  const cards = ['getSummary', 'getOrderStats', 'getTemplateStats', 'getUserStats'];
  await waitFor(() => {
    for (const action of [...cards, 'GET_PRINT_ORDER_STATS'])
      expect(dataOf(action).at(-1)).toMatchObject({ month: 'last' });
  });
  const whole = '2026-10-01 – 2026-10-31，较 2026-09-01 – 2026-09-30';
  expect(await screen.findByText(whole)).toBeVisible();
  expect(screen.queryByText(/今天|昨天/)).not.toBeInTheDocument();
  // Of a period without any, a sentence in each card; of too few records no share.
  expect(screen.getAllByText('这段时间没有数据').length).toBeGreaterThan(4);
  expect(screen.queryByText(/[↑↓]/)).not.toBeInTheDocument();
  const template = await screen.findByRole('link', { name: '敦煌飞天' });
  expect(within(template.closest('tr')!).getByText('+3')).toBeVisible();
  fireEvent.click(template);
  expect(await screen.findByRole('region', { name: '上月运行' })).toBeVisible();
  expect(dataOf('getTemplateRuns')).toEqual([{ templateId: 'tpl_1', month: 'last' }]);
});

it('exports the period with a table for each card, and the templates alone in the order shown', async () => {
  const saved: { name: string; blob: Blob }[] = [];
  let blob: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(it => {
    blob = it as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob });
  });
  const orders = quietDashboard.getOrderStats;
  const { user, dataOf } = renderAdmin({
    at: '/admin/dashboard?month=last',
    answers: {
      'adminDashboard.getSummary': () =>
        summary({ ...october, current: { ...figures, paidFen: 1_250 } }),
      'adminDashboard.getOrderStats': {
        ...orders,
        days: [{ ...orders.current, day: '20261031', paidFen: 1_250, paidOrders: 2 }],
        types: [
          {
            type: 'package',
            paidOrders: 2,
            paidFen: 1_250,
            paidOrdersBefore: 1,
            paidFenBefore: 100,
          },
        ],
      },
      'adminDashboard.getTemplateStats': {
        ...quietDashboard.getTemplateStats,
        ...october,
        ranking: [flying],
      },
    },
  });
  const card = within(await screen.findByRole('region', { name: '模板排行' }));
  await user.click(await card.findByRole('button', { name: '毛利' }));
  await user.click(await card.findByRole('button', { name: '导出' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(dataOf('getTemplateStats').at(-1)).toEqual({
    month: 'last',
    by: 'marginFen',
    order: 'desc',
    limit: MOST_TEMPLATES,
  });
  await user.click(screen.getAllByRole('button', { name: '导出' })[0]!);
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved.map(({ name }) => name)).toEqual([
    '模板排行 2026-10-01 – 2026-10-31.csv',
    '仪表盘 2026-10-01 – 2026-10-31.zip',
  ]);
  const files = unzipSync(new Uint8Array(await saved[1]!.blob.arrayBuffer()));
  const linesOf = (name: string) => strFromU8(files[`${name}.csv`]!).split('\r\n');
  expect(Object.keys(files)).toEqual(
    ['经营数据', '收款与订单', '收款构成', '模板排行', '生成成本与收入', '用户', '冲印订单'].map(
      name => `${name}.csv`,
    ),
  );
  expect(linesOf('经营数据').slice(0, 2)).toEqual([
    '指标,2026-10-01 – 2026-10-31,2026-09-01 – 2026-09-30',
    '收款金额（元）,12.5,0',
  ]);
  expect(linesOf('收款与订单').slice(0, 2)).toEqual([
    '日期,收款金额（元）,退款金额（元）,下单,付款订单',
    '"2026-10-31\t",12.5,0,0,2',
  ]);
  expect(linesOf('收款构成')[1]).toMatch(/,2,12\.5,1,1$/);
  const ranked = linesOf('模板排行');
  expect(ranked[1]).toBe('tpl_1,敦煌飞天,3,0,0,9,,0,');
  expect(await saved[0]!.blob.text()).toContain(ranked[1]);
});

it.each([
  ['20260930', '20260901', false],
  ['99999999', '99999999', false],
  ['20240101', '20260101', false],
  ['20260901', '20260930', true],
])('from %s to %s is a period: %s', (from, to, is) => {
  expect(period.safeParse({ from, to }).success).toBe(is);
});
