import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Actions } from '#contract/action.ts';
import { collections } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import type { ActionNames } from '#contract/entity.ts';
import { exportTable } from '#contract/exportTable.ts';
import { functions } from '#contract/index.ts';
import { areaOf, areaOfKind, type Kind } from '#contract/rights/rights.ts';
import { resources as provided } from '#dataProvider/resources.ts';
import { zh } from '#i18n/zh/index.ts';
import type { ResourceProps } from '#src/admin/kit/base/Resource.tsx';
import { auditKinds } from '#src/admin/resources/audit-logs/auditKinds.ts';
import { screens as adminScreens } from '#src/admin/shell/AdminApp.tsx';
import { screenRoutes } from '#src/admin/shell/screenRoutes.tsx';
import { backgroundConfigs, deploymentConfig, functionNames } from '../scripts/build/platform.ts';
import { storedFields } from '../scripts/build/storedFields.ts';
import { makeDemo } from '../scripts/demo/demo.ts';

/**
 * What a function, an entity or a resource still lacks where the compiler cannot know it: each complaint says what to
 * do. README, "Add a resource", lists the places.
 */
const root = path.join(import.meta.dirname, '..');
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);
const exportsOf = async (file: string) =>
  Object.entries((await import(/* @vite-ignore */ path.join(root, file))) as object) as [
    string,
    unknown,
  ][];

/** The sentence, where it applies. */
const unless = (isThere: unknown, sentence: string) => (isThere ? [] : [sentence]);

interface AnyEntity {
  kind: Kind;
  function: string;
  collection: string;
  names: ActionNames;
  fields: object;
  also: object;
  search?: string | true | undefined;
}
const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === 'object' && value !== null && 'names' in value && 'collection' in value;
const contract = await Promise.all(
  readdirSync(path.join(root, 'contract'))
    .filter(file => file.endsWith('.ts'))
    .map(file => exportsOf(`contract/${file}`)),
);
const declared = contract.flat().filter((one): one is [string, AnyEntity] => isEntity(one[1]));
const resourceOf = new Map<unknown, string>(Object.entries(entities).map(([name, e]) => [e, name]));

const screens = (
  await Promise.all(
    foldersIn('src/admin/resources')
      .map(folder => `src/admin/resources/${folder}/index.ts`)
      .filter(file => existsSync(path.join(root, file)))
      .map(exportsOf),
  )
)
  .flat()
  .filter((one): one is [string, ResourceProps] => {
    const value = one[1] as Partial<ResourceProps> | null;
    return typeof value === 'object' && value?.list !== undefined;
  });

describe.each([...Object.keys(functions), ...Object.keys(backgroundConfigs)])(
  'the function %s',
  name => {
    it('has a folder', () => {
      expect(
        unless(
          existsSync(path.join(root, 'cloudfunctions', name, 'index.ts')),
          `Add cloudfunctions/${name}/index.ts, which exports \`main = defineFunction('${name}', …)\`.`,
        ),
      ).toEqual([]);
    });

    it('has words in the audit log for what it writes', () => {
      const actions = Object.entries((functions as Record<string, Actions>)[name] ?? {});
      const audited = actions
        .filter(([, { effect, access }]) => effect === 'write' && access !== 'visitor')
        .map(([action]) => action);
      const words = zh.auditLogs.actions[name] ?? {};
      const labels = audited.map(action => words[action]).filter(Boolean);
      expect([
        ...audited.flatMap(action =>
          unless(
            words[action],
            `Add words for \`${name}.${action}\` to contract/sentences/auditLogs.ts, below \`actions\`.`,
          ),
        ),
        ...unless(
          audited.length === 0 || zh.auditLogs.functions[name],
          `Add a word for \`${name}\` to contract/sentences/auditLogs.ts, below \`functions\`.`,
        ),
        ...unless(
          new Set(labels).size === labels.length,
          `Tell the actions of \`${name}\` apart in contract/sentences/auditLogs.ts: two have the same words.`,
        ),
      ]).toEqual([]);
    });
  },
);

it('every folder of cloudfunctions/ is a function', () => {
  const known = new Set([...Object.keys(functions), ...Object.keys(backgroundConfigs)]);
  expect(
    foldersIn('cloudfunctions').flatMap(name =>
      unless(
        name === '_shared' || known.has(name),
        `Add \`${name}\` to \`functions\` in contract/index.ts, or, if only timers and other services call it, to ` +
          '`backgroundConfigs` in scripts/build/platform.ts.',
      ),
    ),
  ).toEqual([]);
});

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('an environment of the smallest plan takes all functions, with room for one that is being replaced', () => {
  expect(functionNames.length).toBeLessThan(50);
});

it('cloudbaserc.json is what scripts/build/platform.ts says', () => {
  const stored: unknown = JSON.parse(read('cloudbaserc.json'));
  expect(stored, 'Run `npm run generate`.').toEqual(deploymentConfig());
});

it('no stored field is renamed or taken away in silence', () => {
  const fieldsOf = (text: string) =>
    text.split('\n').flatMap(line => {
      const [collection, ...fields] = line.split('\t');
      return fields.map(field => `${collection}.${field}`);
    });
  const declared = fieldsOf(storedFields());
  const kept = fieldsOf(read('docs/fields.tsv'));
  expect([
    ...kept.flatMap(field =>
      unless(
        declared.includes(field),
        `\`${field}\` is gone and stays in stored records: rename or remove it there (docs/migrations.md), then run \`npm run generate\`.`,
      ),
    ),
    ...unless(
      declared.every(field => kept.includes(field)),
      'Run `npm run generate`: docs/fields.tsv lacks a field.',
    ),
  ]).toEqual([]);
});

