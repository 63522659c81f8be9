import { type Conditions, conditionsOf, type Term } from './conditions.ts';
import type { Bound } from './driver.ts';
import type { Doc } from './ejson.ts';
import { encodeKey, type Index, type Key, keyText, type Scalar, typeBounds } from './keys.ts';
import type { SortSpec } from './sort.ts';

/** A collection as the planner needs it. */
export interface Table {
  number: number;
  name: string;
  indexes: Index[];
}

/** One access path to a collection. Column names are made here; nothing of the request is part of the SQL. */
export interface Access {
  /** Name of the index, `_id`, or null for a scan of the collection. */
  index: string | null;
  /** Table and alias. */
  from: string;
  /** The document, seen from there. */
  doc: string;
  where: string;
  params: Bound[];
  orderBy: string;
  /** The first key is restricted, so only a part of the index is read. */
  bounded: boolean;
  /** Finds exactly what the query asks for; otherwise more, and the matcher decides. */
  exact: boolean;
  /** A document may turn up more than once. */
  distinct: boolean;
  /** Delivers in the order that was asked for. */
  sorted: boolean;
  /** Higher is better. */
  score: number;
  /**
   * Where a condition stands behind one that is open: the entries that are passed on the way, and which are found. Worked
   * out only for who counts them.
   */
  passing?: () => Passing;
  /** Where keys may have several values: what finds the entries of each, which together are all. */
  branches?: Branch[];
  /** The columns in whose order the branches are merged, because only the entries of each are in it. */
  merged?: string[];
}

interface Passing {
  /** What bounds the part of the index that is read. */
  within: { where: string; params: Bound[] };
  /** What chooses among the entries there. */
  found: { where: string; params: Bound[] };
}

/** A part of an access, under one value of each of its keys. */
type Branch = Pick<Access, 'where' | 'params'>;

export interface Plan {
  /** More than one for the branches of an `$or`; their results are united. */
  accesses: Access[];
  exact: boolean;
  sorted: boolean;
}

/** Above this many entries, reading in the wanted order and filtering beats filtering and sorting. */
const PROBE = 2000;

/** More values than this in one `$in` are left to the matcher. */
const MAX_IN = 2000;

/** More scans than this are not merged, as in MongoDB (`internalQueryMaxScansToExplode`). */
const MAX_BRANCHES = 200;

/** `_id` is kept in the collection's own table, under a unique index of SQLite. */
const ID_INDEX: Index = {
  number: 0,
  name: '_id',
  unique: true,
  components: [{ path: '_id', direction: 1 }],
  segments: [['_id']],
  loose: 0,
};

/** @param probe counts an access' entries, up to a limit */
export function plan(
  table: Table,
  query: Doc,
  sort: SortSpec,
  probe: (access: Access, limit: number) => number,
): Plan {
  const conditions = conditionsOf(query);
  const accesses = [
    access(table, ID_INDEX, conditions, sort),
    ...table.indexes
      .filter(index => isOfUse(index, conditions, sort))
      .map(index => access(table, index, conditions, sort)),
  ];
  const single = (a: Access): Plan => ({ accesses: [a], exact: a.exact, sorted: a.sorted });
  const best = (list: Access[]) =>
    list.reduce<Access | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined);
  const sorted = sort.length > 0 ? best(accesses.filter(a => a.sorted)) : undefined;

  // Nothing has fewer entries than the ids that are named, which are then sorted.
  const isNamed = conditions.terms.some(
    ({ path, kind }) => path === '_id' && (kind === 'eq' || kind === 'in'),
  );
  if (isNamed && accesses[0]!.bounded) return single(accesses[0]!);
  const narrow = accesses.filter(a => a.bounded);
  const filter = best(narrow);
  if (filter) {
    const inOrder = sort.length === 0 || filter.sorted;
    if (inOrder && (filter.exact || narrow.length === 1)) return single(filter);
    // The most selective condition is not known in advance, so entries are counted up to a limit.
    const [least] = narrow
      .map(a => ({ a, entries: probe(a, PROBE + 1) }))
      .sort((x, y) => x.entries - y.entries || y.a.score - x.a.score);
    if (least!.entries <= PROBE) return single(least!.a);
    return single(inOrder ? filter : (sorted ?? filter));
  }
  const united = unite(table, conditions);
  if (united && !(sorted && united.accesses.some(a => probe(a, PROBE + 1) > PROBE))) return united;
  if (sorted) return single(sorted);
  const covering = best(accesses.filter(a => a.exact && !a.distinct && a.where !== ''));
  return single(covering ?? scan(table, conditions, sort));
}

