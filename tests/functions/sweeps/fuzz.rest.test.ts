import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CollectionName } from '#contract/collections.ts';
import { isDeep } from '../../depth.ts';
import { startWorld } from '../world/harness.ts';
import { leavesOf, withKey, withLeaf } from '../world/leaves.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';

const world = await startWorld({
  LOGIN_FREE_ATTEMPTS: 1_000_000,
  LOGIN_FAILURES_PER_IP: 1_000_000,
});
const { as } = world;
let before: string;

const start = async (leftOut: CollectionName[] = ignored) => {
  await world.reset();
  before = await world.dump(leftOut);
};
/** A refused sign-in is noted; nothing else may change. */
const ignored: CollectionName[] = ['auditLogs'];
/** Wrong codes are recorded for support. */
const logsRefusals = new Set(['appUser.redeemCode', 'appPrint.claimPrintOrder']);

const RUNS = isDeep ? 300 : 6;
const timeout = isDeep ? 900_000 : 60_000;

const hostileStrings = fc.constantFrom(
  '',
  ' ',
  'token 身份验证 401',
  '$where',
  'a.b',
  '__proto__',
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE x;--",
  '{{7*7}}<script>',
  '=1+1',
  '\\',
  '\u0000',
  '\ud800\udc00a\udc00',
  '\u202eabc',
  '👩‍👩‍👧‍👦e\u0301é０１２',
  '﷽'.repeat(50),
  'a'.repeat(10_000),
  '中'.repeat(3_000),
  '9'.repeat(400),
  'tpl_0001',
);
const hostileKeys = fc.oneof(
  hostileStrings,
  fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)),
  fc.constantFrom('prototype', 'toJSON', 'then', 'length', '_bsontype'),
);
const sizes = [0, 1, 1.5, 101, 1_000_001, 2 ** 31, 2 ** 53, 1e21, 1e308, 5e-324];
const hostileNumbers = fc.constantFrom(...sizes, ...sizes.map(size => -size));
const operators = fc.constantFrom<unknown[]>(
  { $ne: null },
  { $regex: '^(a+)+$' },
  { $where: '1', $expr: true, $function: {} },
  { $in: [[]], $or: [{}] },
  { $oid: 'x' },
  { $date: 'x' },
  { $numberLong: '9223372036854775808' },
  { $undefined: true, $minKey: 1 },
  { $inc: 1 },
  { toJSON: 'x', then: 'x', length: 1e9 },
  { 'a.b': 1 },
  { constructor: { prototype: 1 } },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  [[]],
  [null],
  Array(501).fill('x'),
  {},
);
const deep = fc.constantFrom(10, 1_000).map(depth => {
  let value: unknown = 'x';
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value };
  return value;
});
const anything = fc.oneof(
  hostileStrings,
  hostileNumbers,
  operators,
  deep,
  fc.constantFrom(null, true, false),
  fc.jsonValue({ maxDepth: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

/** The action's example with up to three changed places, an extra key, or something else entirely. */
const payloads = ({ definition }: RegisteredAction): fc.Arbitrary<unknown> => {
  const example = definition.example as object;
  const places = leavesOf(example).filter(path => path.length > 0);
  const spoilt =
    places.length === 0
      ? fc.constant<unknown>(example)
      : fc
          .array(fc.tuple(fc.constantFrom(...places), anything), { minLength: 1, maxLength: 3 })
          .map(changes =>
            changes.reduce<unknown>((data, [path, value]) => {
              try {
                return withLeaf(data, path, value);
              } catch {
                // An earlier change took the place away.
                return data;
              }
            }, example),
          );
  /** Extra keys at any depth, so that maps get unexpected keys. */
  const insides = [[], ...places.map(path => path.slice(0, -1))];
  const more = fc
    .tuple(fc.constantFrom(...insides), hostileKeys, anything)
    .map(([inside, key, value]) => withKey(example, inside, key, value));
  return fc.oneof(
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: more },
    { weight: 1, arbitrary: anything },
  );
};

describe('any data with a live session', () => {
  it.each(everyAction)(
    '$title answers with an envelope, and a refusal changes nothing',
    { timeout },
    async at => {
      // Support must be able to say why a code was refused, so each wrong one is noted with its user.
      const leftOut = [...ignored, ...(logsRefusals.has(at.title) ? ['userLogs' as const] : [])];
      await start(leftOut);
      await fc.assert(
        fc.asyncProperty(payloads(at), async data => {
          const started = performance.now();
          const answer = await world.send(at.name, { action: at.action, data, ...as() });
          expect(Object.keys(answer).sort()).toEqual(['code', 'data', 'message', 'requestId']);
          expect(Number.isInteger(answer.code)).toBe(true);
          expect(answer.message.length).toBeGreaterThan(0);
          expect(answer.code).not.toBe(-1);
          expect(String(answer.code)).not.toContain('401');
          expect(answer.message).not.toMatch(/token|身份验证|401|SQLITE|Error|\.ts\b|at /);
          expect(answer.code, world.errors.at(-1)).not.toBe(50001);
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
          expect(performance.now() - started).toBeLessThan(20_000);
          if (answer.code !== 0 || at.definition.effect === 'read')
            expect(await world.dump(leftOut)).toBe(before);
          else {
            expect(await world.dump(['settings'])).not.toMatch(/"\$[a-z]+":/i);
            await start(leftOut);
          }
        }),
        { numRuns: RUNS, endOnFailure: true, ...(!isDeep && { seed: everyAction.indexOf(at) }) },
      );
    },
  );
});
