import type { Browser, Page } from '@playwright/test';
import { median } from '../../scripts/shared/quantile.ts';
import { fast, slow, slowDown, type StorageState } from '../shared/loading.ts';
import { type FrontEndRow, newContext } from './frontEndPage.ts';

declare global {
  /** Milliseconds from the next press until something that tells of it is painted. */
  var answered: Promise<number>;
  var blocked: { tasks: number[]; frames: number[] };
}

/** Runs in the page. A ripple of the button itself tells nothing. */
const watchForAnswer = (event: 'click' | 'input') => {
  globalThis.answered = new Promise(resolve => {
    addEventListener(
      event,
      ({ timeStamp }) => {
        const observer = new MutationObserver(changes => {
          // A letter shows itself; of a press, a ripple or another state of the button tells nothing.
          const tells = changes.some(
            ({ target }) =>
              event === 'input' ||
              !(target instanceof Element && target.closest('.MuiTouchRipple-root, button, head')),
          );
          if (!tells) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
        observer.observe(document, {
          childList: true,
          subtree: true,
          attributes: true,
          characterData: true,
        });
      },
      { capture: true, once: true },
    );
  });
};

/** Runs in the page: tasks and frames of more than 50 ms from now on. */
const watchForBlocks = () => {
  globalThis.blocked = { tasks: [], frames: [] };
  new PerformanceObserver(list => {
    globalThis.blocked.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  new PerformanceObserver(list => {
    globalThis.blocked.frames.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'long-animation-frame' });
};

const answerTo = async (page: Page, event: 'click' | 'input', act: () => Promise<unknown>) => {
  await page.evaluate(watchForAnswer, event);
  await act();
  return page.evaluate(() => globalThis.answered);
};

const ACTS_ROUNDS = 3;

/** Milliseconds until typing, a tab, a page and a record answer, or show what they wait for. */
const measureAnswers = async (browser: Browser, url: string, state: StorageState) => {
  const context = await newContext(browser, state);
  const page = await context.newPage();
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ACTS_ROUNDS; round += 1) {
    await page.goto(`${url}/admin/orders`);
    const row = page.locator('main tbody tr').first();
    const acts = {
      typing: ['input', () => page.locator('main input[type=search]').press('7')],
      tab: ['click', () => page.getByRole('tab').nth(2).click()],
      paging: ['click', () => page.getByRole('button', { name: '下一页' }).click()],
      opening: ['click', () => row.locator('td').nth(3).click()],
    } as const;
    for (const [name, [event, act]] of Object.entries(acts)) {
      await row.waitFor();
      await page.waitForLoadState('networkidle');
      (times[name] ??= []).push(await answerTo(page, event, act));
      if (name === 'typing') await page.locator('main input[type=search]').press('Escape');
      if (name === 'tab') await page.getByRole('tab').first().click();
    }
  }
  await context.close();
  return Object.entries(times).map(([name, all]): FrontEndRow => ({
    id: `answer-${name}-ms`,
    ours: Math.round(median(all)),
  }));
};

/** Its processor four times slower: the longest task, and how many frames were blocked for more than 50 ms. */
const measureBlocks = async (
  browser: Browser,
  {
    id,
    address,
    state,
    prepare,
    act,
  }: {
    id: string;
    address: string;
    state: StorageState;
    prepare?: (page: Page) => Promise<unknown>;
    act: (page: Page) => Promise<unknown>;
  },
): Promise<FrontEndRow[]> => {
  const context = await newContext(browser, state);
  const page = await context.newPage();
  await page.goto(address);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await slowDown(page, { ...fast, processor: slow.processor });
  await page.evaluate(watchForBlocks);
  await act(page);
  const { tasks, frames } = await page.evaluate(() => globalThis.blocked);
  await context.close();
  return [
    { id: `${id}-longest-task-ms`, ours: Math.round(Math.max(0, ...tasks)) },
    { id: `${id}-frames-over-50-ms`, ours: frames.length },
  ];
};

const scrollDown = async (page: Page) => {
  await page.mouse.move(700, 600);
  const isDown = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await isDown())) {
    await page.mouse.wheel(0, 400);
    // Two frames, as far apart as a hand turns the wheel.
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
};

export const measureFeel = async (
  browser: Browser,
  url: string,
  state: StorageState,
): Promise<FrontEndRow[]> => [
  ...(await measureAnswers(browser, url, state)),
  ...(await measureBlocks(browser, {
    id: 'scrolling-100-thumbnails',
    address: `${url}/admin/images?perPage=100`,
    state,
    prepare: page => page.locator('main img').first().waitFor(),
    act: scrollDown,
  })),
  ...(await measureBlocks(browser, {
    id: 'typing-in-the-largest-form',
    address: `${url}/admin/templates/edit/tpl_0001`,
    state,
    prepare: page => page.locator('main form input[type=text]').first().waitFor(),
    act: page =>
      page
        .locator('main form input[type=text]')
        .first()
        .pressSequentially('十二个字的新标题打字', { delay: 120 }),
  })),
];
