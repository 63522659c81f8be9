import { expect, type Page } from '@playwright/test';
import type { Order } from '#contract/order.ts';
import type { Refund } from '#contract/refund.ts';
import { proposedClawback } from '#contract/refundTerms.ts';
import type { User } from '#contract/user.ts';
import { findRecords, readRecord } from '../product/database.ts';
import { configureGateway } from '../product/gateway.ts';
import { titleOf } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** Each test refunds orders of its own, against the stand-in of WeChat Pay, which sends its notices back. */

const stored = {
  order: (id: string) => readRecord(product.dataDir, 'orders', id) as unknown as Order,
  user: (id: string) => readRecord(product.dataDir, 'users', id) as unknown as User,
  refunds: (orderId: string) =>
    findRecords(product.dataDir, 'refunds', { orderId }) as unknown as Refund[],
};

/** Paid through WeChat, fulfilled, nothing refunded or asked for, and the buyer has used neither credits nor days. */
const refundable = (): Order[] => {
  const users = findRecords(product.dataDir, 'users') as unknown as User[];
  const creditsOf = new Map(users.map(({ _id, credits }) => [_id, credits]));
  return (
    findRecords(product.dataDir, 'orders', {
      status: 'completed',
      payChannel: 'wxpay',
      type: 'package',
      refundStatus: 'none',
    }) as unknown as Order[]
  )
    .filter(({ payFen, fulfil, userId, refundAsk }) => {
      const credits = creditsOf.get(userId);
      return (
        credits &&
        !refundAsk &&
        fulfil.days === 0 &&
        payFen >= 1_000 &&
        payFen < 50_000 &&
        fulfil.credits > 0 &&
        credits.paid >= fulfil.credits &&
        credits.gift >= fulfil.giftCredits
      );
    })
    .sort((a, b) => b.createTime - a.createTime);
};

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`;
const refundsPanel = (page: Page) => page.getByRole('region', { name: /^退款（/ });
const dialogOf = (page: Page, { orderNo }: Order) =>
  page.getByRole('dialog', { name: `退款 · ${orderNo}` });

test('an order is found by its number and refunded in part, and the page follows the refund to its end', async ({
  page,
}) => {
  const [order] = refundable() as [Order];
  const before = stored.user(order.userId);
  await signIn(page, `${product.url}/admin/orders`);

  await page.getByPlaceholder('搜索订单号、昵称、手机号、openid').fill(order.orderNo);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: order.orderNo }).click();
  await expect(page).toHaveURL(`${product.url}/admin/orders/${order._id}`);
  await expect(page).toHaveTitle(titleOf('订单详情'));

  await page.getByRole('button', { name: '退款', exact: true }).click();
  const dialog = dialogOf(page, order);
  await expect(dialog.getByRole('button', { name: `退款 ${yuan(order.payFen)}` })).toBeEnabled();
  await dialog.getByLabel('部分退款').check();
  const amount = dialog.getByLabel('退款金额', { exact: true });

  // More than there is: said beside the input, nothing is made.
  await amount.fill(String(order.payFen / 100 + 1));
  await dialog.getByRole('button', { name: /^退款/ }).click();
  await expect(dialog.getByText(`最多可退 ${yuan(order.payFen)}`, { exact: true })).toBeVisible();
  expect(stored.refunds(order._id)).toEqual([]);

  await amount.fill('5');
  await dialog.getByLabel('说明').fill('效果不满意，退一部分');
  const { credits } = proposedClawback(
    {
      payFen: order.payFen,
      refundedFen: 0,
      fulfil: order.fulfil,
      left: { credits: order.fulfil.credits + order.fulfil.giftCredits, days: order.fulfil.days },
    },
    500,
  );
  await expect(dialog.getByLabel('收回积分')).toHaveValue(String(credits));
  await expect(dialog.getByText(`订单还可退 ${yuan(order.payFen - 500)}`)).toBeVisible();
  await dialog.getByRole('button', { name: '退款 ¥5.00' }).dblclick();
  await expect(dialog).toBeHidden();

  // Without a reload: the gateway's notice becomes visible by itself.
  await expect(refundsPanel(page)).toContainText('¥5.00');
  await expect(refundsPanel(page)).toContainText('已退款');
  await expect(page.getByText('退款到账 ¥5.00')).toBeVisible();
  await expect(page.getByText('部分退款').first()).toBeVisible();

  const refunds = stored.refunds(order._id);
  expect(refunds).toHaveLength(1);
  expect(refunds[0]).toMatchObject({
    status: 'success',
    amountFen: 500,
    reason: '效果不满意，退一部分',
    clawedBack: { paid: credits, gift: 0 },
  });
  expect(stored.order(order._id)).toMatchObject({
    status: 'completed',
    refundStatus: 'partial',
    refundedFen: 500,
    refundingFen: 0,
    openRefundId: '',
    clawedBack: { credits },
  });
  expect(stored.user(order.userId).credits.paid).toBe(before.credits.paid - credits);
});

test('what the refund dialog reads late does not move the choice that is about to be clicked @rest', async ({
  page,
}) => {
  const [order] = refundable() as [Order];
  await signIn(page, `${product.url}/admin/orders/${order._id}`);
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const late = /"(previewRefund|getSending)"/;
  await page.route('**/v1/functions/*', async route => {
    if (late.test(route.request().postData() ?? '')) await released;
    await route.continue();
  });
  await page.getByRole('button', { name: '退款', exact: true }).click();
  const dialog = dialogOf(page, order);
  const partial = dialog.getByLabel('部分退款');
  await partial.click({ trial: true });
  const [before, heightBefore] = [
    await partial.boundingBox(),
    (await dialog.boundingBox())!.height,
  ];
  release();
  await expect(dialog.getByText('将给用户发送微信消息')).toBeVisible();
  await expect(dialog.getByText('订单变为已退款，不能再退')).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())!.height).toBeGreaterThan(heightBefore);
  expect(await partial.boundingBox()).toEqual(before);
});

test('a refund that could not reach the user is sent another way @rest', async ({ page }) => {
  const [refund] = findRecords(product.dataDir, 'refunds', {
    status: 'abnormal',
  }) as unknown as Refund[];
  const { orderId, _id: number } = refund!;
  await configureGateway(product, { settleMs: 0 });
  await signIn(page, `${product.url}/admin/orders/${orderId}`);
  await refundsPanel(page).getByRole('button', { name: '处理异常退款' }).click();
  const dialog = page.getByRole('dialog', { name: /^处理异常退款/ });
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog.getByText('退到用户银行卡时请填写').first()).toBeVisible();
  await dialog.getByLabel('退到商户账户').check();
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect(dialog).toBeHidden();
  // The stand-in does not know where to send a notice about this old refund, so it is queried.
  await refundsPanel(page).getByRole('button', { name: '查询退款结果' }).click();
  await expect(refundsPanel(page)).toContainText('已退款');
  expect(readRecord(product.dataDir, 'refunds', number)).toMatchObject({ status: 'success' });
});
