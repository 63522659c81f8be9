/*
 * What some of our oldest browsers lack (`browserslist` in package.json), as far as we or our packages call it. Imported
 * before everything else; `scripts/browsers/floor.js` names the same.
 */

/** What is there stays. */
const add = (owner: object, name: string, value: unknown) => {
  if (!(name in owner))
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

const has = Object.prototype.hasOwnProperty;
/** What people see as one character: signs on a letter, joined emoji, flags. */
const character =
  /\r\n|\p{RI}{2}|[^](?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gu;

class Segmenter {
  segment(input: string) {
    return Array.from(input.matchAll(character), ({ 0: segment, index }) => ({ segment, index }));
  }
}

function at<T>(this: ArrayLike<T>, index: number) {
  return this[index < 0 ? this.length + index : index];
}

export const addLaterFunctions = () => {
  add(Object, 'hasOwn', (owner: object, key: PropertyKey) => has.call(owner, key));
  add(Array.prototype, 'at', at);
  add(String.prototype, 'at', at);
  add(Intl, 'Segmenter', Segmenter);
  add(URL, 'canParse', (...given: [string, string?]) => {
    try {
      return Boolean(new URL(...given));
    } catch {
      return false;
    }
  });
  add(Crypto.prototype, 'randomUUID', function (this: Crypto) {
    const digits = Array.from(this.getRandomValues(new Uint16Array(8)), part =>
      part.toString(16).padStart(4, '0'),
    ).join('');
    return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
  });
  add(AbortSignal.prototype, 'throwIfAborted', function (this: AbortSignal) {
    if (this.aborted) throw this.reason ?? new DOMException('Aborted', 'AbortError');
  });
  if ('showModal' in document.createElement('dialog')) return;
  // Over everything by its styles (`src/visitor/dialog.css`).
  add(HTMLElement.prototype, 'showModal', function (this: HTMLElement) {
    this.setAttribute('open', '');
    this.querySelector<HTMLElement>('button, input, select, textarea')?.focus();
  });
  add(HTMLElement.prototype, 'close', function (this: HTMLElement) {
    this.removeAttribute('open');
  });
};

addLaterFunctions();
