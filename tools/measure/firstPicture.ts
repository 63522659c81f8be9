/**
 * `npm run measure -- visitors`: the visitors' home page on a phone, opened by a new visitor with an empty cache, until
 * the first picture of a template is painted; as fast as this machine is, and with its processor and network slowed.
 */
import type { Browser } from '@playwright/test';
import { median } from '../../scripts/shared/quantile.ts';
import {
  collectAnswers,
  fast,
  isCall,
  isScript,
  kilobytes,
  scriptSizes,
  slow,
  slowDown,
  type Speed,
  sum,
} from '../shared/loading.ts';

/** Other work on the machine changes single figures: medians, and the ratio, are what can be compared. */
const ROUNDS = 7;
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
};

interface Request {
  url: string;
  from: number;
  to: number;
}

/** Runs in the page. */
const readTimings = () => {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
  const loaded = ['navigation', 'resource'].flatMap(
    type => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    layoutShift: shifts.reduce((total, { value }) => total + value, 0),
    requests: loaded.map(({ name, startTime, responseEnd }): Request => ({
      url: name,
      from: startTime,
      to: responseEnd,
    })),
  };
};

/** `requests`, `calls` and `scripts` as far as they were answered before the picture was painted. */
interface Loaded {
  'first paint ms': number;
  'first picture ms': number;
  'layout shift': number;
  requests: number;
  calls: number;
  'JavaScript KB (gzip)': number;
}

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
    const { firstPaint, layoutShift, requests } = await page.evaluate(readTimings);
    const before = requests.filter(({ to }) => to <= firstPicture);
    const sizes = await scriptSizes(answers);
    const scripts = before.filter(({ url }) => isScript(url));
    const figures: Loaded = {
      'first paint ms': firstPaint,
      'first picture ms': firstPicture,
      'layout shift': layoutShift,
      requests: before.length,
      calls: before.filter(({ url }) => isCall(url)).length,
      'JavaScript KB (gzip)': kilobytes(sum(scripts.map(({ url }) => sizes.get(url) ?? 0))),
    };
    return { figures, requests };
  } finally {
    await context.close();
  }
};

const medians = (all: Loaded[]) =>
  Object.fromEntries(
    (Object.keys(all[0]!) as (keyof Loaded)[]).map(name => {
      const value = median(all.map(figures => figures[name]));
      return [name, name === 'layout shift' ? value.toFixed(4) : Math.round(value)];
    }),
  );

/** From and to of each request, in the order in which they were made: what waits for what. */
const waterfall = (requests: Request[]) =>
  requests
    .sort((a, b) => a.from - b.from)
    .map(({ url, from, to }) => {
      const times = [from, to].map(time => String(Math.round(time)).padStart(6)).join('');
      return `${times}  ${new URL(url).pathname}`;
    })
    .join('\n');

export const measureFirstPicture = async (browser: Browser, address: string) => {
  // Makes the thumbnails, and starts the functions.
  await load(browser, address, fast);
  const all = { fast: [] as Loaded[], slow: [] as Loaded[] };
  let last: Request[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    all.fast.push((await load(browser, address, fast)).figures);
    const { figures, requests } = await load(browser, address, slow);
    all.slow.push(figures);
    last = requests;
  }
  console.table({ [fast.name]: medians(all.fast), [slow.name]: medians(all.slow) });
  const timeOf = (loads: Loaded[]) => median(loads.map(figures => figures['first picture ms']));
  const times = (timeOf(all.slow) / timeOf(all.fast)).toFixed(2);
  const painted = Math.round(all.slow.at(-1)!['first picture ms']);
  console.log(`Slowed, the first picture takes ${times} times as long.`);
  console.log(`\nThe last slowed load, picture at ${painted} ms:\n${waterfall(last)}`);
};