// What the demo data encrypt, with a key that no other test of this process sees.
vi.stubEnv('APP_KEK_1', randomBytes(32).toString('base64'));
const demo = makeDemo(Date.now(), 1, { orders: 10, users: 10 }).collections;
vi.unstubAllEnvs();

describe.each(declared)('%s', (variable, entity) => {
  const { collection, names } = entity;

  it('is listed, with a collection and actions', () => {
    const actions = (functions as Record<string, Actions>)[entity.function] ?? {};
    const named = Object.values(names) as { name: string }[];
    const resource = resourceOf.get(entity);
    expect([
      ...unless(
        resource === undefined || areaOf(resource) === areaOfKind[entity.kind],
        `Give \`${resource}\` the area of its kind in contract/rights/rights.ts, below \`areaOfResource\`.`,
      ),
      ...unless(
        resourceOf.has(entity),
        `Add \`${variable}\` to contract/entities.ts, by the name of its resource.`,
      ),
      ...unless(
        collections.some(({ name }) => name === collection),
        `Add the collection \`${collection}\` with its indexes to contract/collections.ts.`,
      ),
      ...unless(
        named.every(({ name }) => actions[name]),
        `Add \`${entity.function}\` with \`${variable}.actions\` to \`functions\` in contract/index.ts.`,
      ),
    ]).toEqual([]);
  });

  it('has demo data that its examples name', () => {
    const rows = (demo[collection] ?? []) as { _id: string }[];
    // A record with a key of its own, as a day, is answered even where it is not stored.
    const asked = '_id' in entity.also ? [] : [names.get, names.update, names.delete];
    const ids = asked.map(named => named && (named.example as Record<string, string>)[named.id]);
    expect(
      [...new Set(ids)].flatMap(id =>
        unless(
          id === undefined || rows.some(({ _id }) => _id === id),
          `Add \`${id}\` to the records of \`${collection}\` in scripts/demo/: an example of \`${variable}\` names it.`,
        ),
      ),
    ).toEqual([]);
  });
});

it('the audit log has a word for every kind of record', () => {
  expect(
    Object.keys(auditKinds).flatMap(kind =>
      unless(
        zh.auditLogs.kinds[kind],
        `Add a word for \`${kind}\` to contract/sentences/auditLogs.ts, below \`kinds\`.`,
      ),
    ),
  ).toEqual([]);
});

const pages = screenRoutes(adminScreens);

/** Shown inside other pages only. */
const withoutPages = [
  'activation-codes/codes',
  'compensations/rows',
  'users/logs',
  'users/notes',
  'users/orders',
  'users/print-orders',
];

it('every resource of the data provider has pages', () => {
  const shown = [...pages.map(({ resource }) => resource), ...withoutPages];
  expect(
    Object.keys(provided).flatMap(name =>
      unless(
        shown.includes(name),
        `Add src/admin/resources/${name}/index.ts, and a \`<Resource>\` for it to src/admin/shell/AdminApp.tsx.`,
      ),
    ),
  ).toEqual([]);
});

it('every address has one page', () => {
  expect(new Set(pages.map(({ path: address }) => address)).size).toBe(pages.length);
});

type Labels = Record<string, unknown> & {
  fields?: Record<string, unknown>;
  pages?: Record<string, string>;
};

describe.each(screens)('the resource %s', (variable, resource) => {
  const { name } = resource;
  const labels = (zh.resources as Record<string, Labels | undefined>)[name];

  it('is known to the shell and the data provider', () => {
    const parent = resource.options?.parent;
    expect([
      ...unless(
        pages.some(page => page.resource === name),
        `Add \`<Resource {...${variable}} />\` to src/admin/shell/AdminApp.tsx.`,
      ),
      ...unless(
        Object.hasOwn(provided, name),
        `Add \`${name}\` to contract/entities.ts, or its actions to dataProvider/resources.ts.`,
      ),
      ...unless(
        parent === undefined || pages.some(({ path: address }) => address === `/${parent}`),
        `Let \`options.parent\` of \`${variable}\` name a page; there is none at /${parent}.`,
      ),
    ]).toEqual([]);
  });

  it('can be exported if it says so', () => {
    expect([
      ...unless(
        !resource.options?.isExportable || Object.hasOwn(exportTable, name),
        `Add \`${name}\` with its columns to a file of contract/exports/, or take \`isExportable\` from the options of \`${variable}\`.`,
      ),
      ...unless(
        resource.options?.isExportable || !Object.hasOwn(exportTable, name),
        `Add \`isExportable: true\` to the options of \`${variable}\`: contract/exports/ has columns for it.`,
      ),
    ]).toEqual([]);
  });

  it('has the labels that its pages need', () => {
    const entity = (entities as unknown as Record<string, AnyEntity>)[name];
    const its = pages.filter(({ resource: of }) => of === name);
    const needed = [
      'name',
      'empty.title',
      'empty.text',
      ...its.map(({ page }) => `page.${page}`),
      ...(entity?.search ? ['search'] : []),
      ...(entity?.names.delete ? ['delete.effect'] : []),
    ];
    const at = (key: string) =>
      key.split('.').reduce<unknown>((tree, part) => (tree as Labels | undefined)?.[part], labels);
    expect([
      ...unless(
        labels,
        `Add the labels of \`${name}\` to i18n/zh/, and to \`resources\` in i18n/zh/index.ts.`,
      ),
      ...(labels ? needed : []).flatMap(key =>
        unless(at(key), `Add \`${key}\` to the labels of \`${name}\` in i18n/zh/.`),
      ),
    ]).toEqual([]);
  });
});
