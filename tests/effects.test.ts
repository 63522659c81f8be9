import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { entities } from '#contract/entities.ts';
import type { z } from '#contract/zod.ts';

/** What `effects.test.ts` finds without an effect, and why it stays; `<kind>.<field>`, with the value of a filter. */
const ghosts: Readonly<Record<string, string>> = {
  'apiKey.remark': 'read by administrators, in the list and on its page',
  'feedback.topic.minor': 'chosen by visitors, from all topics that are theirs',
  'feedback.topic.rights': 'chosen by visitors, from all topics that are theirs',
};

/**
 * What a screen lets people write, filter by or read has an effect: each writable field is read by code that is neither its
 * form nor its export, each value of a filter is written by code that is not demo data, each number is raised or set
 * somewhere. Found in the source by names, so a name that is common hides a field; exceptions carry their reason.
 */
const root = path.join(import.meta.dirname, '..');
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|spec)\./.test(name);
const filesOf = (...folders: string[]) =>
  folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map(name => path.join(folder, name)),
  );
const codeOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

const contract = new Map(filesOf('contract').map(file => [file, codeOf(file)]));
const product = new Map(
  filesOf('cloudfunctions', 'src/visitor', 'src/shared').map(file => [file, codeOf(file)]),
);

const importsOf = (code: string) =>
  [...code.matchAll(/from '(?:#contract\/|\.\/)([\w/]+)\.ts'/g)].map(([, name]) => name!);

/** The file that declares an entity, and those of the contract that build on it. */
const declaredIn = (kind: string): string[] => {
  const [own] = [...contract].find(([, code]) => code.includes(`kind: '${kind}'`)) ?? [''];
  const name = own.replace(/^contract\/|\.ts$/g, '');
  const others = [...contract]
    .filter(([file]) => file !== own && !file.startsWith('contract/export'))
    .filter(([, code]) => importsOf(code).includes(name))
    .map(([file]) => file.replace(/^contract\/|\.ts$/g, ''))
    .filter(other => other !== 'entities' && other !== 'index');
  return [name, ...others];
};

const hasWord = (code: string, word: string) => new RegExp(`\\b${word}\\b`).test(code);

/** Code of the product that has to do with the entity. */
const codeAbout = (kind: string, collection: string): string => {
  const names = new Set(declaredIn(kind));
  const isAbout = (code: string) =>
    hasWord(code, collection) || importsOf(code).some(name => names.has(name));
  const rules = [...contract]
    .filter(([file]) => names.has(file.replace(/^contract\/|\.ts$/g, '')))
    .slice(1);
  return [...[...product].filter(([, code]) => isAbout(code)), ...rules]
    .map(([, code]) => code)
    .join('\n');
};

const everything = [...product.values()].join('\n');

interface Definition {
  type?: string;
  innerType?: z.ZodType;
  entries?: Record<string, string>;
}
const definitionOf = (schema: z.ZodType): Definition =>
  (schema as unknown as { _zod: { def: Definition } })._zod.def;
const innermost = (schema: z.ZodType): Definition => {
  const definition = definitionOf(schema);
  return definition.innerType ? innermost(definition.innerType) : definition;
};

const all = Object.entries(entities).map(([resource, one]) => ({ resource, ...one }));

describe.each(all)('$resource', ({ kind, collection, fields, also, filter }) => {
  const about = codeAbout(kind, collection);
  const except = (found: string[]) =>
    found.map(name => `${kind}.${name}`).filter(name => !Object.hasOwn(ghosts, name));

  it('has no field that nothing reads', () => {
    expect(except(Object.keys(fields).filter(field => !hasWord(about, field)))).toEqual([]);
  });

  it('has no filter by a value that nothing writes', () => {
    const unwritten = Object.keys(filter)
      .filter(field => !(field in fields) && field in also)
      .flatMap(field => {
        const { entries = {} } = innermost((also as Record<string, z.ZodType>)[field]!);
        return Object.values(entries)
          .filter(value => !everything.includes(`'${value}'`) && !hasWord(everything, value))
          .map(value => `${field}.${value}`);
      });
    expect(except(unwritten)).toEqual([]);
  });

  it('shows no number that nothing raises', () => {
    const numbers = Object.entries(also as Record<string, z.ZodType>)
      .filter(([, schema]) => innermost(schema).type === 'number')
      .map(([field]) => field);
    const raised = (field: string) =>
      new RegExp(`\\b${field}\\b['"]?\\s*(:|\\]|\\+|,|\\})`).test(everything);
    expect(except(numbers.filter(field => !raised(field)))).toEqual([]);
  });
});

it('has no exception that is not needed any more', () => {
  const names = new Set(
    all.flatMap(({ kind, fields, also }) =>
      [...Object.keys(fields), ...Object.keys(also)].map(field => `${kind}.${field}`),
    ),
  );
  for (const name of Object.keys(ghosts))
    expect(
      [...names].some(known => name.startsWith(known)),
      name,
    ).toBe(true);
});
