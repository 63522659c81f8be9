import { describe, expect, it } from 'vitest';
import { MAX_CALL_BYTES, MAX_DATA_BYTES } from '#contract/constants.ts';
import { line, withinBytes, z } from '#contract/zod.ts';
import { everyAction } from '../functions/world/registry.ts';

interface Match {
  /** Length of the longest text, as JSON. */
  bytes: number;
  /** Bytes of its widest character. */
  widest: number;
}

const NOTHING: Match = { bytes: 0, widest: 0 };
/** What is in UTF-8 three bytes long; a character outside the first plane has two units and four bytes. */
const WIDE = 3;

/**
 * How long a text can be that a regular expression matches as a whole: groups, classes, alternatives and quantifiers, as
 * our contract uses them. Look-arounds count as nothing.
 */
const longestMatch = (source: string): Match => {
  let at = 0;

  const alternatives = (): Match => {
    let longest = sequence();
    while (source[at] === '|') {
      at += 1;
      longest = either(longest, sequence());
    }
    return longest;
  };

  const sequence = (): Match => {
    let sum = NOTHING;
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const one = atom();
      const times = quantifier();
      const bytes = one.bytes === 0 || times === 0 ? 0 : one.bytes * times;
      sum = { bytes: sum.bytes + bytes, widest: Math.max(sum.widest, one.widest) };
    }
    return sum;
  };

  const atom = (): Match => {
    const char = source[at] ?? '';
    if (char === '^' || char === '$') {
      at += 1;
      return NOTHING;
    }
    if (char === '(') return group();
    if (char === '[') return characterClass();
    if (char === '\\') return escape();
    at += 1;
    return wide(char === '.' ? WIDE : widthOf(char));
  };

  const group = (): Match => {
    const opening = /^\((\?(:|=|!|<=|<!))?/.exec(source.slice(at));
    at += opening?.[0].length ?? 1;
    const inside = alternatives();
    at += 1;
    return opening?.[2] === undefined || opening[2] === ':' ? inside : NOTHING;
  };

  const characterClass = (): Match => {
    const text = /^\[(\^?)((?:\\.|[^\]\\])*)\]/su.exec(source.slice(at));
    if (!text) throw new Error(`a class without its end: ${source}`);
    at += text[0].length;
    const [, negated, inside = ''] = text;
    if (negated || /\\[WDSpP]|\\u(?!00[0-7])/.test(inside)) return wide(WIDE);
    return wide(Math.max(1, ...[...inside].map(widthOf)));
  };

  const escape = (): Match => {
    const text = /^\\(u[0-9a-fA-F]{4}|.)/s.exec(source.slice(at))?.[0] ?? '\\';
    at += text.length;
    if (/^\\[bB]$/.test(text)) return NOTHING;
    return wide(/^\\[WDSpP]/.test(text) || /^\\u(?!00[0-7])/.test(text) ? WIDE : 1);
  };

  const quantifier = (): number => {
    const text = /^(?:[?*+]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
    if (!text) return 1;
    at += text[0].length;
    if (text[0].startsWith('?')) return 1;
    if (!text[0].startsWith('{')) return Infinity;
    return text[2] && !text[3] ? Infinity : Number(text[3] || text[1]);
  };

  return alternatives();
};

const wide = (width: number): Match => ({ bytes: width, widest: width });
const widthOf = (char: string) => Buffer.byteLength(JSON.stringify(char)) - 2;
const either = (one: Match, other: Match): Match => ({
  bytes: Math.max(one.bytes, other.bytes),
  widest: Math.max(one.widest, other.widest),
});

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  maxBytes?: number;
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** `-1.7976931348623157e+308` */
const NUMBER = 24;
/** `\u0001` is the longest form of a character; text of ours is well-formed and has no control characters. */
const ANY_CHARACTER = 6;

/**
 * Bytes of the longest JSON that a schema admits, without space around texts, which is taken off, and without what only
 * a refinement refuses.
 */
const largest = (schema: Schema): number =>
  Math.min(schema.maxBytes ?? Infinity, unlimited(schema));

const unlimited = (schema: Schema): number => {
  if ('const' in schema) return bytes(schema.const);
  if (schema.enum) return Math.max(...schema.enum.map(bytes));
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return Math.max(...some.map(largest));
  if (schema.allOf) {
    const { allOf, ...own } = schema;
    return Math.min(...allOf.map(one => largest({ ...own, ...one })));
  }
  switch (schema.type) {
    case 'string':
      return textBytes(schema);
    case 'number':
    case 'integer':
      return NUMBER;
    case 'boolean':
      return bytes(false);
    case 'null':
      return bytes(null);
    case 'array':
      return 2 + listed(schema);
    case 'object':
      return 2 + named(schema);
    default:
      return Infinity;
  }
};

