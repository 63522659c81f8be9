import type { IModule } from 'dependency-cruiser';

/** From → to → one of the imports that lead there. */
type Graph = Map<string, Map<string, string>>;

/** How the files and folders in each folder import each other. */
const neighbours = (modules: IModule[]): Map<string, Graph> => {
  const graphs = new Map<string, Graph>();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [source.split('/'), resolved.split('/')];
      const depth = from.findIndex((name, at) => name !== to[at]);
      const [here, there] = [from[depth], to[depth]];
      if (here === undefined || there === undefined) continue;
      const folder = from.slice(0, depth).join('/') || '.';
      const graph = graphs.get(folder) ?? new Map<string, Map<string, string>>();
      const reached = graph.get(here) ?? new Map<string, string>();
      reached.set(there, `${source} → ${resolved}`);
      graphs.set(folder, graph.set(here, reached));
    }
  return graphs;
};

/** The names along a circle, the first of them once more at the end. */
const circleIn = (graph: Graph): string[] | undefined => {
  const seen = new Set<string>();
  const follow = (name: string, way: string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (seen.has(name)) return undefined;
    seen.add(name);
    for (const next of graph.get(name)?.keys() ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle) return circle;
    }
    return undefined;
  };
  for (const name of graph.keys()) {
    const circle = follow(name, []);
    if (circle) return circle;
  }
  return undefined;
};

/**
 * No file or folder reaches itself by way of others in its folder, so that each can be understood after those that it
 * stands on. A circle of files is one of these too, in the folder that all of them lie in.
 */
export const circles = (modules: IModule[]): string[] =>
  [...neighbours(modules)].flatMap(([folder, graph]) => {
    const circle = circleIn(graph);
    if (!circle) return [];
    const imports = circle.slice(1).map((to, at) => `  ${graph.get(circle[at]!)?.get(to) ?? ''}`);
    return [`a circle in ${folder}: ${circle.join(' → ')}`, ...imports];
  });
