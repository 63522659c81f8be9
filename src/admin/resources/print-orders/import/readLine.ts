import { carrierNamed, carriersIn } from '#contract/carrierNames.ts';
import { guessCarriers } from '#contract/carriers.ts';
import { plainNumber, plainText } from '#contract/pasted.ts';

/** A parcel as typed or pasted; not validated here. */
export interface ShippingRow {
  printNo: string;
  expressCompany: string;
  expressNo: string;
}

/** `1、`, `(2)`, `3.`: what numbers the lines of a list. */
const ORDINAL = /^[([【]?\d{1,3}(?:[\s、.,:;)\]】-]+|(?=\p{Script=Han}|P\d{8}))/iu;
/** Those with four digits are numbers; dashes may part their groups. */
const NUMBER = /[A-Z\d](?:[\p{Pd}_]?[A-Z\d]){5,}/giu;
/** As labels and apps show a long number: `SF1234 5678 90123`. */
const IN_GROUPS = /(?:[A-Z]{1,3} ?)?\d{3,5}(?: \d{3,5}){2,}/i;
const PRINT_NO = /^P\d{8,}$/;
const PHONE_OR_DAY = /^(?:1[3-9]\d{9}|20\d\d-?\d\d?-?\d\d?)$/;
/** What people write around names and numbers. */
const AROUND =
  /^(?:\d|第|冲印|订单|快递|物流|运|单|公司|编|号码?|no|件|个|已|发货?|寄|出|了|的|是|为|走|请|查收|加?急)+$/i;

const isPrint = (text: string) => PRINT_NO.test(plainNumber(text));
const isParcel = (text: string) => guessCarriers(plainNumber(text)).length > 0;
const without = (text: string, parts: readonly string[]) =>
  parts.reduce((rest, part) => rest.replace(part, ' '), text);

/** Of several, none is chosen: with strokes between they are no number, and the administrator is asked. */
const only = (numbers: readonly string[]) => [...new Set(numbers)].join('/');

/** The print number and the express number among those of a line: by their form, otherwise in this order. */
const sortOut = (numbers: readonly string[]) => {
  const prints = numbers.filter(isPrint);
  const others = numbers.filter(no => !prints.includes(no));
  const likely = others.filter(isParcel);
  const possible = others.filter(no => !PHONE_OR_DAY.test(no));
  const rest = likely.length > 0 ? likely : possible.length > 0 ? possible : others;
  if (prints.length > 0) return { printNo: only(prints), expressNo: only(rest) };
  if (likely.length > 0)
    return { printNo: only(possible.filter(no => !likely.includes(no))), expressNo: only(likely) };
  return { printNo: rest[0] ?? '', expressNo: only(rest.slice(1)) };
};

/** The one carrier that the words name, and the other words. */
const carrierAmong = (words: readonly string[]) => {
  const all = words.join(' ');
  if (carrierNamed(all)) return { carrier: all, left: '' };
  const named = words.filter(carrierNamed);
  const found = named.length > 0 ? named : carriersIn(all);
  const isOne = new Set(found.map(carrierNamed)).size === 1;
  return isOne
    ? { carrier: found[0] ?? '', left: words.filter(word => !named.includes(word)).join(' ') }
    : { carrier: '', left: all };
};

/**
 * A parcel from a line of a chat or a row without a heading: its parts are recognised by their look. What cannot be
 * recognised is left where it was written about, so that the check asks for it.
 */
export const readLine = (cells: readonly string[]): ShippingRow => {
  const line = plainText(cells.filter(Boolean).join(' ')).replace(ORDINAL, '');
  const whole = (line.match(NUMBER) ?? []).filter(text => /(?:\d.*){4}/.test(text));
  const prints = whole.filter(isPrint);
  const grouped = IN_GROUPS.exec(without(line, prints))?.[0];
  const numbers =
    grouped && isParcel(grouped) && !whole.some(isParcel) ? [...prints, grouped] : whole;
  const { printNo, expressNo } = sortOut(numbers);
  const words = without(line, numbers)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter(word => word && !AROUND.test(word));
  const { carrier, left } = carrierAmong(words);
  return {
    printNo: printNo || left,
    // Words that nobody knows may be a carrier's name.
    expressCompany: carrier || (printNo && left),
    expressNo,
  };
};
