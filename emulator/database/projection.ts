import { type Doc, isDoc, own, pathSegments, requestFailed, type Value } from './ejson.ts';
import { compileQuery, type Matcher } from './matcher.ts';

type Leaf = 'include' | 'exclude' | { slice: [number, number] | number } | { elemMatch: Matcher };
interface Tree {
  leaf?: Leaf;
  children: Map<string, Tree>;
}

/** Compiles what `field()` sends. `undefined` when whole documents are wanted. */
export function compileProjection(projection: Doc | undefined): ((doc: Doc) => Doc) | undefined {
  const paths = Object.keys(projection ?? {});
  if (!projection || paths.length === 0) return undefined;
  const root: Tree = { children: new Map() };
  let mode: 'include' | 'exclude' | undefined;
  let keepId = true;
  for (const path of paths) {
    const leaf = parseLeaf(path, projection[path]!);
    if (path === '_id' && typeof leaf === 'string') {
      keepId = leaf === 'include';
      if (paths.length === 1) mode = leaf;
      continue;
    }
    if (typeof leaf === 'string') {
      if (mode !== undefined && mode !== leaf)
        throw requestFailed('Projection cannot have a mix of inclusion and exclusion.');
      mode = leaf;
    }
    insert(root, pathSegments(path), leaf, path);
  }
  const including = mode === 'include' || (mode === undefined && hasElemMatch(root));
  return doc => {
    const out: Doc = {};
    const id = own(doc, '_id');
    if (keepId && id !== undefined) out._id = id;
    for (const key of Object.keys(doc)) {
      if (key === '_id') continue;
      const kept = project(doc[key]!, root.children.get(key), including);
      if (kept !== undefined) out[key] = kept;
    }
    return out;
  };
}

const hasElemMatch = (tree: Tree): boolean =>
  [...tree.children.values()].some(
    child => (typeof child.leaf === 'object' && 'elemMatch' in child.leaf) || hasElemMatch(child),
  );

function parseLeaf(path: string, value: Value): Leaf {
  if (typeof value === 'number' || typeof value === 'boolean') return value ? 'include' : 'exclude';
  if (isDoc(value) && Object.keys(value).length === 1) {
    if (isDoc(value.$elemMatch)) return { elemMatch: compileQuery(value.$elemMatch) };
    const slice = value.$slice;
    if (Number.isInteger(slice)) return { slice: slice as number };
    if (Array.isArray(slice) && slice.length === 2 && slice.every(n => Number.isInteger(n))) {
      const [skip, limit] = slice as [number, number];
      if (limit <= 0) throw requestFailed('$slice limit must be positive');
      return { slice: [skip, limit] };
    }
  }
  throw requestFailed(`Unsupported projection option for '${path}'`);
}

function insert(root: Tree, segments: string[], leaf: Leaf, path: string): void {
  let node = root;
  for (const segment of segments) {
    if (node.leaf) throw requestFailed(`Path collision at ${path}`);
    let child = node.children.get(segment);
    if (!child) node.children.set(segment, (child = { children: new Map() }));
    node = child;
  }
  if (node.leaf || node.children.size > 0) throw requestFailed(`Path collision at ${path}`);
  node.leaf = leaf;
}

function project(value: Value, tree: Tree | undefined, including: boolean): Value | undefined {
  if (!tree) return including ? undefined : value;
  if (tree.leaf !== undefined) return applyLeaf(value, tree.leaf);
  if (Array.isArray(value)) {
    // Members that are no documents have no such field: they go when fields are chosen, and stay otherwise.
    return value
      .filter(item => isDoc(item) || Array.isArray(item) || !including)
      .map(item => project(item, tree, including)!);
  }
  if (!isDoc(value)) return including ? undefined : value;
  const out: Doc = {};
  for (const key of Object.keys(value)) {
    const kept = project(value[key]!, tree.children.get(key), including);
    if (kept !== undefined) out[key] = kept;
  }
  return out;
}

function applyLeaf(value: Value, leaf: Leaf): Value | undefined {
  if (leaf === 'include') return value;
  if (leaf === 'exclude') return undefined;
  if ('elemMatch' in leaf) {
    const match = Array.isArray(value) && value.find(item => isDoc(item) && leaf.elemMatch(item));
    return match ? [match] : undefined;
  }
  if (!Array.isArray(value)) return value;
  if (typeof leaf.slice === 'number')
    return leaf.slice >= 0 ? value.slice(0, leaf.slice) : value.slice(leaf.slice);
  const [skip, limit] = leaf.slice;
  const from = skip >= 0 ? skip : Math.max(0, value.length + skip);
  return value.slice(from, from + limit);
}
