import { expect, type Page } from '@playwright/test';
import { isDeep } from '../depth.ts';
import { createVisitor } from '../product/visitor.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** Complaints of as many visitors, besides those of the demo data. */
const COMPLAINTS = isDeep ? 40 : 4;

const waiting = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Presses what is named, and counts. */
const counting = (page: Page) => {
  let clicks = 0;
  return {
    click: async (name: string | RegExp) => {
      clicks += 1;
      await page.getByRole('button', { name }).first().click();
    },
    clicks: () => clicks,
  };
};

test(
  'complaints are worked through without a return to the list: two clicks each',
  { tag: '@rest' },
  async ({ page }) => {
    for (let at = 0; at < COMPLAINTS; at += 1) {
      const { ask } = await createVisitor(product.url, at);
      await ask('appUser', 'sendFeedback', {
        topic: 'quality',
        text: `第 ${at + 1} 条：脸部变形了`,
      });
    }
    await signIn(
      page,
      `${product.url}/admin/feedback${waiting({ status: 'open', topic: 'quality' })}`,
    );
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    const { click, clicks } = counting(page);
    await rows.first().getByRole('link').first().click();
    const position = page.getByRole('navigation', { name: '列表中的上一条和下一条' });
    await expect(position).toContainText(/1 \/ \d+/);
    const total = Number((await position.textContent())!.split('/')[1]);
    expect(total).toBeGreaterThanOrEqual(COMPLAINTS);
    for (let left = total; left > 0; left -= 1) {
      await expect(position).toContainText(`1 / ${left}`);
      const { pathname } = new URL(page.url());
      await click(/效果没有达到预期/);
      await click('发送并标记已处理');
      if (left > 1) await page.waitForURL(url => url.pathname !== pathname);
    }
    await expect(page.getByText('没有其他待处理的了')).toBeVisible();
    expect(clicks()).toBe(2 * total);
    await page.getByRole('link', { name: '返回列表' }).click();
    await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  },
);

test(
  'requests of others are decided one after the other: two clicks each',
  { tag: '@rest' },
  async ({ page }) => {
    await signIn(page, `${product.url}/admin/approvals${waiting({ status: 'waiting' })}`);
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    const total = await rows.count();
    const own = await rows.filter({ has: page.getByRole('button', { name: '撤回' }) }).count();
    expect(total).toBeGreaterThan(own);
    const { click, clicks } = counting(page);
    await rows
      .filter({ has: page.getByRole('button', { name: '通过' }) })
      .first()
      .getByRole('link')
      .first()
      .click();
    const position = page.getByRole('navigation', { name: '列表中的上一条和下一条' });
    for (let left = total - own; left > 0; left -= 1) {
      await expect(position).toContainText(`/ ${left + own}`);
      await click(/^通过$/);
      await click('确认通过');
    }
    await expect(position.or(page.getByText('没有其他待处理的了')).first()).toBeVisible();
    expect(clicks()).toBe(2 * (total - own));
    await page.goto(`${product.url}/admin/approvals${waiting({ status: 'waiting' })}`);
    await expect(page.getByRole('button', { name: '通过' })).toHaveCount(0);
  },
);

/** What waits on records of a list, opened from it and acted on until none is left; answers how many and with how many clicks. */
const workThrough = async (page: Page, list: string, acts: readonly (string | RegExp)[]) => {
  await page.goto(`${product.url}/admin/${list}`);
  // From a list, or from 待办.
  const resource = list === 'todo' ? 'tasks' : list.split('?')[0];
  await page.locator(`:is(tbody, li) a[href*="/admin/${resource}/"]`).first().click();
  const position = page.getByRole('navigation', { name: '列表中的上一条和下一条' });
  await expect(position).toContainText('1 / ');
  const total = Math.min(10, Number((await position.textContent())!.split('/')[1]));
  const { click, clicks } = counting(page);
  for (let at = 0; at < total; at += 1) {
    const { pathname } = new URL(page.url());
    for (const name of acts) await click(name);
    if (at < total - 1) await page.waitForURL(url => url.pathname !== pathname);
  }
  return { total, clicks: clicks() };
};

/** The same in the rows of a list, which lose what has been done. */
const workInRows = async (page: Page, list: string, acts: readonly (string | RegExp)[]) => {
  await page.goto(`${product.url}/admin/${list}`);
  const first = page.getByRole('button', { name: acts[0]! });
  await expect(first.first()).toBeVisible();
  const total = await first.count();
  const { click, clicks } = counting(page);
  for (let left = total; left > 0; left -= 1) {
    await expect(first).toHaveCount(left);
    for (const name of acts) await click(name);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  return { total, clicks: clicks() };
};

for (const [what, list, acts, work] of [
  ['results', 'todo', [/^通过/], workThrough],
  ['prints', `print-orders${waiting({ status: 'paid' })}`, ['审核通过'], workThrough],
  ['failed refunds', `refunds${waiting({ status: 'request_failed' })}`, ['重新提交'], workInRows],
  [
    'differences',
    `reconciliation/differences${waiting({ status: 'open' })}`,
    ['填写说明', '已线下处理'],
    workInRows,
  ],
] as const)
  test(
    `${what} that wait are worked through with at most two clicks each`,
    { tag: '@deep' },
    async ({ page }) => {
      await signIn(page, `${product.url}/admin/dashboard`);
      const { total, clicks } = await work(page, list, acts);
      expect(total).toBeGreaterThan(1);
      expect(clicks).toBeLessThanOrEqual(2 * total);
    },
  );
