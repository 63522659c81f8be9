import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/shared/built.js';

type Versions = Record<string, string>;
interface Package {
  workspaces?: string[];
  dependencies?: Versions;
  devDependencies?: Versions;
}
const read = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Package;

it('a package has one exact version, by whichever workspace it is named', () => {
  const { workspaces = [] } = read('.');
  const versions = new Map<string, Set<string>>();
  for (const folder of ['.', ...workspaces]) {
    const { dependencies, devDependencies } = read(folder);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  expect(workspaces).toHaveLength(3);
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
  const inexact = [...versions].filter(([, found]) => /[\^~*x]|latest/.test([...found].join()));
  expect(inexact.filter(([name]) => name !== 'typescript-7')).toEqual([]);
});
