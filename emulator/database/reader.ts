import type { Bound } from './driver.ts';
import { type Doc, own, parseStored } from './ejson.ts';
import { isScalar } from './keys.ts';
import { compileQuery, type Matcher } from './matcher.ts';
import {
  type Access,
  type GroupAccess,
  groupAccess,
  type Plan,
  plan,
  type Table,
} from './planner.ts';
import { sortBy, type SortSpec } from './sort.ts';
import type { Id, Row, Store } from './store.ts';

export interface FindRequest {
  query: Doc;
  sort?: SortSpec;
  offset?: number;
  limit?: number;
}

/** Documents that differ from the committed state in a transaction, by `idText`. Without `row`: removed. */
export type Overlay = Map<string, { id: Id; row: Row | undefined }>;

/** How a query was carried out. */
export interface Explanation {
  collection: string;
  /** Name of the index, `_id`, `or(a,b)` for united branches, or null when the collection was scanned. */
  index: string | null;
  /** The index alone answered: no document was read and then rejected. */
  exact: boolean;
  /** The index delivered the order. */
  sorted: boolean;
  /** Documents or entries fetched into JavaScript. */
  scanned: number;
  returned: number;
}

/** Documents per step while filtering: enough to be quick, few enough to stop early. */
const STEP = 256;
const MAX_STEP = 4096;

/** Seq of a document that only exists in a transaction: after all others. */
export const UNWRITTEN = Number.MAX_SAFE_INTEGER;

/** Separates `1` from `'1'`. */
export const idText = (id: Id) => (typeof id === 'number' ? `n${id}` : `s${id}`);

export function idOf(doc: Doc): Id {
  const id = own(doc, '_id');
  return typeof id === 'number' ? id : String(id);
}

/** Answers queries, within or without the view of a transaction. */
export class Reader {
  private scanned = 0;

  constructor(
    private readonly store: Store,
    private readonly rememberCount: (table: Table, access: Access, count: () => number) => number,
    private readonly trace?: (explanation: Explanation) => void,
  ) {}

  find(table: Table, request: FindRequest, overlay?: Overlay): Row[] {
    const { query, sort = [], offset = 0, limit = Infinity } = request;
    const matches = compileQuery(query); // also when the plan is exact: mistakes must be reported
    const byId = this.singleId(table, query, overlay);
    if (byId !== undefined) {
      const rows = byId.filter(row => isBare(query) || matches(parseStored(row.text)));
      this.report(table, '_id', true, true, byId.length, rows.length);
      return rows.slice(offset, offset + limit);
    }
    const chosen = this.plan(table, query, sort);
    this.scanned = 0;
    const hidden = overlay?.size ? overlay : undefined;
    const rows = hidden
      ? this.findBelow(table, chosen, matches, request, hidden)
      : this.run(table, chosen, matches, sort, offset, limit);
    this.report(table, name(chosen), chosen.exact, chosen.sorted, this.scanned, rows.length);
    return rows;
  }

  count(table: Table, query: Doc): number {
    const matches = compileQuery(query);
    const chosen = this.plan(table, query, []);
    const [access] = chosen.accesses;
    this.scanned = 0;
    let total = 0;
    if (chosen.exact && access) {
      const branches = access.branches?.every(({ prefix }) => prefix) ? access.branches : [{}];
      for (const branch of branches) total += this.countOf(table, { ...access, ...branch });
    } else {
      for (const row of this.candidates(table, chosen))
        if (matches(parseStored(row.text))) total += 1;
    }
    this.report(table, name(chosen), chosen.exact, true, this.scanned, total);
    return total;
  }

  private countOf(table: Table, access: Access): number {
    const what = access.distinct ? 'count(DISTINCT seq)' : 'count(*)';
    const sql = `SELECT ${what} FROM ${access.from}${where(access)}`;
    return this.rememberCount(table, access, () =>
      Number(this.store.connection.value(sql, access.params)),
    );
  }

