import type { Connection } from './driver.ts';
import { type Index, type Key, keyText } from './keys.ts';
import type { Access, Table } from './planner.ts';

/** More remembered counts than a list with tabs and filters uses. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers the number of documents in a collection or under a prefix of an index, and updates it on every write. A
 * list needs its total with every page; counting a million entries each time would cost more than the page.
 */
export class Counts {
  private readonly known = new Map<Index | Table, Map<string, number>>();
  private readonly lengths = new Map<Index | Table, Set<number>>();
  private size = 0;
  private version: unknown;

  constructor(private readonly connection: Connection) {}

  readonly remember = (table: Table, access: Access, count: () => number): number => {
    const { prefix } = access;
    const owner = access.index === null ? table : table.indexes.find(i => i.name === access.index);
    if (!prefix || !owner || access.distinct) return count();
    this.forgetForeignWrites();
    let numbers = this.known.get(owner);
    if (!numbers) this.known.set(owner, (numbers = new Map<string, number>()));
    const key = keyText(prefix);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const total = count();
    if (this.size >= MAX_REMEMBERED) {
      this.forget();
      return total;
    }
    this.size += 1;
    numbers.set(key, total);
    const lengths = this.lengths.get(owner) ?? new Set<number>();
    this.lengths.set(owner, lengths.add(prefix.length));
    return total;
  };

  /** An entry was added or removed; `undefined` when a rolled back write makes the reported changes invalid. */
  readonly changed = (owner: Index | Table | undefined, keys: Key[], difference: 1 | -1): void => {
    if (!owner) return this.forget();
    const numbers = this.known.get(owner);
    if (!numbers) return;
    for (const length of this.lengths.get(owner) ?? []) {
      const key = keyText(keys.slice(0, length));
      const known = numbers.get(key);
      if (known !== undefined) numbers.set(key, known + difference);
    }
  };

  private forget(): void {
    this.known.clear();
    this.lengths.clear();
    this.size = 0;
  }

  /** Another process (a seed, a repair) may write to the file. SQLite tells by this number. */
  private forgetForeignWrites(): void {
    const version = this.connection.value('PRAGMA data_version');
    if (version === this.version) return;
    this.version = version;
    this.forget();
  }
}
