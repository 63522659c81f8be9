import type { Bound, Connection } from './driver.ts';

/** A call of SQLite costs more than a small row: this many go together. */
const ROWS = 32;

/** Inserts many rows into one table. */
export class RowBatch {
  private waiting: Bound[] = [];
  private readonly one: string;
  private readonly many: string;
  private readonly full: number;

  /** @param into for example `INSERT INTO t (a, b)`, with `width` columns */
  constructor(
    private readonly connection: Connection,
    into: string,
    private readonly width: number,
  ) {
    const marks = `(${Array<string>(width).fill('?').join(', ')})`;
    this.one = `${into} VALUES ${marks}`;
    this.many = `${into} VALUES ${Array<string>(ROWS).fill(marks).join(', ')}`;
    this.full = ROWS * width;
  }

  add(...row: Bound[]): void {
    this.waiting.push(...row);
    if (this.waiting.length < this.full) return;
    const rows = this.waiting;
    this.waiting = [];
    this.connection.run(this.many, rows);
  }

  /** Inserts what is left. */
  flush(): void {
    for (let at = 0; at < this.waiting.length; at += this.width)
      this.connection.run(this.one, this.waiting.slice(at, at + this.width));
    this.waiting = [];
  }
}