/** Whether an index may narrow, answer or order a query; most indexes do nothing for most queries. */
function isOfUse(index: Index, { terms }: Conditions, sort: SortSpec): boolean {
  if (terms.length === 0 || index.components[0]!.path === sort[0]?.path) return true;
  return index.components.some(({ path }) => terms.some(term => term.path === path));
}

/** How an index alone counts how many of a query's documents have each text in a field. */
export interface GroupAccess {
  access: Access;
  column: string;
  /** The texts that the query names; otherwise it asks for all from `from` on. */
  values: string[] | undefined;
  from: string;
  /** The texts stand in order behind what the query fixes, so that one leads to the next. */
  isNext: boolean;
}

/** Only where the query asks for texts, from one on or by name. */
export function groupAccess(table: Table, query: Doc, path: string): GroupAccess | undefined {
  const conditions = conditionsOf(query);
  const [asked, ...more] = conditions.terms.filter(term => term.path === path);
  if (!asked || more.length > 0) return undefined;
  const values =
    asked.kind === 'in' && asked.values.every(value => typeof value === 'string')
      ? [...new Set(asked.values)]
      : undefined;
  const isFrom = asked.kind === 'range' && asked.operator === '>=';
  const from = isFrom && typeof asked.value === 'string' ? asked.value : undefined;
  if (!values && from === undefined) return undefined;
  const found = table.indexes.flatMap(index => {
    const at = index.components.findIndex(component => component.path === path);
    if (at < 0 || isLoose(index, at)) return [];
    const whole = access(table, index, conditions, []);
    if (!whole.exact || whole.distinct) return [];
    const before = new Set(index.components.slice(0, at).map(component => component.path));
    const fixed = conditions.terms.filter(term => before.has(term.path) && term.kind === 'eq');
    const isNext = [...before].every(one =>
      fixed.some(term => term.path === one && term.kind === 'eq' && term.value !== null),
    );
    const way = isNext ? access(table, index, { terms: fixed, rest: false }, []) : whole;
    return [{ access: way, column: column(index, at), values, from: from ?? '', isNext }];
  });
  return found.sort(
    (a, b) => Number(b.isNext) - Number(a.isNext) || b.access.score - a.access.score,
  )[0];
}

/** Every branch of the `$or` must have an index of its own. */
function unite(table: Table, conditions: Conditions): Plan | undefined {
  if (!conditions.or) return undefined;
  const accesses: Access[] = [];
  for (const branch of conditions.or) {
    const ways = [ID_INDEX, ...table.indexes]
      .map(index => access(table, index, conditionsOf(branch), []))
      .filter(a => a.bounded)
      .sort((a, b) => b.score - a.score);
    if (!ways[0]) return undefined;
    accesses.push(ways[0]);
  }
  return { accesses, exact: false, sorted: false };
}

function scan(table: Table, { terms, rest }: Conditions, sort: SortSpec): Access {
  return {
    index: null,
    from: `c_${table.number} AS x`,
    doc: 'x.doc',
    where: '',
    params: [],
    orderBy: 'seq',
    bounded: false,
    exact: terms.length === 0 && !rest,
    distinct: false,
    sorted: sort.length === 0,
    score: 0,
  };
}

/** A condition that the index answers at one of its components. */
interface Piece {
  component: number;
  term: Term;
}

