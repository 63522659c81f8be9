import { expect, type Page } from '@playwright/test';
import { isWechatOpenid } from '#contract/openid.ts';
import type { Order } from '#contract/order.ts';
import { messageTemplates } from '../../sandbox/weChat/messages.ts';
import { findRecords } from '../product/database.ts';
import { seam } from '../product/gateway.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** Two orders of one user of WeChat that can be refunded. */
const twoOrdersOfOne = (): [Order, Order] => {
  const orders = findRecords(product.dataDir, 'orders', {
    status: 'completed',
    payChannel: 'wxpay',
    refundStatus: 'none',
  }) as unknown as Order[];
  const refundable = orders
    .filter(({ openid, payFen }) => isWechatOpenid(openid) && payFen >= 1_000)
    .sort((a, b) => b.createTime - a.createTime);
  for (const first of refundable) {
    const second = refundable.find(
      ({ _id, openid }) => _id !== first._id && openid === first.openid,
    );
    if (second) return [first, second];
  }
  throw new Error('no user with two orders in the demo data');
};

interface Sent {
  touser: string;
  template_id: string;
  page: string;
  data: Record<string, string>;
}

/** What has reached WeChat. */
const sentTo = async (openid: string) => {
  const answer = await seam(product, '/__sandbox/wechat', 'GET');
  const { messages } = (await answer.json()) as { messages: Sent[] };
  return messages.filter(({ touser }) => touser === openid);
};

const refundFive = async (page: Page, order: Order, reason: string) => {
  await page.goto(`${product.url}/admin/orders/${order._id}`);
  await page.getByRole('button', { name: '退款', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `退款 · ${order.orderNo}` });
  await dialog.getByLabel('部分退款').check();
  await dialog.getByLabel('退款金额', { exact: true }).fill('5');
  await dialog.getByLabel('说明').fill(reason);
  await expect(dialog.getByText('将给用户发送微信消息')).toBeVisible();
  await dialog.getByRole('button', { name: '退款 ¥5.00' }).click();
  await expect(dialog).toBeHidden();
};

test('a user is informed of a refund in WeChat, and the order says whether the message has arrived @rest', async ({
  page,
}) => {
  const [first, second] = twoOrdersOfOne();
  const { openid } = first;
  await signIn(page, `${product.url}/admin/orders/${first._id}`);
  const timeline = page.getByRole('region', { name: '动态' });
  const showMessages = () => timeline.getByRole('button', { name: '消息', exact: true }).click();
  const entry = timeline.getByRole('listitem').filter({ hasText: '退款到账' });

  await refundFive(page, first, '效果不满意，退一部分');
  await showMessages();
  await expect(entry).toContainText('已通知');
  await expect(page.getByRole('region', { name: '退款（1）' })).toContainText('已通知');
  const [message, ...others] = await sentTo(openid);
  expect(others).toEqual([]);
  const refund = findRecords(product.dataDir, 'refunds', { orderId: first._id })[0];
  expect(message).toMatchObject({
    template_id: messageTemplates['refundDone']?.id,
    page: `pages/order/index?id=${first._id}&m=refundDone_${refund?._id}`,
    data: {
      character_string1: first.orderNo,
      amount2: '¥5.00',
      thing3: '效果不满意，退一部分',
    },
  });

  // The same user has no subscription left: said beside what was not sent, and tried again by hand.
  await seam(product, '/__sandbox/wechat', 'PUT', { openid, subscriptions: 0 });
  await refundFive(page, second, '重复购买');
  await showMessages();
  await expect(entry).toContainText('用户未订阅');
  expect(await sentTo(openid)).toHaveLength(1);
  await seam(product, '/__sandbox/wechat', 'PUT', { openid, subscriptions: 1 });
  await entry.getByRole('button', { name: '重发' }).click();
  await expect(entry).toContainText('已通知');
  expect((await sentTo(openid)).map(({ data }) => data['thing3'])).toEqual([
    '效果不满意，退一部分',
    '重复购买',
  ]);
});
