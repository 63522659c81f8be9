/**
 * What a browser makes of the product, beside the smallest list that react-admin makes of the same orders: bytes and
 * requests to the first row, milliseconds to it with an empty and with a filled cache, and to the next page; and the
 * visitors' home page.
 */
import { type Browser, chromium } from '@playwright/test';
import { DEFAULT_PAGE_SIZE } from '../../contract/constants.ts';
import { findChromium } from '../../scripts/shared/chromium.ts';
import { median } from '../../scripts/shared/quantile.ts';
import {
  type FrontEndRow,
  type ListPage,
  measureList,
  newContext,
  type Times,
} from './frontEndPage.ts';
import {
  collectAnswers,
  fast,
  isScript,
  kilobytes,
  scriptSizes,
  signIn,
  slow,
  type Speed,
  sum,
} from './loading.ts';
import { serveSmallestList } from './smallestList/serveSmallestList.ts';
import { measureVisitorPage } from './visitorPage.ts';

/** As many pages as are turned, and some. */
const PAGES = 5;

/** The orders that our list shows, from its own answers. */
const readOrders = async (browser: Browser, { url, state }: ListPage): Promise<object[]> => {
  const context = await newContext(browser, state);
  const page = await context.newPage();
  const orders: object[] = [];
  for (let number = 1; number <= PAGES; number += 1) {
    const answered = page.waitForResponse(
      answer =>
        answer.url().endsWith('/adminOrder') &&
        (answer.request().postData() ?? '').includes('"pageSize"'),
    );
    await page.goto(`${url}?page=${number}`);
    const { data } = (await (await answered).json()) as { data: { list: { _id: string }[] } };
    orders.push(...data.list.map(({ _id, ...order }) => ({ id: _id, ...order })));
  }
  await context.close();
  return orders;
};

/** Kilobytes of JavaScript of a page that has loaded everything it asks for by itself. */
const scriptsOf = async (browser: Browser, url: string, ready: string): Promise<number> => {
  const context = await newContext(browser);
  const page = await context.newPage();
  const answers = collectAnswers(page);
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  const sizes = await scriptSizes(answers.filter(answer => isScript(answer.url())));
  await context.close();
  return kilobytes(sum(sizes.values()));
};

const figures = (speed: Speed, all: Times[]): [id: string, value: number][] => {
  const suffix = speed === fast ? '' : '-slowed';
  const middle = (of: (times: Times) => number) => median(all.map(of));
  return [
    ...(speed === fast
      ? ([
          ['scripts-kb', kilobytes(middle(({ cold }) => cold.scriptBytes))],
          ['requests', middle(({ cold }) => cold.requests.length)],
        ] as [string, number][])
      : []),
    [`first-row-cold${suffix}-ms`, Math.round(middle(({ cold }) => cold.row))],
    [`first-row-warm${suffix}-ms`, Math.round(middle(({ warm }) => warm.row))],
    [`next-page${suffix}-ms`, Math.round(middle(({ nextPages }) => median(nextPages)))],
  ];
};

const compare = async (browser: Browser, ours: ListPage, rounds: number) => {
  const smallest = await serveSmallestList(await readOrders(browser, ours), DEFAULT_PAGE_SIZE);
  const targets = { ours, floor: { url: smallest.url } };
  const speeds = [fast, slow];
  const times = new Map<string, Times[]>();
  for (let round = 0; round < rounds; round += 1) {
    const names = ['ours', 'floor'] as ('ours' | 'floor')[];
    if (round % 2 === 1) names.reverse();
    for (const speed of speeds) {
      for (const name of names) {
        const key = `${name} ${speed.name}`;
        const measured = await measureList(browser, targets[name], speed);
        times.set(key, [...(times.get(key) ?? []), measured]);
      }
    }
  }
  await smallest.close();
  return speeds.flatMap((speed): FrontEndRow[] => {
    const its = times.get(`ours ${speed.name}`) ?? [];
    const beside = times.get(`floor ${speed.name}`) ?? [];
    const floors = new Map(figures(speed, beside));
    const ratioOf = (round: number, id: string) => {
      const [ours, floor] = [its, beside].map(all =>
        new Map(figures(speed, [all[round]!])).get(id),
      );
      return ours! / floor!;
    };
    return figures(speed, its).map(([id, value]) => {
      const floor = floors.get(id) ?? NaN;
      const ratios = its.map((_times, round) => ratioOf(round, id));
      return {
        id,
        ours: value,
        floor,
        ratio: value / floor,
        ratio_least: Math.min(...ratios),
        ratio_most: Math.max(...ratios),
      };
    });
  });
};

export const measureFrontEnd = async (
  parts: { orders: boolean; visitors: boolean },
  url: string,
  rounds: number,
  log: (line: string) => void,
): Promise<FrontEndRow[]> => {
  const browser = await chromium.launch({
    executablePath: await findChromium(log),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const rows: FrontEndRow[] = [];
    if (parts.orders) {
      const state = await signIn(browser, url);
      const orders = await compare(browser, { url: `${url}/admin/orders`, state }, rounds);
      rows.push(...orders.map(row => ({ ...row, id: `orders-${row.id}` })));
      const signInScripts = await scriptsOf(browser, `${url}/admin/login`, 'input[type=password]');
      rows.push({ id: 'sign-in-scripts-kb', ours: signInScripts });
    }
    if (parts.visitors) rows.push(...(await measureVisitorPage(browser, url, rounds)));
    return rows;
  } finally {
    await browser.close();
  }
};
