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
  /** Entries of the index, or documents, that a document database passes on the way, skipped and counted ones too. */
  readonly walked: number;
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
  constructor(
    private readonly store: Store,
    private readonly trace?: (explanation: Explanation) => void,
  ) {}

  find(table: Table, request: FindRequest, overlay?: Overlay): Row[] {
    const { query, sort = [], offset = 0, limit = Infinity } = request;
    const matches = compileQuery(query); // also when the plan is exact: mistakes must be reported
    const byId = this.singleId(table, query, overlay);
    if (byId !== undefined) {
      const rows = byId.filter(row => isBare(query) || matches(parseStored(row.text)));
      this.report(table, '_id', true, true, () => byId.length, rows.length);
      return rows.slice(offset, offset + limit);
    }
    const chosen = this.plan(table, query, sort);
    const hidden = overlay?.size ? overlay : undefined;
    const passed = { count: 0 };
    const rows = hidden
      ? this.findBelow(table, chosen, matches, request, hidden, passed)
      : this.run(table, chosen, matches, request, passed);
    const walked = () =>
      isPage(chosen, sort)
        ? this.walkedTo(chosen.accesses[0]!, offset, limit, rows.length)
        : passed.count;
    this.report(table, name(chosen), chosen.exact, chosen.sorted, walked, rows.length);
    return rows;
  }

  /** @param most where it stops counting */
  count(table: Table, query: Doc, most = Infinity): number {
    const matches = compileQuery(query);
    const chosen = this.plan(table, query, []);
    const [access] = chosen.accesses;
    let [total, passed] = [0, 0];
    if (chosen.exact && access) total = this.countOf(access, most);
    else
      for (const row of this.candidates(table, chosen)) {
        if (total >= most) break;
        passed += 1;
        if (matches(parseStored(row.text))) total += 1;
      }
    const walked = () => (chosen.exact && access ? this.walkedTo(access, 0, most, total) : passed);
    this.report(table, name(chosen), chosen.exact, true, walked, total);
    return total;
  }

  private countOf(access: Access, most = Infinity): number {
    const what = access.distinct ? 'DISTINCT seq' : '1';
    const limit = Number.isFinite(most) ? most : -1;
    return Number(
      this.store.connection.value(
        `SELECT count(*) FROM (SELECT ${what} FROM ${access.from}${where(access)} LIMIT ?)`,
        [...access.params, limit],
      ),
    );
  }

  /**
   * How many documents have each text in a field, where an index alone is enough; undefined where documents would have
   * to be read.
   */
  countBy(table: Table, query: Doc, path: string): { value: string; count: number }[] | undefined {
    compileQuery(query);
    const chosen = groupAccess(table, query, path);
    if (!chosen) return undefined;
    const { access, column, isNext } = chosen;
    if (!isNext) {
      const walked = () => this.countOf({ ...access, ...access.passing?.().within });
      const sql = `SELECT CAST(${column} AS BLOB), count(*) FROM ${access.from}${where(access)} GROUP BY ${column}`;
      const rows = this.store.connection.all(sql, access.params);
      this.report(table, access.index, true, false, walked, rows.length);
      return rows.map(([value, count]) => ({ value: textOf(value), count: Number(count) }));
    }
    return (chosen.values ?? [...this.textsOf(chosen)])
      .map(value => ({ value, count: this.count(table, { ...query, [path]: value }) }))
      .filter(({ count }) => count > 0);
  }

  /** The texts in an index, from one to the next without those in between. */
  private *textsOf({ access, column, from }: GroupAccess): Generator<string> {
    const next = (condition: '>=' | '>', text: string) =>
      this.store.connection.all(
        `SELECT CAST(value AS BLOB) FROM (SELECT min(${column}) AS value FROM ${access.from}
         WHERE ${access.where || 'true'} AND ${column} ${condition} ?) WHERE typeof(value) = 'text'`,
        [...access.params, text],
      )[0];
    for (let row = next('>=', from); row;) {
      const value = textOf(row[0]);
      yield value;
      row = next('>', value);
    }
  }

  private report(
    table: Table,
    index: string | null,
    exact: boolean,
    sorted: boolean,
    walked: () => number,
    returned: number,
  ): void {
    this.trace?.({
      collection: table.name,
      index,
      exact,
      sorted,
      get walked() {
        return walked();
      },
      returned,
    });
  }

  /** Entries up to the last one that was wanted, or all where there are fewer. */
  private walkedTo(access: Access, offset: number, limit: number, returned: number): number {
    const { branches = [], merged } = access;
    const passing = access.passing?.();
    const others = merged ? branches.length - 1 : 0;
    const within = passing?.within ?? access;
    if (returned < limit) {
      if (returned > 0 && !passing) return offset + returned + others;
      return this.countOf({ ...access, ...within }, returned > 0 ? Infinity : offset + limit);
    }
    if (!passing) return offset + returned + others;
    const order = access.orderBy ? ` ORDER BY ${access.orderBy}` : '';
    const sql = `SELECT place FROM (SELECT row_number() OVER (${order}) AS place, (${passing.found.where}) AS hit
      FROM ${access.from}${where(within)}) WHERE hit LIMIT 1 OFFSET ?`;
    const last = Math.max(0, offset + returned - 1);
    const params = [...passing.found.params, ...within.params, last];
    return Number(this.store.connection.value(sql, params) ?? 0) + others;
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
    { sort = [], offset = 0, limit = Infinity, query }: FindRequest,
    overlay: Overlay,
    passed: Passed,
  ): Row[] {
    const wanted = offset + limit + overlay.size;
    const request = { query, sort, offset: 0, limit: wanted };
    const rows = this.run(table, chosen, matches, request, passed).filter(
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
    { sort = [], offset = 0, limit = Infinity }: FindRequest,
    passed: Passed,
  ): Row[] {
    const inOrder = sort.length === 0 || chosen.sorted;
    if (isPage(chosen, sort)) return this.page(chosen.accesses[0]!, limit, offset);
    if (inOrder) {
      const rows: Row[] = [];
      let skip = offset;
      for (const row of this.candidates(table, chosen)) {
        if (rows.length >= limit) break;
        passed.count += 1;
        if (matches(parseStored(row.text)) && --skip < 0) rows.push(row);
      }
      return rows;
    }
    const found: { row: Row; doc: Doc }[] = [];
    for (const row of this.candidates(table, chosen)) {
      const doc = parseStored(row.text);
      passed.count += 1;
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
      else yield* this.walk(access!);
      return;
    }
    const seqs = new Set<number>();
    for (const access of accesses) {
      const sql = `SELECT seq FROM ${access.from}${where(access)}`;
      for (const [seq] of this.store.connection.all(sql, access.params)) seqs.add(Number(seq));
    }
    for (const seq of [...seqs].sort((a, b) => a - b)) {
      const row = this.store.rowBySeq(table, seq);
      if (row) yield row;
    }
  }

  private *walk(access: Access): Generator<Row> {
    let step = STEP;
    for (let at = 0; ; at += step, step = Math.min(step * 2, MAX_STEP)) {
      const rows = this.page(access, step, at);
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
      for (const [seq, text] of rows) yield { seq: Number(seq), text: String(text) };
      if (rows.length < STEP) return;
      last = Number(rows.at(-1)![0]);
    }
  }

  /**
   * Skip and limit are applied to the index; a document is fetched only for a returned row, so a page far down reads no
   * more documents than the first.
   */
  private page(access: Access, limit: number, offset: number): Row[] {
    if (access.merged) return this.merged(access, access.merged, limit, offset);
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
  private merged(access: Access, columns: string[], limit: number, offset: number): Row[] {
    const sizes = (access.branches ?? []).map(branch => ({
      branch,
      size: this.countOf({ ...access, ...branch }, offset + limit),
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
    return rows.map(([seq, text]) => ({ seq: Number(seq), text: String(text) }));
  }
}

/** Documents that were read to be looked at. */
interface Passed {
  count: number;
}

/** The index alone shows which documents are wanted, and their order. */
const isPage = ({ exact, sorted }: Plan, sort: SortSpec) => exact && (sort.length === 0 || sorted);

const isBare = (query: Doc) => Object.keys(query).length === 1;

const where = (access: Pick<Access, 'where'>) => (access.where ? ` WHERE ${access.where}` : '');

const name = ({ accesses }: Plan) =>
  accesses.length === 1 ? accesses[0]!.index : `or(${accesses.map(a => a.index).join(',')})`;

/** A text read as its bytes: libsql ends one at a NUL. An empty one is read as null. */
const textOf = (bytes: unknown): string => (bytes instanceof Buffer ? bytes.toString() : '');
