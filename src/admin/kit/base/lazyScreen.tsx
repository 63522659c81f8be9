import { type ComponentType, lazy, useState } from 'react';
import { loadAhead } from '../../../loadAhead.ts';

type Load = () => Promise<unknown>;
const screens: Load[] = [];

/**
 * A screen that is loaded when it is first visited, or ahead, by its named export. One that is here is drawn at once:
 * whoever waits, React shows the skeleton for 300 ms at least.
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

/** Loads every screen, one after the other, while nothing else is to do. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
