import { expect } from '@playwright/test';
import { sampleVideo } from '../../sandbox/sampleVideo.ts';
import { findRecords } from '../product/database.ts';
import { titleOf } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('a video is uploaded to the library, processed, chosen in a template and played by a visitor @rest', async ({
  page,
}) => {
  const name = '效果短片.webm';
  const [template] = findRecords(product.dataDir, 'templates', {
    status: 'online',
    videoFileId: '',
  });
  await signIn(page, `${product.url}/admin/videos`);
  await expect(page).toHaveTitle(titleOf('视频库'));
  await page
    .getByLabel('选择视频')
    .setInputFiles([{ name, mimeType: 'video/webm', buffer: sampleVideo }]);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('处理中')).toBeVisible();
  // Without a touch.
  await expect(row.getByText('可用')).toBeVisible({ timeout: 90_000 });
  const cover = row.locator('img');
  await expect(cover).toBeVisible();
  await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);

  await page.goto(`${product.url}/admin/templates/edit/${String(template?._id)}`);
  await page.getByRole('tab', { name: /展示/ }).click();
  await page.getByRole('button', { name: '从视频库选择' }).click();
  const chooser = page.getByRole('dialog', { name: '从视频库选择' });
  await chooser.getByRole('searchbox').fill('短片');
  await chooser.getByRole('button', { name: `选择「${name}」` }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();

  // In use it is not deleted, and names who uses it.
  await page.goto(`${product.url}/admin/videos`);
  await row.getByRole('button', { name: `删除「${name}」` }).click();
  const deletion = page.getByRole('dialog', { name: /删除/ });
  await deletion.getByRole('button', { name: '确认删除' }).click();
  await expect(deletion.getByText(`「${String(template?.['name'])}」正在使用该视频`)).toBeVisible();
  await deletion.getByRole('button', { name: '关闭' }).click();

  await page.goto(`${product.url}/template/${String(template?._id)}`);
  const video = page.locator('video');
  await video.scrollIntoViewIfNeeded();
  // Nothing is fetched, and nothing sounds, before the user asks.
  expect(
    await video.evaluate((element: HTMLVideoElement) => ({
      preload: element.preload,
      autoplay: element.autoplay,
      loaded: element.readyState,
      poster: element.poster !== '',
    })),
  ).toEqual({ preload: 'none', autoplay: false, loaded: 0, poster: true });
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThanOrEqual(2);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
});
