import { expect, type Page } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const print = (id: string) =>
  readRecord(product.dataDir, 'printOrders', id) as unknown as PrintOrder;
interface PrintOrder {
  printNo: string;
  status: string;
  batchNo: string;
  expressCompany: string;
  expressNo: string;
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('prints go into production as a batch with its pick sheet, and a parcel is shipped @rest', async ({
  page,
}) => {
  const [second, third, seventh] = [print('prt_0002'), print('prt_0003'), print('prt_0007')];
  // Two of them to production, as one batch, with their pick sheet.
  const filter = encodeURIComponent(JSON.stringify({ status: 'confirmed' }));
  await signIn(page, `${product.url}/admin/print-orders?filter=${filter}`);
  for (const { printNo } of [second, third])
    await rowOf(page, printNo).getByRole('checkbox').check();
  await page.getByRole('button', { name: '开始制作' }).click();
  const batch = page.getByRole('dialog', { name: '把选中的 2 单冲印订单投入制作？' });
  await batch.getByLabel('批次号').fill('E2E-0001');
  await batch.getByRole('button', { name: '开始制作' }).click();
  await expect(batch.getByText('已完成 2 项')).toBeVisible();
  for (const id of ['prt_0002', 'prt_0003'])
    expect(print(id)).toMatchObject({ status: 'producing', batchNo: 'E2E-0001' });
  await batch.getByRole('link', { name: '打印配货单' }).click();
  await expect(page.getByText('批次 E2E-0001')).toBeVisible();
  for (const { printNo } of [second, third]) {
    const parcel = page.getByRole('region', { name: printNo });
    await expect(
      parcel.getByRole('img', { name: new RegExp(`${printNo} 的条形码`) }),
    ).toBeVisible();
    await expect(parcel.getByRole('row')).not.toHaveCount(1);
  }
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await page.getByRole('button', { name: '打印', exact: true }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: second.printNo })).toBeVisible();
  await expect(page.getByRole('link', { name: '仪表盘' }).first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  // One is sent by hand: the carrier is recognised by its number.
  await page.goto(`${product.url}/admin/print-orders/prt_0007`);
  await page.getByRole('button', { name: '发货', exact: true }).click();
  const ship = page.getByRole('dialog', { name: `发货 ${seventh.printNo}` });
  await ship.getByLabel('快递单号').fill('sf 1234 5678 90777');
  await expect(ship.getByText('看起来是顺丰速运的单号')).toBeVisible();
  await expect(ship.getByRole('combobox')).toHaveText('顺丰速运');
  await ship.getByRole('button', { name: '发货' }).click();
  await expect(page.getByRole('button', { name: '确认签收' })).toBeVisible();
  expect(print('prt_0007')).toMatchObject({
    status: 'shipped',
    expressCompany: 'sf',
    expressNo: 'SF1234567890777',
  });
  await page.reload();
  await expect(page.getByText('SF1234567890777').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '退回待制作' })).toHaveCount(0);

  // The whole address only for a reason, which is kept.
  await page.getByRole('button', { name: '查看完整地址' }).click();
  const reveal = page.getByRole('dialog', { name: '查看完整地址' });
  await reveal.getByText('打印快递面单').click();
  await reveal.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByText('复制收件信息')).toBeVisible();
  expect(
    findRecords(product.dataDir, 'auditLogs', {
      action: 'revealAddress',
      resourceId: 'prt_0007',
      reason: '打印快递面单',
    }),
  ).toHaveLength(1);
});

test('a print order is held, resumed and cancelled with a refund; another is reprinted @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/print-orders/prt_0004`);

  await page.getByRole('button', { name: '请用户换图' }).click();
  const hold = page.getByRole('dialog', { name: '请用户换图' });
  await hold.getByRole('checkbox', { name: '选择第 1 幅' }).setChecked(true);
  await hold.getByRole('button', { name: '请用户换图' }).click();
  await expect(hold.getByText('请填写')).toBeVisible();
  await hold.getByText('照片过暗，请更换').click();
  await hold.getByRole('button', { name: '请用户换图' }).click();
  await expect(page.getByRole('button', { name: '恢复处理' })).toBeVisible();
  expect(print('prt_0004').status).toBe('on_hold');

  await page.getByRole('button', { name: '恢复处理' }).click();
  const resume = page.getByRole('dialog');
  await resume.getByText('用户确认按原图打印').click();
  await resume.getByRole('button', { name: '恢复处理' }).click();
  await page.getByRole('button', { name: '审核通过' }).click();
  await expect(page.getByRole('button', { name: '开始制作', exact: true })).toBeVisible();
  expect(print('prt_0004').status).toBe('confirmed');

  await page.goto(`${product.url}/admin/print-orders/prt_0009`);
  // What its order allows comes later, and first, so that it moves no button that is about to be clicked.
  await expect(page.getByRole('button', { name: /^(退款|补印)$/ })).toHaveText(['退款', '补印']);
  await page.getByRole('button', { name: '补印', exact: true }).click();
  const reprint = page.getByRole('dialog', { name: '补印照片' });
  await reprint.getByRole('checkbox', { name: '选择第 1 幅' }).setChecked(true);
  await reprint.getByLabel('第 1 幅的补印数量').fill('1');
  await reprint.getByText('照片有折痕').click();
  await reprint.getByRole('button', { name: '补印', exact: true }).click();
  await expect(reprint).toBeHidden();
  const [made] = findRecords(product.dataDir, 'printOrders', { reprintOf: 'prt_0009' });
  expect(made).toMatchObject({ status: 'confirmed', payFen: 0, photoCount: 1 });
  await page.getByRole('link', { name: String(made?.['printNo']) }).click();
  await expect(page).toHaveURL(`${product.url}/admin/print-orders/${made?._id}`);
  await expect(page.getByText('免费补印').first()).toBeVisible();

  await page.getByRole('button', { name: '取消订单' }).click();
  const cancel = page.getByRole('dialog');
  await expect(cancel.getByText('免费的补印单')).toBeVisible();
  await cancel.getByText('照片无法制作').click();
  await cancel.getByRole('button', { name: '确认取消' }).click();
  await expect(page.getByText('已取消').first()).toBeVisible();
  expect(print(String(made?._id)).status).toBe('cancelled');
});
