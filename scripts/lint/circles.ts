import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Rule } from 'eslint';

const root = resolve(import.meta.dirname, '../..');

/** `import … from '…'` and `export … from '…'` of this repository's files. */
const statement = /^(?:import|export)\s(?:[^'";]*?from\s)?\s*'([.#][^']+)'/gm;

const targetOf = (file: string, specifier: string) =>
  specifier.startsWith('#') ? join(root, specifier.slice(1)) : resolve(dirname(file), specifier);

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(statement)].map(([, specifier = '']) =>
    targetOf(file, specifier),
  );

/** From → to. */
type Graph = Map<string, Set<string>>;

const readGraph = (folders: readonly string[]): Graph =>
  new Map(
    folders
      .flatMap(folder =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter(name => /\.tsx?$/.test(name))
          .map(name => join(root, folder, name)),
      )
      .map(file => [file, new Set(importsOf(file))]),
  );

/** The arrows between the folders of each floor: a file counts as the folder of the floor that it lies in. */
const readFolders = (files: Graph, floors: readonly string[]) => {
  const folderOf = (file: string) => {
    const floor = floors.find(one => file.startsWith(join(root, one, '/')));
    return floor && join(root, floor, relative(join(root, floor), file).split('/')[0] ?? '');
  };
  const graph: Graph = new Map();
  for (const [file, targets] of files) {
    const from = folderOf(file);
    if (!from) continue;
    const reached = graph.get(from) ?? new Set();
    for (const to of [...targets].map(folderOf)) if (to && to !== from) reached.add(to);
    graph.set(from, reached);
  }
  return { graph, folderOf };
};

/** What is left when everything is taken away that leads to nothing: nothing, where there are no circles. */
const withoutEnds = (graph: Graph): Graph => {
  const left = new Map(graph);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [from, targets] of left)
      if (![...targets].some(to => left.has(to))) left.delete(from);
  }
  return left;
};

/** The shortest way from one to another, both included. */
const wayBetween = (graph: Graph, from: string, to: string): string[] => {
  const cameFrom = new Map([[from, '']]);
  for (const at of cameFrom.keys()) {
    if (at === to) {
      const way: string[] = [];
      for (let step = at; step !== ''; step = cameFrom.get(step) ?? '') way.unshift(step);
      return way;
    }
    for (const next of graph.get(at) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at);
  }
  return [];
};

const read = (folders: readonly string[], floors: readonly string[]) => {
  const files = readGraph(folders);
  const { graph, folderOf } = readFolders(files, floors);
  return { files: withoutEnds(files), folders: withoutEnds(graph), folderOf };
};
let graphs: ReturnType<typeof read> | undefined;

/** No file, and no folder of one floor, is reached again from what it imports. Read once for all files. */
const circles: Rule.RuleModule = {
  meta: {
    schema: [
      {
        type: 'object',
        properties: {
          folders: { type: 'array', items: { type: 'string' } },
          floors: { type: 'array', items: { type: 'string' } },
        },
      },
    ],
  },
  create: context => {
    const [{ folders, floors }] = context.options as [{ folders: string[]; floors: string[] }];
    graphs ??= read(folders, floors);
    const { files, folders: folderGraph, folderOf } = graphs;
    const { filename } = context;
    const check = (node: Rule.Node, source: unknown) => {
      if (typeof source !== 'string' || !/^[.#]/.test(source)) return;
      const target = targetOf(filename, source);
      const [from, to] = [folderOf(filename), folderOf(target)];
      const way = files.get(filename)?.has(target)
        ? wayBetween(files, target, filename)
        : from && to && from !== to && folderGraph.get(from)?.has(to)
          ? wayBetween(folderGraph, to, from)
          : [];
      if (way.length === 0) return;
      const names = way.map(step => relative(root, step)).join(' → ');
      context.report({ node, message: `This closes a circle: ${names}.` });
    };
    return {
      ImportDeclaration: node => check(node, node.source.value),
      ExportNamedDeclaration: node => check(node, node.source?.value),
      ExportAllDeclaration: node => check(node, node.source.value),
    };
  },
};

export default { rules: { circles } };
