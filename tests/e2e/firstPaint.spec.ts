import { expect } from '@playwright/test';
import { product, test } from './test.ts';

test('the page of visitors is painted before any script has come; addresses of the management side show no shell of it', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', message => refused.push(message.text()));
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  for (const [address, isShown] of [
    ['/', true],
    ['/me/', true],
    ['/template/tpl_0001', true],
    ['/admin/orders', false],
    ['/template/login', false],
    ['/nothing', false],
  ] as const) {
    await page.goto(product.url + address, { waitUntil: 'commit' });
    await expect(page.locator('#visitor-code')).toBeAttached();
    await expect(page.locator('#shell'), address).toBeVisible({ visible: isShown });
    if (isShown)
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      );
  }
  expect(refused).toEqual([]);
});
