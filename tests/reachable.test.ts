import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { resources as provided } from '#dataProvider/resources.ts';
import { screens } from '#src/admin/shell/AdminApp.tsx';
import { screenRoutes } from '#src/admin/shell/screenRoutes.tsx';
import { handbookSections } from '../scripts/build/handbookSections.ts';
import { callsIn, textsIn } from './calls.ts';

/**
 * Every action of administrators is called by a screen, or is named below with the reason why it has none. Which pages a
 * resource has, it says itself; a call is found in the source: `invoke('function', 'action', …)`, or a method of the
 * data provider where a screen uses it.
 */
const withoutScreen: Record<string, string> = {
  'adminUser.getUsersByOpenids': 'fixed by the specification; the screens find users by ids',
  'adminOrder.getOrderStats':
    'fixed by the specification; the dashboard shows what adminDashboard.getOrderStats answers',
};

const root = path.join(import.meta.dirname, '..');
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
const sources = ['src', 'authProvider', 'dataProvider'].flatMap(folder =>
  (readdirSync(path.join(root, folder), { recursive: true }) as string[])
    .filter(name => /\.tsx?$/.test(name))
    .map(name => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, '/'));
      const text = readFileSync(path.join(root, file), 'utf8');
      const calls = text.includes('invoke') ? callsIn(text, file) : [];
      return {
        file,
        text: withoutComments(text),
        invocations: calls.filter(({ name }) => name === 'invoke'),
      };
    }),
);

const quoted = (text: string) => [...text.matchAll(/['"]([\w/-]+)['"]/g)].map(([, word]) => word!);
const isAction = (name: string, action: string) =>
  Object.hasOwn((functions as Record<string, Actions>)[name] ?? {}, action);

/** `function.action` of all calls; where a call gets the action as a value, those named in its file and its importers. */
const invoked = new Set(
  sources.flatMap(({ file, invocations }) =>
    invocations.flatMap(({ args: [called, action] }) => {
      const literals = textsIn(action);
      const nearby = sources.filter(
        one => one.file === file || one.text.includes(`/${path.posix.basename(file)}'`),
      );
      const named = literals.length > 0 ? literals : nearby.flatMap(one => quoted(one.text));
      return textsIn(called).flatMap(name =>
        named.filter(word => isAction(name, word)).map(word => `${name}.${word}`),
      );
    }),
  ),
);

/** Functions that a component is given: `function="adminTemplate"`. */
const given = sources.flatMap(({ text }) =>
  [...text.matchAll(/\bfunction="(\w+)"/g)].map(([, name]) => name!),
);
for (const { args } of sources.flatMap(({ invocations }) => invocations)) {
  const [called, action] = args;
  if (textsIn(called).length > 0) continue;
  for (const word of textsIn(action))
    for (const name of given) if (isAction(name, word)) invoked.add(`${name}.${word}`);
}

const pages = screenRoutes(screens);

/** The pages that use a method of the data provider by themselves. */
const usedBy: Record<string, string[]> = {
  create: ['create'],
  update: ['edit'],
  getOne: ['show', 'edit'],
};
/** What a resource's own files must name for a method of the data provider to be used. */
const marks: Record<string, RegExp> = {
  create: /\.create\(|\bRecordDialog\b/,
  update: /\b(\.update\(|useUpdate\b|RecordDialog\b)/,
  delete: /\b(DeleteButton|deleteButton|BulkDeleteButton|useDelete)\b/,
  setField: /\b(EditableColumn|EditableNumberField|SetStatusButton|useSetField)\b/,
  setRecommend: /\bRecommendSwitch\b/,
  setOrder: /\buseOrderedRecords\b/,
};
/** Any file that names the resource may read it. */
const readers: Record<string, RegExp> = {
  getList: /./,
  getOne: /useGetOne|ReferenceField\b/,
  getMany: /\b(NamesField|ReferenceNames|ReferenceFilter|ReferenceArrayInput|useGetMany\w*)\b/,
};
/** Asked by the data provider itself, when a change was refused or a record is missing. */
const asksAfter = ['update', 'setField', 'setRecommend', 'delete'];

const usesOf = (name: string, row: Record<string, unknown>): string[] => {
  const naming = sources.filter(({ text }) => quoted(text).includes(name));
  const folders = naming
    .filter(({ file, text }) => file.endsWith('/index.ts') && text.includes(`name: '${name}'`))
    .map(({ file }) => path.posix.dirname(file));
  const own = sources.filter(({ file }) => folders.some(folder => file.startsWith(`${folder}/`)));
  const its = pages.filter(({ resource }) => resource === name).map(({ page }) => page);
  const isUsed = (method: string) =>
    usedBy[method]?.some(page => its.includes(page)) ||
    (method in marks && own.some(({ text }) => marks[method]!.test(text))) ||
    (method in readers &&
      [...naming, ...own].some(
        ({ file, text }) => file !== 'dataProvider/resources.ts' && readers[method]!.test(text),
      ));
  const methods = Object.keys({ ...marks, ...readers }).filter(method => row[method]);
  const used = methods.filter(isUsed);
  if (row['getOne'] && used.some(method => asksAfter.includes(method))) used.push('getOne');
  return used.map(method => `${String(row['function'])}.${[row[method]].flat()[0] as string}`);
};

const reached = new Set([
  ...invoked,
  ...Object.entries(provided).flatMap(([name, row]) =>
    usesOf(name, row as unknown as Record<string, unknown>),
  ),
]);

const adminActions = Object.entries<Actions>(functions).flatMap(([name, actions]) =>
  Object.entries(actions)
    .filter(([, { access }]) => access === 'admin')
    .map(([action]) => `${name}.${action}`),
);

it('every action of administrators is called by a screen, or has a reason to be without one', () => {
  const missing = adminActions.filter(name => !reached.has(name) && !withoutScreen[name]);
  expect(
    missing,
    'Call it from a screen, remove it, or say in tests/reachable.test.ts why it has no screen.',
  ).toEqual([]);
});

it('no action is named as without a screen that has one, or that does not exist', () => {
  const known = new Set(adminActions);
  expect(
    Object.keys(withoutScreen).filter(name => reached.has(name) || !known.has(name)),
    'Take it from the list in tests/reachable.test.ts.',
  ).toEqual([]);
});

it('the handbook has sections of pages that are there', () => {
  const addresses = new Set(pages.map(({ path: address }) => address.replace(/\/\*$/, '')));
  expect(Object.keys(handbookSections).filter(address => !addresses.has(address))).toEqual([]);
});

it('finds the calls of screens at all', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(invoked.size).toBeGreaterThan(100);
  expect(invoked).not.toContain('adminUser.getUsersByOpenids');
});
