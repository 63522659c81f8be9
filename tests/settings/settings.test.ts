import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '#contract/settingFields.ts';
import { testTitled } from '../titles.ts';
import { type SettingPath, settingUses, type Use } from './uses.ts';

/** The names of all properties that a file reads: `x.name`, `x['name']`, and `{ name }` taken out of something. */
const propertiesRead = (text: string, file: string): Set<string> => {
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      names.add(node.argumentExpression.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const from = node.propertyName ?? node.name;
      if (ts.isIdentifier(from)) names.add(from.text);
    }
    node.forEachChild(look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names;
};

/** Every setting is read where it matters, and a test proves its effect: `uses.ts` says which. */
const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const known = new Map<string, Set<string>>();
const namesIn = (file: string) => {
  const names = known.get(file) ?? propertiesRead(read(file), file);
  known.set(file, names);
  return names;
};

type Values = Record<string, unknown>;
const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list, and a map whose keys are free, is one setting. */
const leavesOf = (value: unknown, at: string): [path: string, value: unknown][] =>
  isGroup(value) &&
  Object.keys(value).length > 0 &&
  !['system.imageStyles', 'compliance.documents', 'general.quickReplies'].includes(at)
    ? Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, `${at}.${key}`))
    : [[at, value]];
const leaves = Object.entries(settingDefaults).flatMap(([type, values]) => leavesOf(values, type));

const uses = Object.entries(settingUses) as [SettingPath, Use][];

const lastOf = (at: string) => at.split('.').at(-1)!;

describe('the settings', () => {
  it('are all in the table, and nothing else', () => {
    expect(Object.keys(settingUses).sort()).toEqual(leaves.map(([at]) => at).sort());
  });

  it.each(uses)('%s is read by the files that the table names', (at, { readBy }) => {
    expect(readBy.length).toBeGreaterThan(0);
    for (const file of readBy) {
      const names = namesIn(file);
      const name = lastOf(at);
      // Secrets are stored sealed, in a field of that name.
      expect([...names], `${file} does not read ${at}`).toSatisfy(
        (all: string[]) => all.includes(name) || all.includes(`${name}Enc`),
      );
    }
  });

  it.each(uses)(
    '%s has a test of its effect, which sets it or calls for it',
    (at, { provenBy }) => {
      const [file, title] = provenBy;
      const text = read(file);
      expect(text, `${file} has no test “${title}”`).toMatch(testTitled(title));
      expect(text, `${file} does not set ${at}`).toContain(lastOf(at));
    },
  );
});
