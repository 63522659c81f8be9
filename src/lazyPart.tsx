import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { loadNow } from './loadAhead.ts';

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads it ahead. */
  load: () => Promise<unknown>;
}

/**
 * A component loaded on its first use, or ahead. A loaded one is rendered at once, because React would show the
 * placeholder for at least 300 ms, or nothing where there is none: the first row of a list comes 0.3 s earlier.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> => {
  let loaded: ComponentType<P> | undefined;
  const fetched = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waiting = lazy(() => loadNow(fetched)) as ComponentType<P>;
  const Part = (props: P) => {
    const [{ Loaded }] = useState(() => ({ Loaded: loaded ?? Waiting }));
    return <Loaded {...props} />;
  };
  return Object.assign(Part, { load: fetched });
};
