import { expect, type Page } from '@playwright/test';
import { zh } from '#i18n/zh/index.ts';
import type { Address } from './everyPage.ts';

/** What a page calls itself in its heading and in the tab. */
export const headingOf = ({ title }: Address): string =>
  String(
    title.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], zh),
  );

/** The title of a page's tab, before which may stand how much waits for the administrator. */
export const titleOf = (heading: string) => new RegExp(`^(\\(\\d+\\+?\\) )?${heading} - 管理系统$`);

/**
 * What in sight is being loaded (pictures below it, and beside it in a row that scrolls, wait for being scrolled to), and
 * what is on its way to another colour: a transition takes a frame, however short it is.
 */
const unsettled = () => {
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
    )
    .map(({ effect }) => (effect as KeyframeEffect).target);
  const loading = [
    ...document.querySelectorAll(
      '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate, [data-state=loading], [aria-busy=true]',
    ),
  ]
    .filter(element => element.checkVisibility())
    .filter(element => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const row = element.closest('ul, ol')?.getBoundingClientRect();
      const isBeside = row && (left > row.right || right < row.left);
      return !isBeside && top <= innerHeight && bottom >= 0 && left <= innerWidth && right >= 0;
    });
  return [...moving, ...loading].map(element => element?.outerHTML.slice(0, 300));
};

export const settle = (page: Page) =>
  expect
    .poll(() => page.evaluate(unsettled), { timeout: 30_000, intervals: [20, 50, 100] })
    .toEqual([]);

/** How much has moved since the page was loaded, as browsers count it (cumulative layout shift). */
export const movement = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as unknown as { value: number }[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });

/** From the next load on timers of just so many milliseconds never end. */
export const stopTimers = (page: Page, milliseconds: number) =>
  page.addInitScript(stopped => {
    const { setTimeout } = globalThis;
    const others = (...call: Parameters<typeof setTimeout>) =>
      call[1] === stopped ? 0 : setTimeout(...call);
    Object.assign(globalThis, { setTimeout: others });
  }, milliseconds);

/** Goes to a page of the management side as a click on a link would, without loading the application anew. */
export const gotoPage = async (page: Page, to: Address) => {
  await page.evaluate(address => {
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, to.address);
  await page
    .getByRole('heading', { level: 1, name: headingOf(to), exact: true })
    .waitFor({ timeout: 30_000 });
  await settle(page);
};

/** In the colours of the system, which every page follows; those of the visitor side without a script. */
export const paint = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    wanted => getComputedStyle(document.documentElement).colorScheme.split(' ').includes(wanted),
    colorScheme,
  );
  await settle(page);
};
