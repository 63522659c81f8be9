import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

/**
 * Modules of plain data that are worked out from the contract. The application is given what they say, as their exports
 * are when it is built, instead of the schemas of every function and the library that these need. Saves 109 KB of gzip
 * before the first row.
 */
const modulesIn = (root: string) => {
  const texts = path.join(root, 'i18n/zh');
  const all = path.join(texts, 'index.ts');
  const ofAll = [...readFileSync(all, 'utf8').matchAll(/from '\.\/(\w+\.ts)'/g)];
  return [
    path.join(root, 'dataProvider/resources.ts'),
    path.join(root, 'src/admin/resources/audit-logs/auditActions.ts'),
    path.join(root, 'dataProvider/filtersOfLists.ts'),
    path.join(texts, 'common.ts'),
    all,
    // Some come with the list of their resource, before all texts are there.
    ...ofAll.map(([, file = '']) => path.join(texts, file)),
  ];
};

/** From this length on a browser reads JSON faster than an object of the language. */
const MUCH = 10_000;

/** The text of a module of plain data that says what this one works out. */
export const read = async (file: string): Promise<string> => {
  const { module } = await runnerImport<Record<string, unknown>>(file, { configFile: false });
  return Object.entries(module)
    .map(([name, data]) => {
      const text = JSON.stringify(data, (key, value: unknown) => {
        if (typeof value === 'function' || typeof value === 'symbol')
          throw new Error(`${file} exports ${name} with ${key}, which is no data`);
        return value;
      });
      const value = text.length < MUCH ? text : `/*#__PURE__*/JSON.parse(${JSON.stringify(text)})`;
      return `export const ${name} = ${value};`;
    })
    .join('\n');
};

export const evaluated = (root: string): Plugin => {
  const files = new Set(modulesIn(root));
  const known = new Map<string, Promise<string>>();
  return {
    name: 'evaluated',
    apply: 'build',
    load: file => {
      if (!files.has(file)) return null;
      const text = known.get(file) ?? read(file);
      known.set(file, text);
      return text;
    },
  };
};
