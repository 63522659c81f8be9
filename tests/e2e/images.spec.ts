import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findRecords } from '../product/database.ts';
import { titleOf } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** Noise, so that nothing makes it small: about 400 KB. */
const photo = (seed: number) =>
  sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 90 + seed, sigma: 60 },
    },
  })
    .jpeg({ quality: 92 })
    .toBuffer();

/** As an app writes it; browsers do not turn it. */
const lyingWebp = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f6f6a' } })
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer();

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

const open = (page: Page, address: string) => signIn(page, `${product.url}/admin/${address}`);

/** Pictures by name; the leave they came with is remembered beside them for a day. */
const named = (name: string) =>
  findRecords(product.dataDir, 'files', { name }).filter(
    ({ filePath }) => !String(filePath).startsWith('upload/'),
  );
const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `放大查看${name}` }) });

test('pictures are uploaded together, found, copied, moved to the trash and restored @rest', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'images');
  await expect(page).toHaveTitle(titleOf('图片管理'));

  // Private pictures show for an administrator: pixels, not an error mark.
  await page.getByRole('tab', { name: /用户上传/ }).click();
  await expect(page).toHaveURL(/user_upload/);
  const sent = page.getByRole('listitem').locator('.signed-image').first();
  await expect(sent).toHaveAttribute('data-state', 'ready');
  await page.getByRole('tab', { name: /^分类/ }).click();

  // Six at once, one of them of another type than it says, one not a picture and one only pretending to be one.
  const photos = await Promise.all([1, 2, 3].map(photo));
  await page
    .getByLabel('选择要上传的图片')
    .setInputFiles([
      ...photos.map((buffer, at) => jpeg(`秋日 ${at + 1}.jpg`, buffer)),
      jpeg('横放.jpg', await lyingWebp()),
      jpeg('假图.jpg', Buffer.from('<script>alert(1)</script>')),
      { name: '说明.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ]);
  await expect(page.getByText('6 张图片中有 2 张未能上传')).toBeVisible();
  await expect(page.getByText(/^上传失败: 不支持 PDF 格式/)).toBeVisible();
  await expect(page.getByText(/^上传失败: 不是可识别的图片/)).toBeVisible();
  await page.getByRole('button', { name: '清除已结束的' }).click();
  for (const at of [1, 2, 3]) {
    await expect(tile(page, `秋日 ${at}.jpg`)).toHaveCount(1);
    const [row] = named(`秋日 ${at}.jpg`);
    expect(row).toMatchObject({ scene: 'category', status: 'active', width: 700, unused: true });
    expect(String(row?.['filePath'])).toMatch(/^category\/\d{6}\/[0-9a-f]{24}\.jpg$/);
  }
  expect(named('横放.png')).toMatchObject([{ mime: 'image/png', width: 40, height: 60 }]);
  expect(named('假图.jpg')).toEqual([]);
  // Every upload became a picture, or left nothing behind.
  for (const leave of findRecords(product.dataDir, 'files', {
    status: 'pending',
    scene: 'category',
  }))
    expect(leave['confirmedAs']).toMatch(/^category\//);

  // The same picture pasted is a copy.
  await page.evaluate(
    async bytes => {
      const file = new File([new Uint8Array(bytes)], '又一张.jpg', { type: 'image/jpeg' });
      const data = new DataTransfer();
      data.items.add(file);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
      );
    },
    [...(photos[0] as Buffer)],
  );
  await expect(tile(page, '又一张.jpg').getByText('重复')).toBeVisible();
  expect(named('又一张.jpg')[0]?.['isDuplicate']).toBe(true);

  // Its address, for a form.
  await tile(page, '秋日 1.jpg').getByRole('button', { name: /复制/ }).click();
  await expect(page.getByText('已复制')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    named('秋日 1.jpg')[0]?.['filePath'],
  );

  // Two unused ones go to the trash together; one is restored.
  await page.goto(
    `${product.url}/admin/images?filter=${encodeURIComponent(JSON.stringify({ scene: 'category' }))}`,
  );
  for (const at of [1, 2])
    await page.getByRole('checkbox', { name: `选择「秋日 ${at}.jpg」` }).check();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  const many = page.getByRole('dialog', { name: '删除选中的 2 张图片？' });
  await many.getByRole('button', { name: '确认删除' }).click();
  await expect(many.getByRole('button', { name: '关闭' })).toBeVisible();
  await many.getByRole('button', { name: '关闭' }).click();
  await expect(many).toBeHidden();
  await expect(tile(page, '秋日 1.jpg')).toHaveCount(0);
  expect(named('秋日 2.jpg')[0]).toMatchObject({ status: 'trash' });
  await page.getByRole('button', { name: /^回收站/ }).click();
  await page.getByRole('button', { name: '恢复「秋日 2.jpg」' }).click();
  await expect(tile(page, '秋日 2.jpg')).toHaveCount(0);
  expect(named('秋日 2.jpg')[0]).toMatchObject({ status: 'active', purgeTime: null });
  await page.reload();
  await expect(tile(page, '秋日 1.jpg')).toHaveCount(1);
  await page.getByRole('button', { name: /^回收站/ }).click();
  await expect(tile(page, '秋日 2.jpg')).toHaveCount(1);
});
