import { signIn } from './signIn.ts';
import { product, test } from './test.ts';
test('look', async ({ page }) => {
  await page.route('**/*', async route => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch();
    let text = await answer.text();
    text = text.replace(/(\\*)"isMiniProgramSet\1":/, '$1"waiting$1":{$1"refundId$1":$1"rf_1$1",$1"askedBy$1":$1"冲印小周$1"},$&');
    await route.fulfill({ response: answer, body: text });
  });
  for (const [w, h] of [[1440, 900], [390, 800]] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const [name, at] of [['print', 'print-orders/prt_0002'], ['approval', 'approvals/credits_0001'], ['approvals', 'approvals'], ['role', 'administrators/roles/create'], ['support', 'administrators/roles/support']] as const) {
      await signIn(page, `${product.url}/admin/${at}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/shots/${name}-${w}.png` });
    }
  }
});
