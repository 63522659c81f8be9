import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Actions } from '#contract/action.ts';
import { entities } from '#contract/entities.ts';
import { functions } from '#contract/index.ts';
import type { z } from '#contract/zod.ts';
import { type Reads, readsIn } from './reads.ts';

/** What `effects.test.ts` finds without an effect, and why it stays; `<kind>.<field>`, with the value of a filter. */
const ghosts: Readonly<Record<string, string>> = {
  'apiKey.kind': 'read by administrators, in the list',
  'apiKey.remark': 'read by administrators, in the list and on its page',
  'feedback.topic.minor': 'chosen by visitors, from all topics that are theirs',
  'feedback.topic.rights': 'chosen by visitors, from all topics that are theirs',
  'localApp.appCode': 'the mini-program knows it by this name',
  'localApp.entryPath': 'the mini-program opens it',
  'localApp.config': 'the mini-program starts it with these',
  'printSize.code': 'the mini-program and the print shop know it by this name',
  'refund.gatewayStatus': 'what WeChat Pay said last, beside each change in the audit log',
};
/** The same of inputs, `<function>.<action>.<field>`. */
const unread: Readonly<Record<string, string>> = {
  'adminAuth.saveView.perPage': 'the screen opens the list with it',
  'appUser.consentToPhotos.pictured': 'without it the call is refused',
  'systemSettings.getSettings.group': 'the mini-program sends it; any other is refused',
};

/**
 * What a screen lets people write, filter by or read has an effect: each writable field and each input of an action is
 * read by code that is neither its form nor its export, each other field also by a screen; each value of a filter is
 * written by code that is not demo data, each number is raised or set somewhere. Found in the source by names, so a name
 * that is common hides a field; exceptions carry their reason.
 */
const root = path.join(import.meta.dirname, '..');
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|spec)\./.test(name);
const filesOf = (...folders: string[]) =>
  folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map(name => path.join(folder, name)),
  );

/** Without comments. */
interface Source extends Reads {
  file: string;
  code: string;
}
const sourcesOf = (...folders: string[]): Source[] =>
  filesOf(...folders).map(file => {
    const code = readFileSync(path.join(root, file), 'utf8');
    const bare = code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
    return { file, code: bare, ...readsIn(code, file) };
  });

const contract = sourcesOf('contract').filter(({ file }) => !/^contract\/exports?\b/.test(file));
const product = sourcesOf('cloudfunctions', 'src/visitor', 'src/shared');
const screens = sourcesOf('src/admin');
const everySource = [...contract, ...product, ...screens];

const importsOf = (code: string) =>
  [...code.matchAll(/from '(?:#contract\/|\.\/)([\w/]+)\.ts'/g)].map(([, name]) => name!);
const nameOf = (file: string) => file.replace(/^contract\/|\.ts$/g, '');

/** The file that declares an entity, and those of the contract that build on it. */
const declaredIn = (kind: string): string[] => {
  const own = nameOf(contract.find(({ code }) => code.includes(`kind: '${kind}'`))?.file ?? '');
  const others = contract
    .filter(({ file, code }) => nameOf(file) !== own && importsOf(code).includes(own))
    .map(({ file }) => nameOf(file))
    .filter(other => other !== 'entities' && other !== 'index');
  return [own, ...others];
};

const hasWord = (code: string, word: string) => new RegExp(`\\b${word}\\b`).test(code);

/** Code that has to do with the entity: the product's, and all of each screen's folder. */
const codeAbout = (kind: string, collection: string) => {
  const names = new Set(declaredIn(kind));
  const isAbout = ({ file, code }: Source) =>
    hasWord(code, collection) ||
    hasWord(code, kind) ||
    names.has(nameOf(file)) ||
    importsOf(code).some(name => names.has(name));
  const folders = new Set(screens.filter(isAbout).map(({ file }) => path.dirname(file)));
  return {
    rules: [...contract, ...product].filter(isAbout),
    shown: screens.filter(({ file }) => folders.has(path.dirname(file))),
  };
};

/** What is only handed on under its name has to be read beside that place, or by a page. */
const isRead = (sources: readonly Source[], field: string): boolean => {
  const folders = new Set(
    sources.filter(({ copies }) => copies.has(field)).map(({ file }) => path.dirname(file)),
  );
  return (
    sources.some(({ reads }) => reads.has(field)) ||
    (folders.size > 0 &&
      everySource.some(
        ({ file, reads }) =>
          reads.has(field) && (file.startsWith('src/') || folders.has(path.dirname(file))),
      ))
  );
};

const everything = product.map(({ code }) => code).join('\n');

interface Definition {
  type?: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  shape?: z.ZodRawShape;
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
  const { rules, shown } = codeAbout(kind, collection);
  const except = (found: string[]) =>
    found.map(name => `${kind}.${name}`).filter(name => !Object.hasOwn(ghosts, name));

  it('has no field that nothing reads', () => {
    const written = Object.keys(fields).filter(field => !isRead(rules, field));
    const others = Object.keys(also).filter(field => !isRead([...rules, ...shown], field));
    expect(except([...written, ...others])).toEqual([]);
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

/** Keys at every depth, but those of filters, which the database is asked for as they are. */
const keysOf = (schema: z.ZodType): string[] => {
  const { innerType, in: piped, element, options = [], shape = {} } = definitionOf(schema);
  const inner = [innerType, piped, element, ...options].filter(one => one !== undefined);
  return [
    ...inner.flatMap(keysOf),
    ...Object.entries(shape).flatMap(([key, value]) =>
      key === 'filter' ? [] : [key, ...keysOf(value as z.ZodType)],
    ),
  ];
};

/** `tests/functions/base/settingEffects.test.ts` has a test for each setting. */
const settings = 'adminSettings';

describe.each(Object.entries<Actions>(functions).filter(([name]) => name !== settings))(
  '%s',
  (name, actions) => {
    it('has no input of its own actions that nothing reads', () => {
      const own = product.filter(({ file }) => file.startsWith(`cloudfunctions/${name}/`));
      const shared = new Set(
        own.flatMap(({ code }) =>
          [...code.matchAll(/'\.\.\/(_shared\/\w+)\//g)].map(
            ([, folder]) => `cloudfunctions/${folder}`,
          ),
        ),
      );
      const sources = [...own, ...product.filter(({ file }) => shared.has(path.dirname(file)))];
      const common = all
        .filter(one => one.function === name)
        .flatMap(one => Object.values<{ name: string }>(one.names).map(named => named.name));
      const found = Object.entries(actions)
        .filter(([action]) => !common.includes(action))
        .flatMap(([action, { input }]) =>
          [...new Set(keysOf(input))]
            .filter(key => !isRead([...contract, ...sources], key))
            .map(key => `${name}.${action}.${key}`),
        );
      expect(found.filter(one => !Object.hasOwn(unread, one))).toEqual([]);
    });
  },
);

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
  const inputs = Object.entries<Actions>(functions).flatMap(([name, actions]) =>
    Object.entries(actions).flatMap(([action, { input }]) =>
      keysOf(input).map(key => `${name}.${action}.${key}`),
    ),
  );
  expect(Object.keys(unread).filter(name => !inputs.includes(name))).toEqual([]);
});
