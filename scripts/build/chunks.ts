import { basename } from 'node:path';
import type { Rolldown } from 'vite';

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

interface Root {
  /** What it needs at once. */
  closure: Set<string>;
  /** What is always loaded before it. */
  before: Set<string>;
}

const closureOf = (root: string, moduleOf: ModuleOf): Set<string> => {
  const reached = new Set([root]);
  for (const id of reached) for (const next of moduleOf(id)?.importedIds ?? []) reached.add(next);
  return reached;
};

/** Everything that is loaded by itself: the entry, and what is imported with `import()`. */
const readRoots = (entry: string, moduleOf: ModuleOf): Map<string, Root> => {
  const roots = new Map([
    [entry, { closure: closureOf(entry, moduleOf), before: new Set<string>() }],
  ]);
  const waiting = [entry];
  for (const id of waiting) {
    const { closure, before } = roots.get(id) ?? {
      closure: new Set<string>(),
      before: new Set<string>(),
    };
    const path = new Set([...before, id]);
    for (const module of closure) {
      for (const next of moduleOf(module)?.dynamicallyImportedIds ?? []) {
        const known = roots.get(next);
        if (!known) roots.set(next, { closure: closureOf(next, moduleOf), before: path });
        const both = known && [...known.before].filter(one => path.has(one));
        if (known && both?.length === known.before.size) continue;
        if (known && both) known.before = new Set(both);
        waiting.push(next);
      }
    }
  }
  return roots;
};

/** What so many screens share is loaded with the first of them; what fewer share the bundler puts into files of its own. */
const MANY = 5;

const nameOf = (root: string) => basename(root).replace(/\W.*$/, '');

/**
 * Which file a module of the application goes into, as its imports have it: what several need goes with what is
 * loaded before all of them, and what several screens need, but nothing before them, into one file for all. Left
 * alone, the bundler makes a file for every set of screens that share a module, and a list costs fifty requests.
 */
export const createChunkNames = () => {
  let roots: Map<string, Root> | undefined;
  return (id: string, context: { getModuleInfo: ModuleOf }): string | null => {
    const moduleOf: ModuleOf = module => context.getModuleInfo(module);
    roots ??= readRoots(entryAbove(id, moduleOf), moduleOf);
    const needing = [...roots].filter(([, { closure }]) => closure.has(id));
    const names = new Set(needing.map(([root]) => root));
    const first = needing.filter(([, { before }]) => ![...before].some(root => names.has(root)));
    if (first.length === 1) return nameOf(first[0]![0]);
    if (first.length < MANY) return null;
    const [, { before }] = first[0]!;
    const common = [...before].filter(root => first.every(([, other]) => other.before.has(root)));
    return `shared-${nameOf(common.at(-1) ?? '')}`;
  };
};

const entryAbove = (id: string, moduleOf: ModuleOf): string => {
  const seen = new Set([id]);
  for (const at of seen) {
    const module = moduleOf(at);
    if (module?.isEntry) return at;
    for (const next of [...(module?.importers ?? []), ...(module?.dynamicImporters ?? [])])
      seen.add(next);
  }
  return id;
};
