import { existsSync, linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';

/**
 * Keeps a product's stored files and platform sessions as they are now. Content never changes under its name (the
 * emulator's README shows the layout), so a second link to it is a copy.
 */
export const keepFiles = (dataDir: string) => {
  const db = new Libsql(path.join(dataDir, 'platform.sqlite'), { timeout: 5_000 });
  const tables = ['files', 'users', 'sessions'];
  db.exec("ATTACH ':memory:' AS kept");
  for (const name of tables) db.exec(`CREATE TABLE kept.${name} AS SELECT * FROM main.${name}`);
  const contents = db.prepare('SELECT content FROM kept.files').all([]) as { content: string }[];
  const kept = path.join(dataDir, 'kept');
  mkdirSync(kept);
  const placeOf = (content: string) => path.join(dataDir, 'files', content.slice(0, 2), content);
  for (const { content } of contents) linkSync(placeOf(content), path.join(kept, content));
  const copies = tables.flatMap(name => [
    `DELETE FROM main.${name}`,
    `INSERT INTO main.${name} SELECT * FROM kept.${name}`,
  ]);
  return {
    restore: () => {
      for (const { content } of contents)
        if (!existsSync(placeOf(content))) linkSync(path.join(kept, content), placeOf(content));
      db.exec(['BEGIN IMMEDIATE', ...copies, 'COMMIT'].join(';'));
    },
    close: () => void db.close(),
  };
};
