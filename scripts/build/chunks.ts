import { build, type InlineConfig, type Rolldown } from 'vite';

/** What is loaded by itself: the entry, and what is imported with `import()`. */
interface Root {
  name: string;
  /** The modules that it needs at once, or what it needs of them does. */
  needs: Set<string>;
  /** Roots that are always loaded before it. */
  before: Set<string>;
}

interface Reading {
  roots: Map<string, Root>;
  /** The modules that come with one, by its id, with their lengths. */
  comesWith: (id: string) => Map<string, number>;
}

/**
 * Read from a build in which the bundler makes a file for every set of roots that share a module. Only it knows which
 * modules of a package are used where; by the imports of its index everything would need the whole package.
 */
const readNeeds = async (config: InlineConfig): Promise<Reading> => {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.filter(one => one.type === 'chunk').map(chunk => [chunk.fileName, chunk]),
  );
  const fileOf = new Map(
    [...chunks.values()].flatMap(({ fileName, moduleIds }) => moduleIds.map(id => [id, fileName])),
  );
  const chunksWith = (file: string) => {
    const files = new Set([file]);
    for (const one of files)
      for (const next of chunks.get(one)?.imports ?? []) if (chunks.has(next)) files.add(next);
    return [...files].map(one => chunks.get(one)!);
  };

  const roots = new Map<string, Root>();
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)!;
  const ofEntry = new Set(chunksWith(entry.fileName));
  /** These ask ahead for what comes after others. */
  const asksAhead = ({ isEntry, name }: Rolldown.OutputChunk) => isEntry || name === 'firstList';
  const comesLater = new Set(
    [...chunks.values()]
      .filter(chunk => !ofEntry.has(chunk) && !asksAhead(chunk))
      .flatMap(({ dynamicImports }) => dynamicImports),
  );
  const waiting = [{ file: entry.fileName, path: new Set<string>() }];
  for (const { file, path } of waiting) {
    const known = roots.get(file);
    const before = known ? new Set([...known.before].filter(one => path.has(one))) : path;
    if (known && before.size === known.before.size) continue;
    const all = chunksWith(file);
    const needs = new Set(all.flatMap(({ moduleIds }) => moduleIds));
    roots.set(file, { name: chunks.get(file)!.name, needs, before });
    const below = new Set([...before, file]);
    const own = file === entry.fileName ? all : all.filter(chunk => !ofEntry.has(chunk));
    for (const next of new Set(own.flatMap(({ dynamicImports }) => dynamicImports)))
      if (!asksAhead(chunks.get(file)!) || !comesLater.has(next))
        waiting.push({ file: next, path: below });
  }
  const modulesWith = new Map(
    [...chunks.keys()].map(file => [
      file,
      new Map(
        chunksWith(file).flatMap(({ modules }) =>
          Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength]),
        ),
      ),
    ]),
  );
  return { roots, comesWith: id => modulesWith.get(fileOf.get(id)!)! };
};

/** What fewer screens share the bundler puts into files of its own. */
const MANY = 5;
/** What checks what people type. Many lists have a dialog with a form, and others can do without. */
const FORMS = /\/node_modules\/(zod|react-hook-form)\//;
/**
 * Bytes before minification that a screen may be given without needing them, so that it has fewer files to ask for:
 * where many lists need them, and where few do.
 */
const SMALL = 12_000;
const TINY = 4_000;

/**
 * Which file a module of the application goes into. What several need goes with what is loaded before all of them; what
 * several screens need, but nothing before them, into one file with what most lists need, or into one for the others.
 * Left alone, the bundler makes so many files that the first row of the orders costs 129 requests instead of 11, and 46 KB
 * of gzip more.
 */
export const createChunkNames = async (config: InlineConfig) => {
  const { roots, comesWith } = await readNeeds(config);
  const isList = ({ name }: Root) => name.endsWith('List');
  const isHome = ({ name }: Root) => name === 'VisitorApp';
  const lists = [...roots.values()].filter(isList);
  const ofMostLists = new Set(
    [...new Set(lists.flatMap(({ needs }) => [...needs]))].filter(
      id => lists.filter(({ needs }) => needs.has(id)).length > lists.length * 0.4,
    ),
  );
  /** Size of everything that is loaded with it and not loaded already. */
  const weightOf = (id: string, above: Root) =>
    [...comesWith(id)]
      .filter(([one]) => !above.needs.has(one) && !ofMostLists.has(one))
      .reduce((sum, [, length]) => sum + length, 0);

  return (id: string): string | null => {
    const needing = new Map([...roots].filter(([, { needs }]) => needs.has(id)));
    const first = [...needing.values()].filter(
      ({ before }) => ![...before].some(root => needing.has(root)),
    );
    // A file of its own anyway; in a named one it would need the bundler's helpers, and these a file of theirs.
    if (first.length === 1 && first[0]!.needs.size === 1) return null;
    if (first.length < 2) return first[0]?.name ?? null;
    const above = roots.get(
      [...first[0]!.before].filter(root => first.every(({ before }) => before.has(root))).at(-1)!,
    )!;
    const listsFirst = first.filter(isList).length;
    const isSmall = weightOf(id, above) < (listsFirst >= MANY ? SMALL : TINY);
    if (ofMostLists.has(id) || isSmall) {
      // Both sides. Visitors' home page has the slowest phones: it gets nothing that it does not need.
      if (above.before.size === 0)
        return [...needing.values()].some(isHome) ? above.name : `small-${above.name}`;
      if ([...comesWith(id).keys()].some(one => FORMS.test(one))) return `forms-${above.name}`;
      return `${listsFirst > 0 ? 'lists' : 'small'}-${above.name}`;
    }
    return first.length >= MANY ? `shared-${above.name}` : null;
  };
};
