/** One screen ahead, so that a picture is loaded when it becomes visible. */
const MARGIN = '600px 0px';

const callbacks = new WeakMap<Element, (visible: boolean) => void>();
let observer: IntersectionObserver | undefined;

const sharedObserver = () =>
  (observer ??= new IntersectionObserver(
    changes => {
      for (const { target, isIntersecting } of changes) callbacks.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  ));

/** Reports when an element becomes visible or hidden, through one observer for the whole page. */
export const observeVisibility = (
  element: Element,
  onChange: (visible: boolean) => void,
): (() => void) => {
  if (!('IntersectionObserver' in globalThis)) {
    onChange(true);
    return () => {};
  }
  callbacks.set(element, onChange);
  sharedObserver().observe(element);
  return () => {
    callbacks.delete(element);
    sharedObserver().unobserve(element);
  };
};
