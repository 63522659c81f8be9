import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { type LazyPart, lazyPart } from '../../../lazyPart.tsx';
import { loadAhead } from '../../../loadAhead.ts';

const screens: (() => Promise<unknown>)[] = [];

/** A screen, by its named export, shown once all texts are here or, if it `hasTexts`, with its own (`addTexts`). */
export const lazyScreen = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
  { hasTexts = false } = {},
): LazyPart<object> => {
  const screen = lazyPart(async () => {
    const [loaded] = await Promise.all([load(), !hasTexts && loadTexts()]);
    return loaded[name];
  });
  screens.push(screen.load);
  return screen;
};

/** Loads all of them, one after the other, in idle time. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
