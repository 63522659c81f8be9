import { expect, type Locator, type Page } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { seam } from '../product/gateway.ts';
import { givePhoto } from './pictures.ts';
import { product, test } from './test.ts';

const OPENID = 'oMiniProgramUser000000000009';
interface Link {
  url: string;
  query: string;
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** How often the visitor has pressed since the tab was opened; a file is chosen with two presses more. */
const pressed = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('pressed')));
const countPresses = () =>
  addEventListener(
    'pointerdown',
    ({ isTrusted }) => {
      const before = Number(sessionStorage.getItem('pressed'));
      if (isTrusted) sessionStorage.setItem('pressed', String(before + 1));
    },
    true,
  );

/** As an address is put into the box from elsewhere. */
const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);

test('a print ordered on a phone is taken into the mini-program by its link, and paid there @rest', async ({
  page,
}) => {
  const free = findRecords(product.dataDir, 'templates', { status: 'online' }).find(
    ({ vipOnly, inputs }) =>
      vipOnly === false &&
      (inputs as { required: boolean; type: string }[]).every(
        ({ required, type }) => !required || type === 'image',
      ),
  )!;
  await page.addInitScript(countPresses);
  await page.goto(product.url);
  await page.locator(`a.card[href="/template/${free._id}"]`).first().click();
  await givePhoto(page);
  await page.getByRole('button', { name: '开始制作' }).click();
  await expect(page.getByRole('heading', { name: '制作完成' })).toBeVisible({ timeout: 90_000 });
  const toPicture = await pressed(page);
  await page.getByRole('link', { name: '冲印成照片' }).click();
  const box = page.getByLabel('粘贴收货信息');
  await box.click();
  await paste(box, '陈晓雨 13800138000 浙江省杭州市西湖区文三路 90 号');
  await expect(page.getByText('已填入下方，请核对')).toBeVisible();
  for (const rule of await page.getByRole('checkbox').all()) await rule.check();
  await page.getByRole('button', { name: '提交订单' }).click();

  const toMiniProgram = page.getByRole('link', { name: '去小程序支付' });
  await expect(toMiniProgram).toBeVisible();
  const url = await toMiniProgram.getAttribute('href');
  const toLink = await pressed(page);
  // The picker's two; the link, and the payment in the mini-program.
  console.log(
    `presses: ${toPicture + 2} to a picture, ${toLink - toPicture + 2} more to a paid print`,
  );
  expect(toPicture + 2).toBeLessThanOrEqual(10);
  expect(toLink - toPicture + 2).toBeLessThanOrEqual(7);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '保存二维码' }).click();
  expect((await downloading).suggestedFilename()).toBe('微信支付二维码.png');

  const weChat = await (await seam(product, '/__sandbox/wechat', 'GET')).json();
  const { query } = (weChat as { links: Link[] }).links.find(link => link.url === url)!;
  const claimed = await seam(product, '/__emulator/call', 'POST', {
    function: 'appPrint',
    event: { action: 'claimPrintOrder', data: { code: query.replace('claim=', '') } },
    openid: OPENID,
  });
  const { result } = (await claimed.json()) as {
    result: { code: number; data: { orderId: string } };
  };
  expect(result).toMatchObject({ code: 0, data: { payment: { kind: 'jsapi' } } });
  await expect(page.getByRole('heading', { name: '已转到小程序，待支付' })).toBeVisible();
  const { orderNo } = readRecord(product.dataDir, 'orders', result.data.orderId)!;
  await seam(product, '/__sandbox/wechatpay/pay', 'POST', { outTradeNo: orderNo });
  await expect(page.getByRole('heading', { name: /^已支付/ })).toBeVisible({ timeout: 30_000 });
});
