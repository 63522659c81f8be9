import type { Browser, Page } from '@playwright/test';
import {
  collectAnswers,
  isScript,
  scriptSizes,
  slowDown,
  type Speed,
  type StorageState,
} from './loading.ts';

/** A figure for machines: kilobytes (of 1,000 bytes), requests, milliseconds or a number, as its id says. */
export interface FrontEndRow {
  id: string;
  ours: number;
  /** Absent where nothing comparable is measured. */
  floor?: number;
  /** Of the medians; the least and the most of a round. */
  ratio?: number;
  ratio_least?: number;
  ratio_most?: number;
}

/** A list of orders in a browser: ours, or the smallest one. */
export interface ListPage {
  url: string;
  state?: StorageState;
}

declare global {
  /** Milliseconds since the address was opened, once the first row is painted. */
  var firstRow: Promise<number>;
  /** Milliseconds from the next click until the rows are others and painted. */
  var otherRows: Promise<number>;
}

/** Runs in the page. */
const watchForRow = () => {
  globalThis.firstRow = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('table tbody tr td')) return;
      observer.disconnect();
      // The task after a frame: that frame has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
};

/** Runs in the page. */
const watchForOtherRows = () => {
  const before = document.querySelector('table tbody tr')?.textContent;
  globalThis.otherRows = new Promise(resolve => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('table tbody tr')?.textContent === before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
};

/** What one opening of a list took; `requests` and `scriptBytes` as far as they were answered before its first row. */
export interface Opened {
  row: number;
  requests: string[];
  scriptBytes: number;
}

export const newContext = (browser: Browser, state?: StorageState) =>
  browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  });

const open = async (page: Page, url: string, speed: Speed): Promise<Opened> => {
  await page.addInitScript(watchForRow);
  await slowDown(page, speed);
  const answers = collectAnswers(page);
  await page.goto(url, { waitUntil: 'commit' });
  const row = await page.evaluate(() => globalThis.firstRow);
  const requests = await page.evaluate(until => {
    const loaded = ['navigation', 'resource'].flatMap(
      type => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    );
    return loaded.filter(({ responseEnd }) => responseEnd <= until).map(({ name }) => name);
  }, row);
  await page.waitForLoadState('networkidle');
  const sizes = await scriptSizes(answers);
  const scriptBytes = requests
    .filter(isScript)
    .reduce((bytes, name) => bytes + (sizes.get(name) ?? 0), 0);
  return { row, requests, scriptBytes };
};

/** A page later, and a page later again: the second finds what the first had to load. */
const turnPages = async (page: Page): Promise<number[]> => {
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate(watchForOtherRows);
    await page.getByRole('button', { name: /^(下一页|Go to next page)$/ }).click();
    times.push(await page.evaluate(() => globalThis.otherRows));
    await page.waitForLoadState('networkidle');
  }
  return times;
};

export interface Times {
  cold: Opened;
  warm: Opened;
  nextPages: number[];
}

/** Opened with an empty cache, opened once more in the same browser, three pages turned. */
export const measureList = async (
  browser: Browser,
  { url, state }: ListPage,
  speed: Speed,
): Promise<Times> => {
  const context = await newContext(browser, state);
  try {
    const first = await context.newPage();
    const cold = await open(first, url, speed);
    await first.close();
    const again = await context.newPage();
    const warm = await open(again, url, speed);
    return { cold, warm, nextPages: await turnPages(again) };
  } finally {
    await context.close();
  }
};
