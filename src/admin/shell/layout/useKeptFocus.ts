import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ADMIN_BASE } from '../../../addresses.ts';
import { LAST_OPENED } from '../../kit/base/measures.ts';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, [tabindex="0"]';
/** So long a control may be out of use while it is at work; then the one beside it is next. */
const PATIENCE_MS = 1_000;
/** So long a list may take to show the row that one comes back to. */
const ARRIVAL_MS = 10_000;

const focusableIn = (place: Element) =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(one => one.tabIndex >= 0);

/** What has had the focus, and where it was among others in everything around it. */
interface Kept {
  element: HTMLElement;
  around: { place: Element; index: number }[];
}

const keptOf = (element: HTMLElement, main: Element): Kept => {
  const around: Kept['around'] = [];
  for (
    let place = element.parentElement;
    place && main.contains(place);
    place = place.parentElement
  )
    around.push({ place, index: focusableIn(place).indexOf(element) });
  return { element, around };
};

/** What stands nearest to where it was. */
const besides = ({ around }: Kept): HTMLElement | undefined => {
  for (const { place, index } of around) {
    if (!place.isConnected) continue;
    const others = focusableIn(place);
    if (others.length > 0) return others[Math.min(Math.max(index, 0), others.length - 1)];
  }
  return undefined;
};

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isOut = ({ element }: Kept) => element.matches(':disabled');
const isAtWork = ({ element }: Kept) => element.matches('.MuiButton-loading, [aria-busy=true]');

/**
 * Who works with the keyboard stays where they were: what goes with the control that had the focus, as a bulk action's
 * toolbar, or puts it out of use, as a save, leaves the focus beside it; back from a record its row has it, and is
 * marked.
 */
export const useKeptFocus = (mainId: string) => {
  const { pathname } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    const main = document.getElementById(mainId);
    if (!main) return;
    let kept: Kept | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      if (!kept || !isLost() || document.querySelector('[role=dialog]')) return;
      if (kept.element.isConnected && !isOut(kept)) return kept.element.focus();
      besides(kept)?.focus({ preventScroll: true });
    };
    const look = () => {
      if (!kept || !isLost()) return;
      if (kept.element.isConnected && !isOut(kept)) return;
      clearTimeout(timer);
      // Not yet gone for good: it may come back, or what follows it may not be there yet.
      timer = setTimeout(
        () => (kept && kept.element.isConnected && isAtWork(kept) ? look() : restore()),
        kept.element.isConnected ? PATIENCE_MS : 0,
      );
    };
    const remember = ({ target }: FocusEvent) => {
      if (target !== main && main.contains(target as Node))
        kept = keptOf(target as HTMLElement, main);
    };
    /** What is clicked takes the focus, or takes it away on purpose. */
    const forget = () => setTimeout(() => isLost() && (kept = undefined));
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, [mainId, pathname]);

  useEffect(() => {
    const from = before.current;
    before.current = pathname;
    const main = document.getElementById(mainId);
    if (!main || from === pathname || !from.startsWith(`${pathname}/`)) return;
    const left = `${ADMIN_BASE}${from}/`;
    const isOfRow = (link: HTMLAnchorElement) => left.startsWith(`${link.pathname}/`);
    const focusRow = () => {
      const row = [...main.querySelectorAll<HTMLAnchorElement>('tbody a[href], li a[href]')].find(
        isOfRow,
      );
      row?.closest('tr, li')?.setAttribute(LAST_OPENED, '');
      if (!isLost() && document.activeElement !== main) return row !== undefined;
      row?.focus({ preventScroll: true });
      row?.scrollIntoView?.({ block: 'nearest' });
      return row !== undefined;
    };
    if (focusRow()) return;
    const observer = new MutationObserver(() => focusRow() && observer.disconnect());
    observer.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), ARRIVAL_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [mainId, pathname]);
};
