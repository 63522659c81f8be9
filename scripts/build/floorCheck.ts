import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { laterInNode, laterInStyles, type Side, sides } from '../browsers/floor.js';

const roots: Record<Side, string> = {
  visitors: 'src/visitor/VisitorApp.tsx',
  administration: 'src/signIn/ManagementApp.tsx',
};

type Chunk = Rolldown.OutputChunk;

/** The files that a side may load: the entry, and what its own root leads to. */
const filesOf = (chunks: Chunk[], root: string) => {
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const own = chunks.find(({ moduleIds }) => moduleIds.includes(root));
  if (!own) throw new Error(`${root} is in no file`);
  const files = new Set([entry.fileName, ...entry.imports, own.fileName]);
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    // The entry's are the roots of both sides.
    const next =
      chunk === entry ? [] : [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])];
    for (const one of next) files.add(one);
  }
  return files;
};

/** Each node of a script. */
export const walk = (
  node: unknown,
  visit: (node: { type: string; start: number }) => void,
): void => {
  if (Array.isArray(node)) return node.forEach(one => walk(one, visit));
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) visit(node as { type: string; start: number });
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
};

/** Fails a build that contains what the oldest browsers of a side lack, in its own code or a package's. */
export const floorCheck = (root: string): Plugin => ({
  name: 'floor check',
  apply: 'build',
  writeBundle(_, bundle) {
    const outputs = Object.values(bundle);
    const chunks = outputs.filter(one => one.type === 'chunk');
    const found = new Set<string>();
    for (const side of sides) {
      const note = (name: string, file: string, near: string) =>
        found.add(`The oldest browsers of ${side} lack ${name}: ${file}, near ${near}`);
      const files = filesOf(chunks, path.join(root, roots[side]));
      for (const { fileName, code } of chunks.filter(one => files.has(one.fileName)))
        walk(this.parse(code), node => {
          for (const name of laterInNode(side, node, code))
            note(name, fileName, code.slice(Math.max(0, node.start - 40), node.start + 60));
        });
      // Few and small: each is checked for both.
      for (const one of outputs)
        if (one.type === 'asset' && /\.(css|html)$/.test(one.fileName)) {
          const text = String(one.source);
          const sheets = one.fileName.endsWith('.css')
            ? [text]
            : [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet);
          for (const sheet of sheets)
            for (const name of laterInStyles(side, sheet)) note(name, one.fileName, 'its styles');
        }
    }
    if (found.size > 0) throw new Error([...found].join('\n'));
  },
});
