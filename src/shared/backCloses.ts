/**
 * Back closes what is on top: a dialog, a menu, a large picture. As long as one is open, the history has an entry for it at
 * the address of the page, which Back leaves in place of the page. Closed otherwise, its entry stays, and the next Back
 * goes over it: another step of the history would meet the navigation that closed it.
 */
interface Entry {
  isForTop?: boolean;
  /** The number of the page, by react-router and by the visitor's own router. */
  idx?: number;
  depth?: number;
}

/** A router that refuses a step back takes it back itself, a moment later. */
const SETTLED_MS = 500;

const read = () => (history.state ?? {}) as Entry;
const pageOf = ({ idx, depth = 0 }: Entry) => idx ?? depth;

/** Dialogs of the browser lie above all others, later ones above earlier ones. */
const topmost = () =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ??
  [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')].at(-1);

/** Closed as with Esc, so that it may ask first. */
const close = (top: Element) =>
  top.dispatchEvent(
    top instanceof HTMLDialogElement
      ? new Event('cancel', { cancelable: true })
      : new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
  );

/** Before a router is there, whose listener it comes before. */
export const letBackClose = () => {
  let current = read();
  let settled = 0;

  const keepEntry = () => {
    const wait = settled - performance.now();
    if (wait > 0) setTimeout(keepEntry, wait);
    else if (topmost() && !current.isForTop) history.pushState({ ...current, isForTop: true }, '');
  };

  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (state: Entry | null, ...address) => {
      const isForTop = name === 'replaceState' && current.isForTop;
      change(isForTop ? { ...state, isForTop } : state, ...address);
      current = read();
    };
  }

  addEventListener('popstate', event => {
    const left = current;
    current = read();
    if (!left.isForTop || current.isForTop || pageOf(left) !== pageOf(current)) {
      settled = performance.now() + SETTLED_MS;
      return;
    }
    // The page is the same: no router is concerned.
    event.stopImmediatePropagation();
    const top = topmost();
    if (!top) return history.back();
    close(top);
    // It may have asked a question, or be busy.
    setTimeout(keepEntry);
  });

  const observer = new MutationObserver(changes => {
    // A menu may stay there, hidden, when it is closed.
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      observer.observe(node, { attributes: true, attributeFilter: ['class'] });
    keepEntry();
  });
  observer.observe(document.body, { childList: true });
  observer.observe(document, { subtree: true, attributeFilter: ['open'] });
};
