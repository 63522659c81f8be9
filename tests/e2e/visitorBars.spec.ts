import { expect, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { overflows } from './overflow.ts';
import { product, test } from './test.ts';

const widths = [320, 360, 390, 430, 1440];
const schemes = ['light', 'dark'] as const;

/** Answers an action with what `change` makes of the real answer. */
const answering = (
  page: Page,
  name: string,
  action: string,
  change: (data: Record<string, unknown>) => object | Promise<object>,
) =>
  page.route(`**/v1/functions/${name}`, async route => {
    const asked = route.request().postDataJSON() as { action?: string } | null;
    if (asked?.action !== action) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { result?: unknown };
    const own = (answer.result ?? answer) as { data: Record<string, unknown> };
    own.data = (await change(own.data)) as Record<string, unknown>;
    return route.fulfill({ response, json: answer });
  });

/**
 * What is wrong with bars that stay at the bottom, and with grids: found by how they are laid out, not by name. No
 * function in here has a name, as in `overflow.ts`.
 */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const say = (where: Element, what: string) =>
      found.push(`${what}: .${where.className} ${(where.textContent ?? '').slice(0, 30)}`);
    for (const at of document.querySelectorAll('.visitor *')) {
      if (!at.checkVisibility({ visibilityProperty: true })) continue;
      const { position, bottom, display, gridTemplateColumns, paddingRight, borderRightWidth } =
        getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      if (frame.width < 2 || frame.height < 2) continue;
      const right = frame.right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
      const buttons = [...at.querySelectorAll('button, a')].filter(one => one.checkVisibility());
      if (/fixed|sticky/.test(position) && bottom !== 'auto' && buttons.length > 0) {
        const boxes = buttons.map(one => one.getBoundingClientRect());
        const isPhone = innerWidth <= 768;
        for (const [index, box] of boxes.entries()) {
          const isInText = buttons[index]!.closest('p') !== null;
          if (!isInText && isPhone && box.height < 40) say(buttons[index]!, 'low');
          if (box.left < -0.5 || box.right > innerWidth + 0.5) say(buttons[index]!, 'cut');
        }
        const accent = buttons.findIndex(one => one.matches('.button-accent'));
        const own = boxes[accent];
        if (own) {
          const others = boxes.filter((_, index) =>
            buttons[index]!.matches('.button:not(.button-accent)'),
          );
          if (isPhone && own.height < 44) say(buttons[accent]!, 'lower than 44');
          if (others.some(({ width }) => width >= own.width))
            say(buttons[accent]!, 'not the widest');
          if (others.some(({ left, top }) => top < own.top - 1 || left < own.left))
            say(buttons[accent]!, 'not the first');
        }
        // The last button of a row reaches the end of the bar.
        const rows = new Set(boxes.map(({ top }) => Math.round(top)));
        for (const row of rows) {
          const inRow = boxes.filter(({ top }) => Math.round(top) === row);
          if (
            isPhone &&
            !buttons.some(
              one => one.closest('p') && boxes[buttons.indexOf(one)]!.top === inRow[0]!.top,
            )
          )
            if (Math.max(...inRow.map(box => box.right)) < right - 2) say(at, 'a hole');
        }
      }
      const columns = gridTemplateColumns.split(' ').length;
      // Lists end where they end.
      if (display === 'grid' && columns > 1 && !at.matches('ul, ol')) {
        const boxes = [...at.children]
          .filter(
            one => one.checkVisibility() && !/absolute|fixed/.test(getComputedStyle(one).position),
          )
          .map(one => one.getBoundingClientRect());
        const last = Math.max(...boxes.map(({ top }) => top));
        const ends = boxes.filter(({ bottom: end }) => end > last + 1).map(box => box.right);
        if (boxes.length > 0 && Math.max(...ends) < right - 2)
          say(at, `a hole of ${Math.round(right - Math.max(...ends))} px`);
      }
    }
    return found;
  });