const textBytes = ({ pattern, maxLength = Infinity }: Schema) => {
  if (pattern === undefined) return 2 + maxLength * ANY_CHARACTER;
  const match = longestMatch(pattern);
  return 2 + Math.min(match.bytes, maxLength * match.widest);
};

const listed = ({ prefixItems, items = {}, maxItems = Infinity }: Schema) =>
  prefixItems
    ? prefixItems.reduce((sum, one) => sum + largest(one) + 1, 0)
    : maxItems * (largest(items) + 1);

const named = ({ properties = {}, additionalProperties }: Schema) =>
  Object.entries(properties).reduce(
    (sum, [key, one]) => sum + bytes(key) + 2 + largest(one),
    additionalProperties && typeof additionalProperties === 'object' ? Infinity : 0,
  );

const sizes = everyAction.map(({ title, definition }) => ({
  title,
  access: definition.access,
  size: largest(
    z.toJSONSchema(definition.input, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    }) as Schema,
  ),
}));
const above = (limit: number, which: (one: (typeof sizes)[number]) => boolean) =>
  sizes.filter(one => which(one) && one.size > limit).map(({ title }) => title);

/** Their data would lie in storage for a moment. */
const withSecrets =
  /^adminAuth\.|^adminAdministrator\.|^adminApiKey\.|^adminSettings\.update|^adminSettings\.test/;

describe('the largest input', () => {
  it('of every action for visitors and for all callers fits into a call', () => {
    expect(sizes.filter(({ access }) => access !== 'admin').length).toBeGreaterThan(30);
    expect(above(MAX_DATA_BYTES, ({ access }) => access !== 'admin')).toEqual([]);
  });

  it('of every action with passwords and keys does too', () => {
    expect(sizes.filter(({ title }) => withSecrets.test(title)).length).toBeGreaterThan(15);
    expect(above(MAX_DATA_BYTES, ({ title }) => withSecrets.test(title))).toEqual([]);
  });

  it('leaves room for the action, a session and what the gateway adds', () => {
    const token = `adm.${'a'.repeat(64)}.${'b'.repeat(43)}`;
    const around = { action: 'a'.repeat(64), token, source: 'a'.repeat(32), userInfo: {} };
    expect(bytes(around) + MAX_DATA_BYTES).toBeLessThan(MAX_CALL_BYTES);
  });

  it('is counted in bytes: of Chinese, of escapes, of repetitions and alternatives', () => {
    const of = (schema: z.ZodType) => largest(z.toJSONSchema(schema, { io: 'input' }) as Schema);
    expect(of(z.string().max(10))).toBe(62);
    expect(of(line(10))).toBe(32);
    expect(of(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/))).toBe(66);
    expect(of(z.string().regex(/^(orders|print-orders)\/\d{1,4}(\.\d{2})?$/))).toBe(22);
    expect(of(z.string().regex(/^[a-z]+$/))).toBe(Infinity);
    expect(
      of(
        z
          .string()
          .regex(/^[a-z]+$/)
          .max(9),
      ),
    ).toBe(11);
    expect(of(z.string().regex(/^["\\]{3}$/))).toBe(8);
    expect(of(z.array(z.literal('甲')).max(3))).toBe(20);
    expect(of(z.array(z.boolean()))).toBe(Infinity);
    expect(of(z.record(z.string(), z.boolean()))).toBe(Infinity);
    expect(of(withinBytes(z.record(z.string(), z.boolean()), 99, ''))).toBe(99);
    expect(of(z.unknown())).toBe(Infinity);
    expect(of(z.strictObject({ a: z.int(), b: z.boolean().optional() }))).toBe(2 + 29 + 10);
  });

  it.each([['字'], ['"'], ['a']])(
    'within a number of bytes is measured as it is sent: %s',
    text => {
      const most = withinBytes(z.array(z.string()), 1_000, 'too much');
      const fitting = (count: number) => most.safeParse([text.repeat(count)]).success;
      const each = bytes(text) - 2;
      expect(fitting(Math.floor(996 / each))).toBe(true);
      expect(fitting(Math.floor(996 / each) + 1)).toBe(false);
    },
  );
});
