import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { EXAMPLE_PASSWORD } from '../../contract/admin.ts';
import { settle } from '../../tests/e2e/gotoPage.ts';
import { signIn } from './signIn.ts';

/** The demo data, the server and the browser all live at this time, so that the same pictures come out again. */
export const HANDBOOK_TIME = Date.parse('2026-11-20T10:30:00+08:00');

/** Pixels of a stored picture for each of the screen's, and its greatest width: that of pictures on the page. */
const DENSITY = 2;
const WIDEST = 960 * DENSITY;
const MOST_BYTES = 80 * 1024;

interface Picture {
  /** Below the management side; with a slash before it, of the visitors' pages. */
  at: string;
  isPhone?: true;
  /** Brings the page to what is shown, and answers which part of it that is. */
  show: (page: Page) => Locator | Promise<Locator>;
  /** Pixels of the screen to keep from the top of the part; all when absent. */
  height?: number;
}

const list = (resource: string, filter: object) =>
  `${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const main = (page: Page) => page.getByRole('main');
const body = (page: Page) => page.locator('body');
/** A whole window. */
const wide = { show: body, height: 900 };
const phone = { show: body, height: 844, isPhone: true } as const;
const dialog = (page: Page) => page.getByRole('dialog');
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).first().click();
const openFirst = async (page: Page) => {
  await page.locator('tbody tr').first().locator('td').nth(1).click();
  await page.waitForURL(/\/admin\/[a-z-]+\/\w+$/);
  await settle(page);
};
const openDialog = async (page: Page, button: string | RegExp) => {
  await settle(page);
  await press(page, button);
  return dialog(page);
};
const chooseRows = async (page: Page, count: number) => {
  const boxes = page.locator('tbody').getByRole('checkbox');
  for (let at = 0; at < count; at += 1) await boxes.nth(at).check();
};
const printNumbers = async (page: Page) =>
  (await page.locator('tbody').innerText()).match(/\bP\d{15,16}\b/g) ?? [];

const ofPrints = (status: string) => list('print-orders', { status });

/** What docs/handbook.md shows, by file name; in the folder above, what README shows. */
const pictures: Record<string, Picture> = {
  approval: { at: 'approvals/credits_0001', show: async page => main(page), height: 460 },
  attention: { at: 'todo', show: async page => main(page), height: 560 },
  search: {
    at: 'orders',
    show: async page => {
      await press(page, '全局搜索');
      await page.getByRole('combobox', { name: '全局搜索' }).fill('北岛');
      await page.getByText('在列表中搜索').waitFor();
      return dialog(page);
    },
  },
  export: {
    at: list('orders', { status: 'completed' }),
    show: page => openDialog(page, '导出'),
  },
  task: {
    at: list('tasks', { status: 'failed' }),
    show: async page => {
      await page.locator('tbody tr').first().click();
      await page.getByRole('link', { name: '打开任务页' }).click();
      await page.getByRole('heading', { name: '任务详情' }).waitFor();
      return main(page);
    },
    height: 560,
  },
  message: {
    at: 'orders/ord_0003',
    show: page => openDialog(page, '发消息'),
  },
  credits: {
    at: 'users/usr_0004',
    show: async page => {
      const opened = await openDialog(page, '调整积分');
      await opened.getByLabel('数量').fill('20');
      return opened;
    },
  },
  feedback: {
    at: list('feedback', { status: 'open' }),
    show: async page => {
      await press(page.locator('tbody'), '处理');
      return dialog(page);
    },
  },
  refund: {
    at: list('orders', { type: 'print', status: 'completed', refundStatus: 'none' }),
    show: async page => {
      await openFirst(page);
      const opened = await openDialog(page, '退款');
      await opened.getByRole('radio', { name: '按明细' }).check();
      await opened.getByRole('checkbox').nth(0).check();
      await opened.getByText('原路退回用户').waitFor();
      return opened;
    },
  },
  'refund-entry': {
    at: list('refunds', { status: 'abnormal' }),
    show: async page => {
      await openFirst(page);
      return page.getByRole('region', { name: /^退款（\d+）$/ });
    },
  },
  reconciliation: {
    at: list('reconciliation', { status: 'different' }),
    show: async page => {
      await openFirst(page);
      return main(page);
    },
    height: 600,
  },
  'review-phone': { at: 'print-orders/prt_0001', ...phone },
  produce: {
    at: ofPrints('confirmed'),
    show: async page => {
      await chooseRows(page, 3);
      return main(page);
    },
    height: 520,
  },
  'print-files': {
    at: ofPrints('confirmed'),
    show: async page => {
      await chooseRows(page, 3);
      return openDialog(page, '生成打印文件');
    },
  },
  'pick-sheet': {
    at: ofPrints('producing'),
    show: async page => {
      await chooseRows(page, 2);
      await page.getByRole('link', { name: '打印配货单' }).click();
      await page.getByRole('heading', { name: '配货单' }).waitFor();
      return main(page);
    },
    height: 760,
  },
  shipping: {
    at: ofPrints('producing'),
    show: async page => {
      const numbers = await printNumbers(page);
      const rows = numbers.map((no, at) => `${no}\t\tSF12345678907${String(at).padStart(2, '0')}`);
      await page.getByRole('link', { name: '导入快递单号' }).click();
      await page
        .getByLabel('粘贴内容')
        .fill([...rows, `P0000000000000000\t圆通\tYT1234567890124`].join('\n'));
      await press(page, '下一步：核对');
      await page.getByText('找不到这个冲印单号').waitFor();
      return main(page);
    },
    height: 590,
  },
  reprint: {
    at: 'print-orders/prt_0009',
    show: page => openDialog(page, '补印'),
  },
  publish: { at: 'templates/edit/tpl_0059', show: main, height: 620 },
  trial: {
    at: 'templates/edit/tpl_0001',
    show: page => openDialog(page, /^试跑/),
  },
  'quick-functions': { at: 'templates/quick-functions', show: main, height: 620 },
  keywords: {
    at: 'keywords/import',
    show: async page => {
      await page.getByLabel('关键词内容').fill('毕业照、证件照\n汉服\n赛博朋克\n汉服');
      await page.getByText('与第 2 行重复').waitFor();
      return main(page);
    },
    height: 590,
  },
  price: {
    at: 'package-prices',
    show: async page => {
      await press(page, /^编辑/);
      return dialog(page);
    },
    // What follows are times, which a browser shows in its own language.
    height: 500,
  },
  codes: {
    at: 'activation-codes',
    show: page => openDialog(page, '生成激活码'),
    height: 250,
  },
  key: {
    at: 'api-keys',
    show: async page => {
      await press(page, '「备用账号一」的更多操作');
      await page.getByRole('menuitem', { name: '更换密钥' }).click();
      return dialog(page);
    },
  },
  administrator: { at: 'administrators', show: page => openDialog(page, '新建管理员') },
  '../dashboard': { at: 'dashboard', ...wide },
  '../templates': { at: 'templates', ...wide },
  '../order': { at: 'orders/ord_0003', ...wide },
  '../print-order': { at: 'print-orders/prt_0001', ...wide },
  '../user': { at: 'users/usr_0004', ...wide },
  '../tasks': { at: 'tasks', ...wide },
  '../visitor-home': { at: '/', ...phone },
  '../visitor-template': { at: '/template/tpl_0001', ...phone },
  '../visitor-me': { at: '/me', ...phone },
};

const browserAt = (browser: Browser, isPhone: boolean) =>
  browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    deviceScaleFactor: DENSITY,
  });

/** Cookies must not end by the browser's own clock, for which the session's end may be long past. */
const keepCookies = () => {
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
  Object.defineProperty(Document.prototype, 'cookie', {
    get,
    set(cookie: string) {
      set?.call(this, cookie.replace(/; ?expires=[^;]*/i, ''));
    },
  });
};

const photograph = async (context: BrowserContext, url: string, picture: Picture) => {
  const page = await context.newPage();
  await page.goto(url + (picture.at.startsWith('/') ? picture.at : `/admin/${picture.at}`));
  await page.locator('h1').first().waitFor();
  await settle(page);
  const part = await picture.show(page);
  await part.waitFor();
  await page.mouse.move(0, 0);
  await settle(page);
  // Nothing blinks, and nothing but the page stands in the picture.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await settle(page);
  await part.evaluate((element, most) => {
    scrollTo(0, 0);
    const { top, height } = element.getBoundingClientRect();
    if (top + Math.min(height, most) > innerHeight) element.scrollIntoView({ block: 'center' });
  }, picture.height ?? Infinity);
  await page.waitForFunction(() => {
    const inSight = [...document.images].filter(image => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return inSight.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });
  const box = (await part.boundingBox())!;
  const height = Math.min(box.height, picture.height ?? Infinity);
  const png = await page.screenshot({ clip: { ...box, height } });
  // What was chosen in a list is remembered.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.endsWith('selectedIds')) localStorage.removeItem(key);
  });
  await page.close();
  const image = sharp(png).resize({ width: WIDEST, withoutEnlargement: true });
  return image.webp({ quality: 72, effort: 6 }).toBuffer();
};

/**
 * All pictures of the handbook into `folder`, and those of README into the folder above.
 * @param only part of the names of those to be taken; all of them when empty
 * @returns what went wrong
 */
export const photographHandbook = async (
  browser: Browser,
  url: string,
  folder: string,
  only: string,
): Promise<string[]> => {
  const complaints: string[] = [];
  for (const isPhone of [false, true]) {
    const context = await browserAt(browser, isPhone);
    context.setDefaultTimeout(15_000);
    await context.addInitScript(keepCookies);
    await context.clock.setFixedTime(HANDBOOK_TIME + 60_000);
    await signIn(await context.newPage(), url, EXAMPLE_PASSWORD);
    for (const [name, picture] of Object.entries(pictures)) {
      if ((picture.isPhone ?? false) !== isPhone || !name.includes(only)) continue;
      try {
        const webp = await photograph(context, url, picture);
        writeFileSync(path.join(folder, `${name}.webp`), webp);
        if (webp.length > MOST_BYTES)
          complaints.push(`${name}: ${Math.ceil(webp.length / 1024)} KB are too many`);
      } catch (error) {
        complaints.push(`${name}: ${(error as Error).message}`);
      }
    }
    await context.close();
  }
  return complaints;
};