function access(table: Table, index: Index, conditions: Conditions, sort: SortSpec): Access {
  const pieces: Piece[] = [];
  const used = new Set<Term>();
  const pinned: boolean[] = [];
  const several: boolean[] = [];
  let score = 0;
  let open = true; // all components so far are fixed, so a condition on this one narrows the range read
  let bounded = false;
  const bounding = new Set<Piece>();
  index.components.forEach(({ path }, i) => {
    const loose = isLoose(index, i);
    const terms = conditions.terms.filter(term => term.path === path);
    const usable = loose ? mostSelective(terms) : terms.filter(isShort);
    for (const term of usable) {
      const piece = { component: i, term };
      pieces.push(piece);
      if (open && term.kind !== 'ne' && term.kind !== 'contains') bounding.add(piece);
      if (!loose || isExactOnArrays(term)) used.add(term);
    }
    const kinds = new Set(usable.map(term => term.kind));
    pinned.push(kinds.has('eq'));
    several.push(!loose && usable.length === 1 && kinds.has('in'));
    const narrows = [...kinds].some(kind => kind !== 'ne' && kind !== 'contains');
    if (i === 0) bounded = narrows;
    if (narrows) score += !open ? 1 : kinds.has('eq') ? 10 : kinds.has('in') ? 8 : 5;
    open &&= kinds.has('eq') || kinds.has('in');
  });
  const distinct = index.components.some((_, i) => isLoose(index, i) && !pinned[i]);
  const branches = distinct ? undefined : branchesOf(index, pieces, several);
  const inOne = distinct ? undefined : orderOf(index, pinned, sort, table);
  const fixed = pinned.map((is, i) => is || several[i]!);
  const merged = inOne || !branches ? undefined : orderOf(index, pinned, sort, table, fixed);
  const order = inOne ?? (merged?.complete ? merged : undefined);
  const exact = !conditions.rest && conditions.terms.every(term => used.has(term));
  const own = index === ID_INDEX;
  return {
    index: index.name,
    from: own ? `c_${table.number} AS x` : `x_${index.number} AS x`,
    doc: own ? 'x.doc' : `(SELECT doc FROM c_${table.number} WHERE seq = x.seq)`,
    ...partOf(index, pieces),
    orderBy: order?.sql ?? '',
    bounded,
    exact,
    distinct,
    sorted: order !== undefined,
    // An order completed by SQLite counts as half: it has to read on to the end of each group of equals.
    score: score * 8 + (exact ? 4 : 0) + (order === undefined ? 0 : inOne?.complete ? 2 : 1),
    ...(bounding.size < pieces.length && { passing: () => passingOf(index, pieces, bounding) }),
    ...(branches && { branches }),
    ...(branches && !inOne && order && { merged: order.columns }),
  };
}

function passingOf(index: Index, pieces: Piece[], bounding: Set<Piece>): Passing {
  return {
    within: partOf(
      index,
      pieces.filter(piece => bounding.has(piece)),
    ),
    found: partOf(
      index,
      pieces.filter(piece => !bounding.has(piece)),
    ),
  };
}