const usual = {
  costCredits: 20,
  freeLeft: 0,
  credits: { paid: 30, gift: 20 },
  running: 0,
  mostRunning: 3,
  queueAhead: 0,
  lane: 'paid',
  averageSec: 27,
  refusal: '',
  priceFen: null as number | null,
};
/** Every state of the bar, with one line each. */
const states: Record<string, [quote: Partial<typeof usual>, line: string, mayStart: boolean]> = {
  free: [{ costCredits: 0, freeLeft: 1 }, '今日免费 1 次，之后每次', true],
  credits: [{ credits: { paid: 12_000, gift: 345 } }, '每次 20 积分，余额 12345 积分', true],
  short: [{ credits: { paid: 0, gift: 8 } }, '积分不足，还差 12 积分用激活码兑换', false],
  single: [{ priceFen: 299 }, '每次 20 积分，余额 50 积分', true],
  dear: [{ priceFen: 129_900, costCredits: 0, freeLeft: 10 }, '今日免费 10 次', true],
  poor: [{ priceFen: 299, credits: { paid: 0, gift: 0 } }, '积分不足，还差 20 积分', false],
  gone: [{ refusal: '该模板暂停服务，请稍后再试' }, '该模板暂停服务', false],
  members: [{ refusal: '该模板仅限会员使用', priceFen: 299 }, '仅限会员', false],
  maintenance: [{ refusal: '暂时不能制作和下单，请稍后再来' }, '暂时不能制作', false],
  anonymous: [{ refusal: '请在微信小程序中登录后使用' }, '登录后使用', false],
  running: [{ running: 3 }, '已有 3 个作品在制作，完成后可继续', true],
  queue: [{ queueAhead: 128 }, '每次 20 积分，前面还有 128 个', true],
  full: [{ refusal: '排队人数过多，请稍后再试', priceFen: 2_990 }, '排队人数过多', false],
};

test('the bar with the button is two rows in every state, as high before the price as after, and nothing in it is cut @rest', async ({
  page,
}) => {
  test.setTimeout(480_000);
  const [{ _id }] = findRecords(product.dataDir, 'templates', { status: 'online' }).filter(
    ({ priceFen, costCredits }) => priceFen === null && Number(costCredits) > 0,
  ) as [{ _id: string }];
  let quote = usual;
  let held = Promise.resolve();
  await answering(page, 'appTask', 'quote', async () => {
    await held;
    return quote;
  });
  await answering(page, 'appTemplate', 'getTemplateById', data => ({
    ...data,
    costCredits: 20,
    priceFen: quote.priceFen,
  }));
  const bar = page.locator('.start-bar');
  const heights = new Set<number>();
  for (const [at, [name, [change, line, mayStart]]] of Object.entries(states).entries()) {
    quote = { ...usual, ...change };
    let release = () => {};
    held = new Promise<void>(resolve => (release = resolve));
    await page.emulateMedia({ colorScheme: schemes[at % 2]! });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${product.url}/template/${_id}`);
    await expect(bar, name).toBeVisible();
    const before: (number | undefined)[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      before.push((await bar.boundingBox())?.height);
    }
    release();
    await expect(page.locator('.start-line'), name).toContainText(line);
    const start = page.getByRole('button', { name: '开始制作' });
    expect(await start.isEnabled(), name).toBe(mayStart);
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 700 });
      const where = `${name} at ${width} px`;
      const box = (await bar.boundingBox())!;
      expect(box.height, `${where}: height before and after`).toBe(before[index]);
      if (width < 768) heights.add(box.height);
      expect(await misfits(page), where).toEqual([]);
      await expect.poll(() => overflows(page), { message: where }).toEqual([]);
    }
  }
  // The same for all, so that it does not jump from one to the next either.
  expect([...heights]).toHaveLength(1);
});

test('no bar or grid of the visitors’ pages has a hole, is cut or pushes its button aside @rest', async ({
  page,
}) => {
  const [template] = findRecords(product.dataDir, 'templates', { status: 'online' });
  const work = {
    _id: 'task_9',
    taskNo: '20261120100000000009',
    createTime: Date.now(),
    templateId: template!._id,
    templateName: '写真',
    presetId: '',
    status: 'succeeded',
    progress: 100,
    queueAhead: null,
    lane: 'paid',
    startTime: Date.now(),
    finishTime: Date.now(),
    averageSec: 27,
    costCredits: 20,
    isFree: false,
    isRefunded: false,
    paidFen: 0,
    inputs: {},
    outputs: [],
    inReview: false,
    errorCode: '',
    errorText: '',
    userNote: '',
    rating: null,
    expireTime: Date.now() + 5 * 86_400_000,
    erasedTime: null,
    removed: [],
  };
  await answering(page, 'appTask', 'getTasks', () => ({ list: [work], total: 1 }));
  await answering(page, 'appTask', 'getTask', () => work);
  const addresses = ['/', '/works', '/task/task_9', '/me', '/prints', '/letters', '/legal/terms'];
  for (const address of [...addresses, '/mini-program', '/404', `/template/${template!._id}`])
    for (const [at, width] of widths.entries()) {
      const where = `${address} at ${width} px`;
      await page.emulateMedia({ colorScheme: schemes[at % 2]! });
      await page.setViewportSize({ width, height: 800 });
      if (at === 0) {
        await page.goto(product.url + address);
        await expect(page.locator('main h1').first()).toBeAttached();
        const select = page.getByRole('button', { name: '选择', exact: true });
        if (address === '/works') await select.click();
      }
      await expect(page.locator('[aria-busy=true], .page-loading')).toHaveCount(0);
      expect(await misfits(page), where).toEqual([]);
      await expect.poll(() => overflows(page), { message: where }).toEqual([]);
    }
});
