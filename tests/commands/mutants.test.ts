import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/built.js';
import { readEnumerations, siblings } from '../../scripts/mutants/enumerations.ts';
import { textOf } from '../../scripts/mutants/mutant.ts';
import { mutate } from '../../scripts/mutants/mutate.ts';
import { createSwitch } from '../../scripts/mutants/switch.ts';
import { unnoticeable } from '../mutants/unnoticeable.ts';

const enumerations = [
  ['unused', 'used', 'expired'],
  ['get', 'post'],
];

const changesOf = (code: string) => {
  const { mutants } = mutate('a.ts', code, siblings(enumerations, code), 1);
  return mutants.map(textOf);
};

type Exported = 'isFull' | 'row' | 'last' | 'wait' | 'refuse';

/** What the file exports, with one of its changes switched on; none for the original. */
const withChange = (code: string, change?: string) => {
  const { mutants, code: all } = mutate('a.ts', code, siblings(enumerations, code), 1);
  const number = change === undefined ? 0 : mutants.findIndex(one => textOf(one) === change) + 1;
  if (change !== undefined) expect(number, change).toBeGreaterThan(0);
  const mutantSwitch = createSwitch(mutants.length);
  const { outputText } = ts.transpileModule(all, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported = {} as Record<Exported, (...given: unknown[]) => unknown>;
  new Function('exports', 'mutantSwitch', outputText)(exported, mutantSwitch);
  mutantSwitch.activate(number, 1_000);
  return { ...exported, end: () => mutantSwitch.activate(0, Infinity), mutantSwitch };
};

describe('the changes of a file', () => {
  it.each([
    ['if (a) return;', ['condition: a → false', 'condition: a → true']],
    [
      'if (a && b) return;',
      ['condition: a && b → false', 'operand: a && b → a', 'operand: a && b → b'],
    ],
    ['return a < b;', ['boundary: a < b → a <= b', 'comparison: a < b → a >= b']],
    ['return a === b;', ['comparison: a === b → a !== b']],
    ['return a ?? b;', ['operand: a ?? b → a', 'operand: a ?? b → b']],
    [
      'return a + 2 * b;',
      ['arithmetic: a + 2 * b → a - 2 * b', 'arithmetic: 2 * b → 2 / b', 'number: 2 → 4'],
    ],
    ['return Math.floor(a);', ['rounding: Math.floor(a) → Math.ceil(a)']],
    ['return a.payTime;', ['field: a.payTime → a.createTime']],
    ['await a();', ['call: await a(); → left out']],
    ['return { a };', ['property: a → left out']],
    [
      "return a === 'used';",
      ["comparison: a === 'used' → a !== 'used'", "value: 'used' → 'unused'"],
    ],
    [
      'return { payTime: _.lt(a) };',
      [
        'property: payTime: _.lt(a) → left out',
        'field: payTime: _.lt(a) → createTime: _.lt(a)',
        'boundary: _.lt(a) → _.lte(a)',
      ],
    ],
    ['b(a, entry);', ['call: b(a, entry); → left out', 'audit row: entry → left out']],
    ['while (a) b();', ['condition: a → false', 'call: b(); → left out']],
  ])('of %s', (statement, changes) => {
    const found = changesOf(`const f = async () => { ${statement} };`);
    const plain = (change: string) => change.replace('→ undefined', '→ left out');
    expect(found.map(plain).sort()).toEqual([...changes].sort());
  });

  it('are none in what is logged and in the fields that a query reads, which are counted', () => {
    const code = `const f = () => { report('failed', 1 + a); find({ a }, { fields: ['createTime'] }); };`;
    const { mutants, leftOut } = mutate('a.ts', code, () => undefined, 1);
    expect(mutants.map(textOf)).toEqual([
      `call: find({ a }, { fields: ['createTime'] }); → left out`,
      'property: a → left out',
    ]);
    expect(leftOut).toEqual({
      'in what is logged': 3,
      'in the choice of the fields that are read': 2,
    });
  });
});

describe('a file with all changes in it', () => {
  const code = `
    const MOST = 2;
    export class Refused extends Error {
      constructor(readonly why: string) { super('refused'); }
    }
    export const isFull = (rows: unknown[]) => rows.length >= MOST;
    export const row = (at: number, next?: { at: number }) => ({ at, ...(next && { next: next.at + 1 }) });
    export const last = (text?: string) => text?.split(',').filter(Boolean).at(-1) ?? '';
    export const wait = () => { let at = 0; for (;;) { if (at >= 3) return at; at += 1; } };
    export const refuse = () => { throw new Refused('full'); };
  `;

  it('does what it did, as long as none is switched on', () => {
    const { isFull, row, last, wait, refuse } = withChange(code);
    expect([isFull([1]), isFull([1, 2])]).toEqual([false, true]);
    expect(row(1, { at: 4 })).toEqual({ at: 1, next: 5 });
    expect([last('a,b,'), last()]).toEqual(['b', '']);
    expect(wait()).toBe(3);
    expect(() => refuse()).toThrow('refused');
  });

  it('does one thing differently when one is switched on', () => {
    const { isFull } = withChange(code, 'boundary: rows.length >= MOST → rows.length > MOST');
    expect(isFull([1, 2])).toBe(false);
    const { row } = withChange(code, 'property: at → left out');
    expect(row(1)).toEqual({});
    const { last } = withChange(
      code,
      "operand: text?.split(',').filter(Boolean).at(-1) ?? '' → ''",
    );
    expect(last('a,b,')).toBe('');
  });

  it('has other constants as long as a change of one is switched on', () => {
    const { isFull, end } = withChange(code, 'number: 2 → 4');
    expect(isFull([1, 2, 3])).toBe(false);
    end();
    expect(isFull([1, 2, 3])).toBe(true);
  });

  it('stops what does not end with a change', () => {
    const { wait, mutantSwitch } = withChange(code, 'arithmetic: at += 1 → at -= 1');
    expect(() => wait()).toThrow('reached without end');
    expect(mutantSwitch.isEndless).toBe(true);
  });
});

it('lists as unnoticeable only changes that are made', () => {
  const known = readEnumerations();
  const changes = new Map<string, Set<string>>();
  for (const file of new Set(unnoticeable.map(one => one.file))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { mutants } = mutate(file, text, siblings(known, text), 1);
    const names = mutants.map(one => `${one.within} ${textOf(one)}`);
    changes.set(file, new Set(names));
  }
  const outdated = unnoticeable.filter(
    ({ file, within, change }) => !changes.get(file)?.has(`${within} ${change}`),
  );
  expect(outdated).toEqual([]);
});
