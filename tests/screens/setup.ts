import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import '@testing-library/jest-dom/vitest';
import { ignoreStrayEvents } from '#src/shared/strayEvents.ts';

/** Prints the page once its message is read: most of what is not there yet is there at the next look. */
const elementError = (text: string | null, container: Element) => {
  let message: string | undefined;
  const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
  return Object.defineProperty(error, 'message', {
    get: () => (message ??= [text, prettyDOM(container)].filter(Boolean).join('\n\n')),
    configurable: true,
  });
};

const { setImmediate } = globalThis;
const { asyncWrapper } = getConfig();
const MOST_TURNS = 200;

/** What was waited for is there; what is rendered piece by piece behind it (`Later`) takes some turns more. */
const withWhatFollows: typeof asyncWrapper = async work => {
  const found = await asyncWrapper(work);
  for (let turn = 0; turn < MOST_TURNS && document.querySelector('[aria-busy=true]'); turn += 1)
    await new Promise(resolve => void setImmediate(resolve));
  return found;
};

configure({
  asyncWrapper: withWhatFollows,
  // The first screen loads the application, seconds of work on a machine that other tests share.
  asyncUtilTimeout: 60_000,
  getElementError: elementError,
  // Otherwise every element is asked whether it is a script or a style, which none is in the page's body.
  defaultIgnore: false as never,
});

/** Nothing has a size in jsdom, and nothing changes it. */
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom does not show dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector('button')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// As where the application begins.
ignoreStrayEvents();

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('ResizeObserver', NoResizeObserver);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0; secure; samesite=strict`;
  }
});

/**
 * What an element is styled with by itself. Working out every rule of the sheets for every question would take a fifth
 * of the time; whether a sheet hides something is looked at in a real browser, end to end.
 */
window.getComputedStyle = element => (element as HTMLElement).style;

/** Reading the sheets takes a tenth of the time, too; of a type that is not CSS they are not read. */
const { createElement } = Document.prototype;
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement.call(document, name, options);
  if (element instanceof HTMLStyleElement) element.type = 'text/plain';
  return element;
};

/** jsdom asks every element of the document for each label of a field, at every question for a role by its name. */
for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      return [...this.ownerDocument.getElementsByTagName('label')].filter(label =>
        label.htmlFor ? label.htmlFor === this.id : label.contains(this),
      );
    },
  });
}

/**
 * React's development build notes for each element who made it, for its warnings, until it has noted ten thousand in a
 * second. That takes an eighth of the time, so it finds that number reached.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
});
