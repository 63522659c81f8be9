/**
 * `npm start -- --port 8080 --data .data --workers 2 --demo small|none [--test]`
 * Builds what changed, then serves the whole product on one port of 127.0.0.1.
 */
import path from 'node:path';
import { build, built, dist } from './shared/built.js';

try {
  await build();
  /** @type {typeof import('./start/startProduct.ts')} */
  const { startProduct } = await import(path.join(dist, 'server/startProduct.js'));
  await startProduct(built);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