  /**
   * How many documents have each text in a field, where an index alone tells; undefined where documents would have to be
   * read.
   */
  countBy(table: Table, query: Doc, path: string): { value: string; count: number }[] | undefined {
    compileQuery(query);
    const chosen = groupAccess(table, query, path);
    if (!chosen) return undefined;
    const { access, column, isNext } = chosen;
    if (!isNext) {
      const sql = `SELECT ${column}, count(*) FROM ${access.from}${where(access)} GROUP BY ${column}`;
      const rows = this.store.connection.all(sql, access.params);
      this.report(table, access.index, true, false, rows.length, rows.length);
      return rows.map(([value, count]) => ({ value: String(value), count: Number(count) }));
    }
    // How many there are of each is often remembered.
    return (chosen.values ?? [...this.textsOf(chosen)])
      .map(value => ({ value, count: this.count(table, { ...query, [path]: value }) }))
      .filter(({ count }) => count > 0);
  }

  /** The texts in an index, from one to the next without those in between. */
  private *textsOf({ access, column, from }: GroupAccess): Generator<string> {
    const base = `SELECT min(${column}) FROM ${access.from} WHERE ${access.where || 'true'} AND ${column}`;
    let value = this.store.connection.value(`${base} >= ?`, [...access.params, from]);
    while (typeof value === 'string') {
      yield value;
      value = this.store.connection.value(`${base} > ?`, [...access.params, value]);
    }
  }

  private report(
    table: Table,
    index: string | null,
    exact: boolean,
    sorted: boolean,
    scanned: number,
    returned: number,
  ): void {
    this.trace?.({ collection: table.name, index, exact, sorted, scanned, returned });
  }

  /** `doc(id)`, the most frequent of all queries, without planning. */
  private singleId(table: Table, query: Doc, overlay: Overlay | undefined): Row[] | undefined {
    const id = own(query, '_id');
    if (typeof id !== 'string' && !(typeof id === 'number' && isScalar(id))) return undefined;
    const hidden = overlay?.get(idText(id));
    const row = hidden ? hidden.row : this.store.rowById(table, id);
    return row ? [row] : [];
  }

  private plan(table: Table, query: Doc, sort: SortSpec): Plan {
    return plan(table, query, sort, (access, limit) =>
      Number(
        this.store.connection.value(
          `SELECT count(*) FROM (SELECT 1 FROM ${access.from}${where(access)} LIMIT ?)`,
          [...access.params, limit],
        ),
      ),
    );
  }

  /** Finds in the committed state, leaves out what the transaction sees otherwise, and adds that. */
  private findBelow(
    table: Table,
    chosen: Plan,
    matches: Matcher,
    { sort = [], offset = 0, limit = Infinity }: FindRequest,
    overlay: Overlay,
  ): Row[] {
    const wanted = offset + limit + overlay.size;
    const rows = this.run(table, chosen, matches, sort, 0, wanted).filter(
      row => !overlay.has(idText(idOf(parseStored(row.text)))),
    );
    for (const { row } of overlay.values())
      if (row && matches(parseStored(row.text))) rows.push(row);
    const ordered =
      sort.length > 0
        ? sortBy(rows, sort, row => parseStored(row.text))
        : rows.sort((a, b) => a.seq - b.seq);
    return ordered.slice(offset, offset + limit);
  }

  private run(
    table: Table,
    chosen: Plan,
    matches: Matcher,
    sort: SortSpec,
    offset: number,
    limit: number,
  ): Row[] {
    const inOrder = sort.length === 0 || chosen.sorted;
    if (chosen.exact && inOrder) return this.page(table, chosen.accesses[0]!, limit, offset);
    if (inOrder) {
      const rows: Row[] = [];
      let skip = offset;
      for (const row of this.candidates(table, chosen)) {
        if (rows.length >= limit) break;
        if (matches(parseStored(row.text)) && --skip < 0) rows.push(row);
      }
      return rows;
    }
    const found: { row: Row; doc: Doc }[] = [];
    for (const row of this.candidates(table, chosen)) {
      const doc = parseStored(row.text);
      if (chosen.exact || matches(doc)) found.push({ row, doc });
    }
    return sortBy(found, sort, item => item.doc)
      .slice(offset, offset + limit)
      .map(({ row }) => row);
  }

