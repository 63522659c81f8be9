/** A screenful ahead, so that a picture is there when it comes into sight. */
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

/** Tells when an element comes into sight and leaves it, through one observer for the whole page. */
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
