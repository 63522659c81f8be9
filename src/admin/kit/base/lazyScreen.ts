import type { ComponentType } from 'react';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { type LazyPart, lazyPart } from '../../../lazyPart.tsx';
import { loadAhead } from '../../../loadAhead.ts';

const screens: (() => Promise<unknown>)[] = [];

/** A list, by its named export, with the texts of its resource (`addTexts`). */
export const lazyList = <N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): LazyPart<object> => {
  const screen = lazyPart(async () => (await load())[name]);
  screens.push(screen.load);
  return screen;
};

/** The same for any other screen, which is shown once all texts are here. */
export const lazyScreen: typeof lazyList = (load, name) =>
  lazyList(async () => (await Promise.all([load(), loadTexts()]))[0], name);

/** Loads all of them, one after the other, in idle time. Returns a function that stops it. */
export const loadScreensAhead = () => loadAhead(screens);
