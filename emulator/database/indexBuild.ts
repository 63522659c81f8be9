import { type Connection, UniqueViolation } from './driver.ts';
import { type Doc, requestFailed } from './ejson.ts';
import { columnOf, type Index, looseOf, refuseParallelArrays } from './keys.ts';
import type { Table } from './planner.ts';
import { RowBatch } from './rowBatch.ts';

/** Components at the end of an index that many indexes share. */
const END = 2;

/**
 * Fills new, empty indexes of one collection. Each document is read once for all of them: its keys are noted in
 * temporary tables, a row for a document, and from there SQLite sorts the entries of one index after the other, which
 * for many documents is far quicker than finding the place of each. SQLite keeps all of it on disk.
 */
export class IndexBuild {
  /** Every indexed path once. */
  private readonly paths: Path[] = [];
  private readonly columns = new Map<string, number>();
  private notes: Notes | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly table: Table,
    readonly indexes: Index[],
  ) {
    for (const { components, segments } of indexes)
      for (const [i, { path }] of components.entries()) {
        if (this.columns.has(path)) continue;
        this.columns.set(path, this.paths.length);
        this.paths.push({ segments: segments[i]!, loose: false, isMultiple: false });
      }
  }

  add(seq: number, doc: Doc): void {
    if (this.indexes.length === 0) return;
    const columns = this.paths.map(({ segments }) => columnOf(doc, segments));
    if (columns.filter(({ array }) => array).length > 1)
      for (const index of this.indexes)
        refuseParallelArrays(
          index,
          this.placesOf(index).map(at => columns[at]!),
        );
    const notes = (this.notes ??= this.createNotes());
    const row = columns.map(({ keys, loose }, at) => {
      const path = this.paths[at]!;
      path.loose ||= loose;
      if (keys.length === 1) return keys[0]!;
      path.isMultiple = true;
      for (const key of keys) notes.multiple.add(seq, at, key);
      return null;
    });
    notes.single.add(seq, ...row);
  }

  /** @returns for each index the `loose` of its components */
  finish(): number[] {
    const { notes, table, connection } = this;
    if (!notes) return this.indexes.map(() => 0);
    notes.single.flush();
    notes.multiple.flush();
    const end = this.commonEnd();
    connection.forgetStatements();
    this.sort(end);
    for (const index of this.indexes) this.store(index, end);
    connection.exec(`DROP TABLE temp.o_${table.number}; DROP TABLE temp.m_${table.number}`);
    return this.indexes.map(index => looseOf(this.placesOf(index).map(at => this.paths[at]!)));
  }

  /**
   * Most indexes end alike, with the time and the id. The rows are sorted by these once; then their own numbers stand
   * for both, in either direction, and sorting an index has less to compare.
   */
  private commonEnd(): string | undefined {
    const ends = this.indexes.flatMap(index => this.endOf(index) ?? []);
    const frequency = (end: string) => ends.filter(other => other === end).length;
    return ends.sort((a, b) => frequency(b) - frequency(a))[0];
  }

  /** The columns of the last components, unless they differ in direction or a document has several keys there. */
  private endOf(index: Index): string | undefined {
    const places = this.placesOf(index).slice(-END);
    const directions = new Set(index.components.slice(-END).map(({ direction }) => direction));
    if (places.length < END || directions.size > 1) return undefined;
    if (places.some(at => this.paths[at]!.isMultiple)) return undefined;
    return places.map(at => `k${at}`).join(', ');
  }

  private sort(end = 'seq'): void {
    const [from, to] = [`n_${this.table.number}`, `o_${this.table.number}`];
    this.connection.exec(
      `CREATE TEMP TABLE ${to} AS SELECT * FROM ${from} ORDER BY ${end}; DROP TABLE ${from}`,
    );
  }

  /** A document that has several keys under a path has NULL in its row, and each key in a row of its own. */
  private createNotes(): Notes {
    const { connection, table, paths } = this;
    const columns = paths.map((_, at) => `, k${at}`).join('');
    connection.exec(
      `CREATE TEMP TABLE n_${table.number} (seq INTEGER PRIMARY KEY${columns});
       CREATE TEMP TABLE m_${table.number} (seq INTEGER, path INTEGER, key, PRIMARY KEY (seq, path, key)) WITHOUT ROWID`,
    );
    const single = `INSERT INTO n_${table.number}`;
    // One document has one entry for a key, however often it contains it.
    const multiple = `INSERT OR IGNORE INTO m_${table.number}`;
    return {
      single: new RowBatch(connection, single, paths.length + 1),
      multiple: new RowBatch(connection, multiple, 3),
    };
  }

  private store(index: Index, end: string | undefined): void {
    const places = this.placesOf(index);
    const multiple = places.filter(at => this.paths[at]!.isMultiple);
    const keys = places.map(at =>
      multiple.includes(at) ? `coalesce(m${at}.key, o.k${at})` : `o.k${at}`,
    );
    const joins = multiple.map(
      at => `LEFT JOIN m_${this.table.number} m${at} ON m${at}.seq = o.seq AND m${at}.path = ${at}`,
    );
    const order = orderOf(index).map((direction, i) => `${i + 1} ${direction}`);
    if (end !== undefined && this.endOf(index) === end)
      order.splice(-END, END, `o.rowid ${orderOf(index).at(-1)!}`);
    try {
      this.connection.exec(
        `INSERT INTO x_${index.number} SELECT ${keys.join(', ')}, o.seq
           FROM o_${this.table.number} o ${joins.join(' ')} ORDER BY ${order.join(', ')}`,
      );
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw requestFailed(
        `E11000 duplicate key error: the unique index ${index.name} cannot be built on ${this.table.name}`,
      );
    }
  }

  private placesOf({ components }: Index): number[] {
    return components.map(({ path }) => this.columns.get(path)!);
  }
}

const orderOf = ({ components }: Index) =>
  components.map(({ direction }) => (direction === 1 ? 'ASC' : 'DESC'));

interface Path {
  segments: string[];
  /** Some document has something other than a plain scalar there. */
  loose: boolean;
  /** Some document has several keys there. */
  isMultiple: boolean;
}

interface Notes {
  single: RowBatch;
  multiple: RowBatch;
}
