import { expect, it } from 'vitest';
import { addLaterFunctions } from '#src/laterFunctions.ts';
import { added } from '../../scripts/browsers/floor.js';
import { takeAway } from './takeAway.ts';

const texts = ['', 'a', 'Ⅷ好e\u0301', '👩‍👩‍👧‍👦👍🏽', '🇨🇳🇯🇵🇨', '1️⃣x\r\ny', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u200dx'];
const lists = [[], [3, 1, 2], [1, 2, 3, 4]];
const addresses = [['/a', 'https://b.c'], ['/a'], ['https://[', 'https://b.c'], ['x:y']] as const;

const caught = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    return (error as Error).name;
  }
};
/** What all of them answer. */
const answers = () => {
  const stopped = new AbortController();
  stopped.abort();
  return {
    characters: texts.map(text =>
      Array.from(new Intl.Segmenter().segment(text), one => [one.index, one.segment]),
    ),
    lists: lists.map(list => [list.at(-1), list.at(1), list.at(9)]),
    text: ['abc'.at(-1), 'abc'.at(3)],
    own: [Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')],
    addresses: addresses.map(([address, base]) => URL.canParse(address, base)),
    stopped: [stopped.signal, new AbortController().signal].map(signal =>
      caught(() => signal.throwIfAborted()),
    ),
  };
};

it('what old browsers lack answers as their own does, and all that is named is there', () => {
  const own = answers();
  // What the test itself runs on needs them, too.
  takeAway(added);
  const without = caught(answers);
  addLaterFunctions();
  const then = answers();
  expect(without).toBe('TypeError');
  expect(then).toEqual(own);
  expect(crypto.randomUUID()).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  const dialog = document.createElement('dialog');
  dialog.showModal();
  expect(dialog.hasAttribute('open')).toBe(true);
  dialog.close();
  expect(dialog.hasAttribute('open')).toBe(false);
});
