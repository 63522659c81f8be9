import path from 'node:path';
import postcss from 'postcss';
import type { Plugin } from 'vite';
import { laterInNode, laterInStyles, type Side } from '../browsers/floor.js';

/** What each side begins with, beside the entry that they share. */
const roots: [Side, string][] = [
  ['visitors', 'src/visitor/VisitorApp.tsx'],
  ['administration', 'src/signIn/ManagementApp.tsx'],
];

type Visit = (node: { type: string; start: number; end: number }) => void;

export const walk = (node: object, visit: Visit): void => {
  if ('type' in node) visit(node as Parameters<Visit>[0]);
  for (const value of Object.values(node))
    if (value && typeof value === 'object') walk(value, visit);
};

export const withoutSupports = (styles: string) => {
  const sheet = postcss.parse(styles);
  sheet.walkAtRules('supports', rule => void rule.remove());
  return sheet.toString();
};

/** Fails a build that contains what the oldest browsers of a side lack, in code of ours or of a package. */
export const floorCheck = (root: string): Plugin => ({
  name: 'floor check',
  apply: 'build',
  writeBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(one => one.type === 'chunk');
    const complaints = roots.flatMap(([side, first]) => {
      const isFirst = (ids: string[]) => ids.includes(path.join(root, first));
      const files = new Set(chunks.filter(one => one.isEntry || isFirst(one.moduleIds)));
      const names: string[] = [];
      for (const { isEntry, fileName, code, imports, dynamicImports, viteMetadata } of files) {
        for (const next of isEntry ? imports : [...imports, ...dynamicImports])
          files.add(chunks.find(one => one.fileName === next)!);
        walk(this.parse(code), node => {
          const near = code.slice(Math.max(0, node.start - 40), node.start + 60);
          for (const name of laterInNode(side, node, code))
            names.push(`${name}: ${fileName}, near ${near}`);
        });
        for (const sheet of viteMetadata?.importedCss ?? []) {
          const { source } = bundle[sheet] as { source: string };
          for (const name of laterInStyles(side, withoutSupports(String(source))))
            names.push(`${name}: ${sheet}`);
        }
      }
      return names.map(name => `The oldest browsers of ${side} lack ${name}`);
    });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  },
});
