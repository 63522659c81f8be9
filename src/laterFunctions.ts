/*
 * What some of our oldest browsers lack (`browserslist` in package.json), as far as we or our packages call it. Imported
 * before everything else; `scripts/browsers/floor.js` names the same.
 */

/** What is there stays. */
const add = (owner: object, methods: Record<string, (...values: never[]) => unknown>) => {
  for (const [name, value] of Object.entries(methods))
    if (!(name in owner))
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

const has = Object.prototype.hasOwnProperty;
type Test<T> = (value: T, index: number, all: T[]) => unknown;

const ofLists = {
  at<T>(this: ArrayLike<T>, index: number) {
    const whole = Math.trunc(index) || 0;
    return this[whole < 0 ? this.length + whole : whole];
  },
};
const ofArrays = {
  findLastIndex<T>(this: T[], isWanted: Test<T>) {
    let index = this.length - 1;
    while (index >= 0 && !isWanted(this[index]!, index, this)) index -= 1;
    return index;
  },
  findLast<T>(this: T[], isWanted: Test<T>) {
    return this[this.findLastIndex(isWanted)];
  },
  toSorted<T>(this: T[], compare?: (one: T, other: T) => number) {
    return [...this].sort(compare);
  },
};

const canParse = (address: string, base?: string) => {
  try {
    return Boolean(new URL(address, base));
  } catch {
    return false;
  }
};

function randomUUID(this: Crypto) {
  const bytes = this.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function throwIfAborted(this: AbortSignal) {
  if (this.aborted) throw this.reason ?? new DOMException('Aborted', 'AbortError');
}

/** Over everything by its styles (`src/visitor/dialog.css`). */
const ofDialogs = {
  showModal(this: HTMLElement) {
    this.setAttribute('open', '');
    this.querySelector<HTMLElement>('button, input, select, textarea')?.focus();
  },
  close(this: HTMLElement) {
    this.removeAttribute('open');
  },
};

/** What people see as one character: signs on a letter, joined emoji, flags. */
const character =
  /\r\n|\p{RI}{2}|[^](?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gu;

class Segmenter {
  segment(input: string) {
    const found = input.matchAll(character);
    return Array.from(found, ({ 0: segment, index }) => ({ segment, index, input }));
  }
}

export const addLaterFunctions = () => {
  add(Object, { hasOwn: (owner: object, key: PropertyKey) => has.call(owner, key) });
  add(Array.prototype, { ...ofLists, ...ofArrays });
  add(String.prototype, ofLists);
  add(Object.getPrototypeOf(Int8Array.prototype) as object, ofLists);
  add(URL, { canParse });
  add(Crypto.prototype, { randomUUID });
  add(AbortSignal.prototype, { throwIfAborted });
  add(Intl, { Segmenter: Segmenter as never });
  if (!('showModal' in document.createElement('dialog'))) add(HTMLElement.prototype, ofDialogs);
};

addLaterFunctions();
