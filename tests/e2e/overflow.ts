import type { Page } from '@playwright/test';

/**
 * Finds texts that are not shown whole, because a width was guessed: cut, wider than their button or cell, beyond their
 * chart, or too long for their field. A text may end with an ellipsis where its `title`, its list of choices or the page
 * that it leads to says all of it. No function in here has a name, as in `overflow.ts`.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: [needs: number, has: number, where: Element, text: string][] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const holder = node.parentElement!;
      if (!text.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
      if (holder.closest('style, script, textarea')) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const isWholeElsewhere =
        holder.closest('[title], [role=combobox], a[href]:not(nav a)') !== null;
      let isInner = true;
      let at: Element = holder.closest('svg') ?? holder;
      for (; at !== document.body; at = at.parentElement!) {
        const style = getComputedStyle(at);
        if (/^(inline|contents)$/.test(style.display) && !at.matches('svg')) continue;
        const frame = at.getBoundingClientRect();
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
        // For screen readers, or folded.
        if (scrolls || frame.width < 2 || frame.height < 2) break;
        const isBeside = box.left < frame.left - 1 || box.right > frame.right + 1;
        const isBelow = box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
        const isWhole = isInner || at.matches('button, a, td, th, .MuiChip-root');
        isInner = false;
        const isCut = isBeside && (isWhole || /hidden|clip/.test(style.overflowX));
        if (!isCut && !(isBelow && /hidden|clip/.test(style.overflowY))) continue;
        const ends = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const [needs, has] = isCut ? [box.width, frame.width] : [box.height, frame.height];
        if (!(ends && isWholeElsewhere)) found.push([needs, has, at, text]);
        break;
      }
    }

    const pen = document.createElement('canvas').getContext('2d')!;
    for (const field of document.querySelectorAll('input')) {
      if (!field.checkVisibility({ visibilityProperty: true })) continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const isNumber = ['decimal', 'numeric'].includes(field.inputMode);
      const text = field.value === '' ? field.placeholder : isNumber ? field.value : '';
      pen.font = font;
      const { width } = pen.measureText(text);
      if (room > 2 && width > room + 1) found.push([width, room, field, text]);
    }
    return found.map(
      ([needs, has, { tagName }, text]) =>
        `${Math.round(needs)} px in ${Math.round(has)}, ${tagName.toLowerCase()}: ${text.trim().slice(0, 40)}`,
    );
  });

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
