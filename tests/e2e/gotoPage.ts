import type { Page } from '@playwright/test';
import { zh } from '#i18n/zh/index.ts';
import type { Address } from './everyPage.ts';

/** What a page calls itself in its heading and in the tab. */
export const headingOf = ({ title }: Address): string =>
  String(
    title.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], zh),
  );

/**
 * Nothing in sight is being loaded (pictures below it, and beside it in a row that scrolls, wait for being scrolled to),
 * and nothing is on its way to another colour: a transition takes a frame, however short it is.
 */
export const settle = (page: Page) =>
  page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        ) &&
      [
        ...document.querySelectorAll(
          '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate, [data-state=loading], [aria-busy=true]',
        ),
      ]
        .filter(element => element.checkVisibility())
        .every(element => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          const row = element.closest('ul, ol')?.getBoundingClientRect();
          const isBeside = row && (left > row.right || right < row.left);
          return isBeside || top > innerHeight || bottom < 0 || left > innerWidth || right < 0;
        }),
    null,
    { timeout: 30_000 },
  );

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
