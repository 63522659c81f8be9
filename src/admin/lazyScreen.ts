import { type ComponentType, lazy } from 'react';

/** A screen that is loaded when it is first visited, by its named export. */
export const lazyScreen = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
) => lazy(() => load().then(module => ({ default: module[name] })));