  /** Everything the plan finds, a step at a time, each document once. */
  private *candidates(table: Table, { accesses }: Plan): Generator<Row> {
    if (accesses.length === 1) {
      const [access] = accesses;
      if (access!.index === null) yield* this.scan(table);
      else yield* this.walk(table, access!);
      return;
    }
    const seqs = new Set<number>();
    for (const access of accesses) {
      const sql = `SELECT seq FROM ${access.from}${where(access)}`;
      for (const [seq] of this.store.connection.all(sql, access.params)) seqs.add(Number(seq));
    }
    this.scanned += seqs.size;
    for (const seq of [...seqs].sort((a, b) => a - b)) {
      const row = this.store.rowBySeq(table, seq);
      if (row) yield row;
    }
  }

  private *walk(table: Table, access: Access): Generator<Row> {
    let step = STEP;
    for (let at = 0; ; at += step, step = Math.min(step * 2, MAX_STEP)) {
      const rows = this.page(table, access, step, at);
      yield* rows;
      if (rows.length < step) return;
    }
  }

  private *scan(table: Table): Generator<Row> {
    for (let last = -1; ;) {
      const rows = this.store.connection.all(
        `SELECT seq, doc FROM c_${table.number} WHERE seq > ? ORDER BY seq LIMIT ?`,
        [last, STEP],
      );
      this.scanned += rows.length;
      for (const [seq, text] of rows) yield { seq: Number(seq), text: String(text) };
      if (rows.length < STEP) return;
      last = Number(rows.at(-1)![0]);
    }
  }

  /**
   * Skip and limit are applied to the index; a document is fetched only for a returned row, so a page far down reads no
   * more documents than the first.
   */
  private page(table: Table, access: Access, limit: number, offset: number): Row[] {
    if (access.merged) return this.merged(table, access, access.merged, limit, offset);
    const order = access.orderBy && !access.distinct ? ` ORDER BY ${access.orderBy}` : '';
    const source = access.distinct
      ? `(SELECT DISTINCT seq FROM ${access.from}${where(access)}) AS x`
      : `${access.from}${where(access)}`;
    return this.fetched(`SELECT seq, ${access.doc} FROM ${source}${order} LIMIT ? OFFSET ?`, [
      ...access.params,
      Number.isFinite(limit) ? limit : -1,
      offset,
    ]);
  }

  /**
   * The branches are scanned side by side, each only as far as its entries are among those wanted. SQLite merges the first
   * two, their result with the third, and so on: entries of the last one are compared once.
   */
  private merged(
    table: Table,
    access: Access,
    columns: string[],
    limit: number,
    offset: number,
  ): Row[] {
    const sizes = (access.branches ?? []).map(branch => ({
      branch,
      size: branch.prefix ? this.countOf(table, { ...access, ...branch }) : 0,
    }));
    const branches = sizes.sort((a, b) => a.size - b.size).map(({ branch }) => branch);
    const parts = branches.map(
      branch => `SELECT seq, ${columns.join(', ')} FROM ${access.from}${where(branch)}`,
    );
    const source = `${parts.join(' UNION ALL ')} ORDER BY ${access.orderBy} LIMIT ? OFFSET ?`;
    const sql = `SELECT seq, ${access.doc} FROM (${source}) AS x ORDER BY ${access.orderBy}`;
    return this.fetched(sql, [
      ...branches.flatMap(branch => branch.params),
      Number.isFinite(limit) ? limit : -1,
      offset,
    ]);
  }

  private fetched(sql: string, params: Bound[]): Row[] {
    const rows = this.store.connection.all(sql, params);
    this.scanned += rows.length;
    return rows.map(([seq, text]) => ({ seq: Number(seq), text: String(text) }));
  }
}

const isBare = (query: Doc) => Object.keys(query).length === 1;

const where = (access: Pick<Access, 'where'>) => (access.where ? ` WHERE ${access.where}` : '');

const name = ({ accesses }: Plan) =>
  accesses.length === 1 ? accesses[0]!.index : `or(${accesses.map(a => a.index).join(',')})`;