function partOf(index: Index, pieces: Piece[]): Branch {
  const conditions = pieces.map(({ component, term }) => condition(column(index, component), term));
  return {
    where: conditions.map(({ text }) => text).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Undefined where no component has several values, or all of them together too many combinations. */
function branchesOf(index: Index, pieces: Piece[], several: boolean[]): Branch[] | undefined {
  if (!several.includes(true)) return undefined;
  let combinations: Piece[][] = [[]];
  for (const piece of pieces) {
    const { component, term } = piece;
    const each: Piece[] =
      several[component] && term.kind === 'in'
        ? distinctOf(term.values).map(value => ({
            component,
            term: { path: term.path, kind: 'eq', value },
          }))
        : [piece];
    if (combinations.length * each.length > MAX_BRANCHES) return undefined;
    combinations = combinations.flatMap(parts => each.map(one => [...parts, one]));
  }
  return combinations.length > 0 ? combinations.map(parts => partOf(index, parts)) : undefined;
}

const distinctOf = (values: Scalar[]): Scalar[] => [
  ...new Map(values.map(value => [keyText([encodeKey(value)]), value])).values(),
];

const isLoose = (index: Index, component: number) => (index.loose & (1 << component)) !== 0;

const column = (index: Index, component: number) => (index === ID_INDEX ? 'id' : `k${component}`);

const isShort = (term: Term) => !('values' in term) || term.values.length <= MAX_IN;

/**
 * Where arrays occur, two conditions may be met by two different members, so only one can bound the index:
 * of several, the longest text asked for, which for a search by fragments is the rarest.
 */
function mostSelective(terms: Term[]): Term[] {
  const length = (term: Term) =>
    term.kind === 'eq' && typeof term.value === 'string' ? term.value.length : 0;
  const rank = (term: Term) => ['eq', 'in', 'prefix', 'range'].indexOf(term.kind);
  return terms
    .filter(term => !['ne', 'contains'].includes(term.kind) && isShort(term))
    .sort((a, b) => rank(a) - rank(b) || length(b) - length(a))
    .slice(0, 1);
}

/** An entry equal to a value other than null means that the document matches, arrays or not. */
function isExactOnArrays(term: Term): boolean {
  if (term.kind === 'eq') return term.value !== null;
  return term.kind === 'in' && !term.values.includes(null);
}

function condition(name: string, term: Term): { text: string; params: Key[] } {
  const marks = (values: unknown[]) => values.map(() => '?').join(', ');
  switch (term.kind) {
    case 'eq':
      return { text: `${name} = ?`, params: [encodeKey(term.value)] };
    case 'in':
      return { text: `${name} IN (${marks(term.values)})`, params: term.values.map(encodeKey) };
    case 'ne':
      return { text: `${name} NOT IN (${marks(term.values)})`, params: term.values.map(encodeKey) };
    case 'contains':
      return {
        text: `typeof(${name}) = 'text' AND instr(${term.folded ? `lower(${name})` : name}, ?) > 0`,
        params: [term.text],
      };
    case 'prefix':
      return { text: `${name} >= ? AND ${name} < ?`, params: [term.from, term.to] };
    case 'range': {
      const { from, to } = typeBounds(term.value);
      const key = encodeKey(term.value);
      if (term.operator === '>' || term.operator === '>=')
        return { text: `${name} ${term.operator} ? AND ${name} < ?`, params: [key, to] };
      // Minus infinity stands for null, which is not asked for, and may be all but a few documents.
      const above = typeof term.value === 'number' ? '>' : '>=';
      return { text: `${name} ${above} ? AND ${name} ${term.operator} ?`, params: [from, key] };
    }
  }
}

/**
 * `undefined` when the index does not deliver the wanted order.
 * @param fixed components of one value in all that is read, which for a branch are more than the pinned ones
 */
function orderOf(
  index: Index,
  pinned: boolean[],
  sort: SortSpec,
  table: Table,
  fixed = pinned,
): { sql: string; columns: string[]; complete: boolean } | undefined {
  const constant = new Set(
    index.components.filter((_, i) => pinned[i] && !isLoose(index, i)).map(c => c.path),
  );
  const wanted = sort.filter(({ path }) => !constant.has(path));
  const parts: string[] = [];
  const columns: string[] = [];
  let way = 0; // 1 forwards through the index, -1 backwards
  let at = 0;
  for (let i = 0; i < index.components.length && at < wanted.length; i++) {
    if (fixed[i]) continue;
    const { path, direction } = index.components[i]!;
    const next = wanted[at]!;
    if (path !== next.path) break;
    way ||= direction * next.direction;
    if (way !== direction * next.direction) break;
    columns.push(column(index, i));
    parts.push(`${column(index, i)} ${next.direction === 1 ? 'ASC' : 'DESC'}`);
    at += 1;
  }
  const rest = wanted.slice(at);
  if (rest.length === 0) return { sql: parts.join(', '), columns, complete: true };
  // `_id` as the tie-breaker: SQLite sorts the few documents that share a key.
  if (rest.length > 1 || rest[0]!.path !== '_id' || parts.length === 0) return undefined;
  const id = `(SELECT id FROM c_${table.number} WHERE seq = x.seq)`;
  parts.push(`${id} ${rest[0]!.direction === 1 ? 'ASC' : 'DESC'}`);
  return { sql: parts.join(', '), columns, complete: false };
}
