import { type ComponentType, lazy, useState } from 'react';
import { loadAhead } from '../../../loadAhead.ts';

type Load = () => Promise<unknown>;
const screens: Load[] = [];

/**
 * A screen loaded on its first visit, or ahead, by its named export. A loaded one is rendered at once, because React
 * would show the skeleton for at least 300 ms.
 */
export const lazyScreen = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
) => {
  let loaded: ComponentType | undefined;
  const fetched = async (): Promise<{ default: ComponentType }> => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Waiting = lazy(fetched);
  screens.push(fetched);
  const Screen = () => {
    const [{ Page }] = useState(() => ({ Page: loaded ?? Waiting }));
    return <Page />;
  };
  return Screen;
};

/** Loads all screens, one after the other, in idle time. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
