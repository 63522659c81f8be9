import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { entities } from '#contract/entities.ts';
import { commonLabels, type Labels } from '#contract/entity.ts';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { exportTable } from '#contract/exportTable.ts';
import { storedFiles } from '#contract/file.ts';
import { creditLedger } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { zh } from '#i18n/zh/index.ts';
import { callsIn, propertiesOf, textsIn } from '../calls.ts';

interface Texts {
  name: string;
  fields?: object;
}
const resources: Readonly<Record<string, Texts>> = zh.resources;

const sourcesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(ending))
    .map(file => path.join(folder, file))
    .map(file => [file, readFileSync(file, 'utf8')] as const);

const wholeSchema = ({ record, detail, filter, createInput }: (typeof entities)['templates']) => ({
  ...createInput.shape,
  ...filter,
  ...detail.shape,
  ...record.shape,
});
const isIn = (
  shape: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: string[],
): boolean => {
  let schema = shape[name];
  while (schema && typeof schema === 'object' && 'unwrap' in schema)
    schema = (schema as z.ZodOptional).unwrap();
  if (rest.length === 0) return schema !== undefined;
  return schema instanceof z.ZodObject && isIn(schema.shape, rest);
};

/** The declarations by the variables that hold them. */
const declared = new Map<string, { labels: Labels }>(
  (
    await Promise.all(
      sourcesIn('contract', '.ts')
        .filter(([, text]) => text.includes('= entity({'))
        .map(
          async ([file]) =>
            Object.entries((await import(/* @vite-ignore */ path.resolve(file))) as object) as [
              string,
              { labels: Labels },
            ][],
        ),
    )
  )
    .flat()
    .filter(([name]) => name.endsWith('Entity')),
);
declared.set('storedFiles', storedFiles).set('creditLedger', creditLedger);

describe.each(Object.entries(entities))('of %s', (resource, one) => {
  it('every label is that of something that it has, and its screens have all of them', () => {
    const shape = wholeSchema(one as unknown as (typeof entities)['templates']);
    expect(Object.keys(one.labels).filter(label => !isIn(shape, label.split('.')))).toEqual([]);
    expect(resources[resource]?.name).toBe(one.name);
    expect(resources[resource]?.fields).toMatchObject(one.labels);
  });
});

it('every column and every filter of an export has a label, and no column has that of another', () => {
  for (const [resource, table] of Object.entries<ExportableResource>(exportTable)) {
    const headings = table.columns.map(({ label }) => label);
    expect(headings.filter(Boolean), resource).toEqual([...new Set(headings)]);
    const unlabelled = Object.entries(table.filters).filter(([, { label }]) => !label);
    expect(unlabelled.map(([name]) => name).filter(name => name !== 'ids')).toEqual([]);
  }
});

it('no label stands twice', () => {
  const twice = sourcesIn('contract', '.ts').flatMap(([file, text]) =>
    callsIn(text, file).flatMap(({ name, args: [of, more] }) => {
      if (name === 'entity') {
        const parts = propertiesOf(of);
        const partsOf = (...names: string[]) =>
          names.flatMap(part => [...propertiesOf(parts.get(part))]);
        const beside = partsOf('also', 'details').filter(([, one]) =>
          one.getText().startsWith('labelled('),
        );
        const labelled = [...partsOf('fields', 'fixed'), ...beside].map(([key]) => key);
        return [
          ...partsOf('labels').filter(([key]) => labelled.includes(key)),
          ...[...partsOf('labels'), ...beside].filter(
            ([key, one]) => commonLabels[key] === textsIn(one)[0],
          ),
        ].map(([key]) => `${file}: ${key}`);
      }
      if (name !== 'ofEntity' && name !== 'exportOf') return [];
      const variable = /\w*Entity|storedFiles|creditLedger/.exec(of?.getText() ?? '')?.[0] ?? '';
      const labels = declared.get(variable)?.labels ?? {};
      const columns = more && ts.isArrayLiteralExpression(more) ? [...more.elements] : [];
      return columns
        .map(propertiesOf)
        .map(own => [textsIn(own.get('path'))[0], textsIn(own.get('label'))[0]])
        .filter(([at, label]) => at && label && labels[at] === label)
        .map(([at]) => `${file}: ${at}`);
    }),
  );
  const again = sourcesIn('i18n/zh', '.ts').flatMap(([file, text]) =>
    [...text.matchAll(/\.\.\.(\w+)\.labels,([^}]*)/g)].flatMap(([, variable = '', own = '']) =>
      [...own.matchAll(/(\w+): '/g)]
        .filter(([, key = '']) => key in declared.get(variable)!.labels)
        .map(([, key]) => `${file}: ${key}`),
    ),
  );
  expect([...twice, ...again]).toEqual([]);
});

/** Whose records the screens of a folder show besides those of its own resources. */
const besides: Readonly<Record<string, string>> = {
  orders: 'refunds',
  'print-orders': 'print-addresses',
  users: 'tasks',
};

const pathsOf = (fields: object, before = ''): string[] =>
  Object.entries(fields).flatMap(([key, label]) =>
    typeof label === 'object' ? pathsOf(label as object, `${before}${key}.`) : before + key,
  );

it('every field that a screen names has a label', () => {
  const folder = 'src/admin/resources';
  const named = sourcesIn(folder, '.tsx').flatMap(([file, text]) => {
    const found: string[] = [];
    const [its = ''] = path.relative(folder, file).split(path.sep);
    const known = Object.entries(resources)
      .filter(([name]) => name.split('/').includes(its) || name === besides[its])
      .flatMap(([, { fields = {} }]) => pathsOf(fields));
    const look = (node: ts.Node): void => {
      // One that only reads records leaves the label to what is in it.
      if (ts.isJsxAttributes(node) && node.parent.tagName.getText() !== 'ReferenceInput') {
        const given = new Map(
          node.properties.filter(ts.isJsxAttribute).map(one => [one.name.getText(), one]),
        );
        const [source] = textsIn(given.get('source')?.initializer);
        if (source && !given.has('label')) found.push(source);
      }
      node.forEachChild(look);
    };
    look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
    return found.map(source => ({ at: `${file}: ${source}`, isKnown: known.includes(source) }));
  });
  expect(named.filter(({ isKnown }) => !isKnown).map(({ at }) => at)).toEqual([]);
  expect(named.length).toBeGreaterThan(400);
});
