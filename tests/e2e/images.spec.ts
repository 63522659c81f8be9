import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findRecords } from '../product/database.ts';
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

test('pictures are uploaded together, found, copied, refused while used, moved to the trash and restored @rest', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'images');
  await expect(page).toHaveTitle('图片管理 - 管理系统');

  // Private pictures show for an administrator: pixels, not an error mark.
  await page.getByRole('tab', { name: /用户上传/ }).click();
  await expect(page).toHaveURL(/user_upload/);
  const sent = page.getByRole('listitem').locator('.signed-image').first();
  await expect(sent).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
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
  await expect(page.getByText('6 张图片中有 2 张未能上传')).toBeVisible({ timeout: 60_000 });
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
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    [...(photos[0] as Buffer)],
  );
  await expect(tile(page, '又一张.jpg').getByText('重复')).toBeVisible({ timeout: 20_000 });
  expect(named('又一张.jpg')[0]?.['isDuplicate']).toBe(true);

  // Large on a click, the next with an arrow key, closed with Esc.
  await tile(page, '又一张.jpg')
    .getByRole('button', { name: /放大查看/ })
    .click();
  await expect(page.getByRole('dialog', { name: '查看图片：又一张.jpg' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: /查看图片：(秋日|横放)/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Its address, for a form.
  await tile(page, '秋日 1.jpg').getByRole('button', { name: /复制/ }).click();
  await expect(page.getByText('已复制')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    named('秋日 1.jpg')[0]?.['filePath'],
  );

  // One that is used stays, and says by whom.
  const used = findRecords(product.dataDir, 'templates').find(({ coverImage }) => coverImage);
  const usedFile = findRecords(product.dataDir, 'files', { filePath: used?.['coverImage'] })[0];
  await page.goto(
    `${product.url}/admin/images?filter=${encodeURIComponent(JSON.stringify({ q: usedFile?.['name'] }))}`,
  );
  const name = String(usedFile?.['name']);
  await tile(page, name)
    .first()
    .getByRole('button', { name: `删除「${name}」` })
    .click();
  const asking = page.getByRole('dialog', { name: new RegExp(`删除图片「${name}」`) });
  await expect(asking.getByRole('link').first()).toBeVisible();
  await asking.getByRole('button', { name: '确认删除' }).click();
  await expect(asking.getByText(/图片正在使用：模板/)).toBeVisible();
  await asking.getByRole('button', { name: '关闭' }).click();
  expect(findRecords(product.dataDir, 'files', { _id: usedFile?._id })[0]?.['status']).toBe(
    'active',
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

test('a connection that is cut off leaves nothing, and the form keeps the file for another try', async ({
  page,
}) => {
  await open(page, 'categories/create');
  let cut = true;
  // Playwright aborts the request like a lost connection: after the browser has begun to send.
  await page.route('**/cos/upload/**', route =>
    cut ? route.abort('connectionreset') : route.continue(),
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([jpeg('断线.jpg', await photo(9))]);
  await expect(page.getByText('上传失败: 网络连接失败，请检查网络后重试')).toBeVisible({
    timeout: 20_000,
  });
  // What is noted of it goes once its permission has ended, so that nothing written by then stays.
  await expect
    .poll(() => findRecords(product.dataDir, 'files', { name: '断线.jpg' }))
    .toEqual([expect.objectContaining({ status: 'pending', purgeTime: expect.any(Number) })]);
  cut = false;
  await page.getByRole('button', { name: '重新上传' }).click();
  await expect.poll(() => named('断线.jpg').some(({ status }) => status === 'active')).toBe(true);
});

test('a video is sent in parts to the video service, processed and shown with its cover @rest', async ({
  page,
}) => {
  const [template] = findRecords(product.dataDir, 'templates', { status: 'draft' });
  await open(page, `templates/edit/${template?._id}`);
  await page.getByRole('tab', { name: /展示/ }).click();
  const field = page.getByRole('group', { name: '视频', exact: true });
  // More than one part of 8 MB.
  const content = Buffer.alloc(9 * 1024 * 1024, 7);
  await field
    .locator('input[type=file]')
    .setInputFiles([{ name: '效果演示.mp4', mimeType: 'video/mp4', buffer: content }]);
  await expect(field.getByText(/处理中/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  const [video] = findRecords(product.dataDir, 'videos', { name: '效果演示.mp4' });
  expect(video).toMatchObject({ status: 'processing', sizeBytes: content.length });
  expect(
    findRecords(product.dataDir, 'templates', { _id: template?._id })[0]?.['videoFileId'],
  ).toBe(video?.['fileId']);
  await expect(field.locator('img[alt="效果演示.mp4"]')).toBeVisible({ timeout: 90_000 });
  await page.reload();
  await page.getByRole('tab', { name: /展示/ }).click();
  await expect(field.getByText('0:31')).toBeVisible();
});

test('a picture is found by its user, taken away with a reason, and its task and its user say why @rest', async ({
  page,
}) => {
  const [work] = findRecords(product.dataDir, 'files', {
    scene: 'task_result',
    status: 'active',
  }).filter(({ userId }) => userId !== '');
  const { name, userId } = work as unknown as { name: string; userId: string };
  const taskId = String(work!['filePath']).split('/')[2]!;
  const filter = encodeURIComponent(JSON.stringify({ userId, scene: 'task_result' }));
  await open(page, `images?filter=${filter}`);
  await tile(page, name)
    .getByRole('button', { name: `删除用户图片「${name}」` })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '涉及他人肖像' }).click();
  await dialog.getByRole('textbox', { name: /给用户的说明/ }).fill('图片涉及他人肖像');
  await dialog.getByRole('button', { name: '确认删除' }).click();
  await expect(dialog).toBeHidden();
  await expect(tile(page, name)).toHaveCount(0);
  await page.goto(`${product.url}/admin/tasks/${taskId}`);
  await expect(page.getByText(/删除图片：涉及他人肖像/)).toBeVisible();
  await expect(page.getByText('图片已删除').first()).toBeVisible();
  expect(
    findRecords(product.dataDir, 'feedback', { userId, topic: 'support' }).at(-1),
  ).toMatchObject({
    text: expect.stringContaining('图片涉及他人肖像') as unknown,
  });
});
