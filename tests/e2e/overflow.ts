import type { Page } from '@playwright/test';
import { cutTexts } from './cutTexts.ts';

/** What does not fit: elements and texts. */
export const overflows = async (page: Page): Promise<string[]> => [
  ...(await tooWide(page)),
  ...(await cutTexts(page)),
];

/**
 * Finds elements wider than their container: the page, a card, or tabs that overlap the buttons beside them. Elements
 * that scroll or are clipped within a card are fine. No function in here has a name: what runs in the browser is not
 * compiled there.
 */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[document.documentElement]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      .filter(excess => excess > 0)
      .map(excess => `page ${excess} px too wide`),
    ...[...document.querySelectorAll('.MuiCard-root')]
      .filter(card => card.checkVisibility() && card.scrollWidth > card.clientWidth)
      .map(
        card =>
          `card ${card.scrollWidth - card.clientWidth} px too wide: ${(card.textContent ?? '').slice(0, 40)}`,
      ),
    ...[...document.querySelectorAll('.MuiCard-root .MuiTabs-root')]
      .filter(tabs => {
        const own = tabs.getBoundingClientRect();
        return [...(tabs.closest('.MuiCard-root')?.querySelectorAll('button, a') ?? [])].some(
          button => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            return (
              !tabs.contains(button) &&
              button.checkVisibility() &&
              Math.min(right, own.right) - Math.max(left, own.left) > 1 &&
              Math.min(bottom, own.bottom) - Math.max(top, own.top) > 1
            );
          },
        );
      })
      .map(tabs => `tabs run below buttons: ${(tabs.textContent ?? '').slice(0, 40)}`),
  ]);
