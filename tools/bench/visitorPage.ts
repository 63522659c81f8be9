import type { Browser } from '@playwright/test';
import { median } from '../../scripts/shared/quantile.ts';
import type { FrontEndRow } from './frontEndPage.ts';
import {
  collectAnswers,
  fast,
  isCall,
  isScript,
  kilobytes,
  scriptSizes,
  slowDown,
  slowPhone,
  type Speed,
  sum,
} from './loading.ts';

const phone = {
  locale: 'zh-CN',
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
const PICTURE = '.card .signed-image[data-painted=true]';

declare global {
  /** Milliseconds since the address was opened. */
  var firstPicture: Promise<number>;
  /** The last that was larger than those before. */
  var largestPaint: number;
}

/** Runs in the page: the frame after the first picture has loaded, which shows it. */
const watchForPicture = (selector: string) => {
  globalThis.firstPicture = new Promise(resolve => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  new PerformanceObserver(list => {
    globalThis.largestPaint = list.getEntries().at(-1)!.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
};

/** Runs in the page. */
const readTimings = () => {
  const loaded = ['navigation', 'resource'].flatMap(
    type => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestPaint: globalThis.largestPaint,
    requests: loaded.map(({ name, responseEnd }) => ({ url: name, to: responseEnd })),
  };
};

/** What a new visitor with an empty cache waits for; requests as far as they were answered before the picture. */
const load = async (browser: Browser, address: string, speed: Speed) => {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchForPicture, PICTURE);
    await slowDown(page, speed);
    const answers = collectAnswers(page);
    await page.goto(address);
    const firstPicture = await page.evaluate(() => globalThis.firstPicture);
    await page.waitForLoadState('networkidle');
    const { firstPaint, largestPaint, requests } = await page.evaluate(readTimings);
    const before = requests.filter(({ to }) => to <= firstPicture);
    const sizes = await scriptSizes(answers);
    const scripts = before.filter(({ url }) => isScript(url));
    return {
      'first-paint-ms': Math.round(firstPaint),
      'first-card-ms': Math.round(firstPicture),
      'largest-paint-ms': Math.round(largestPaint),
      'scripts-kb': kilobytes(sum(scripts.map(({ url }) => sizes.get(url) ?? 0))),
      requests: before.length,
      calls: before.filter(({ url }) => isCall(url)).length,
    };
  } finally {
    await context.close();
  }
};

/** The visitors' home page on a phone until the first card is painted, as it is and slowed; medians of the rounds. */
export const measureVisitorPage = async (
  browser: Browser,
  url: string,
  rounds: number,
): Promise<FrontEndRow[]> => {
  // Makes the thumbnails, and starts the functions.
  await load(browser, url, fast);
  const rows: FrontEndRow[] = [];
  for (const speed of [fast, slowPhone]) {
    const loads = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, url, speed));
    const names = Object.keys(loads[0]!) as (keyof (typeof loads)[number])[];
    for (const name of names.filter(its => speed === fast || its.endsWith('-ms')))
      rows.push({
        id: `visitor-${speed === fast ? name : name.replace('-ms', '-slowed-ms')}`,
        ours: median(loads.map(figures => figures[name])),
      });
  }
  return rows;
};
