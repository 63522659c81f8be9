import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

/** As a phone stores it: lying on its side, with a note to turn it. */
export const photo = async (width = 800, height = 600) => ({
  name: 'IMG_0001.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#b5651d' } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${width}" height="${height}"><circle cx="260" cy="300" r="150" fill="#f2d3a0"/></svg>`,
        ),
      },
    ])
    .withExif({ IFD0: { Make: 'Phone' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
});

/** A picture counts only when its pixels have arrived. */
export const painted = (image: Locator) =>
  expect
    .poll(() => image.first().evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);

/** On the page of a template: gives it the first photo, with all that is agreed to before. */
export const givePhoto = async (page: Page) => {
  const own = page.getByRole('radio', { name: '自定义' });
  await expect(page.getByRole('button', { name: '开始制作' })).toBeVisible();
  if ((await own.count()) > 0) await own.check({ force: true });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await consent(page);
  await expect(page.getByText('已上传')).toBeVisible();
};

/** All that a visitor agrees to before the first photo. */
const consent = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '上传照片前请确认' });
  await expect(dialog).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: '同意并继续' }).click();
};
