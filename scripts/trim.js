/**
 * After `npm ci`: removes what nothing here loads and what is a fifth of `node_modules`, as a file takes 4 KB however small
 * it is: source maps, and the CommonJS twins of MUI's ten thousand icons.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const icons = path.join('node_modules', '@mui', 'icons-material', path.sep);
for (const name of readdirSync('node_modules', { recursive: true })) {
  const file = path.join('node_modules', String(name));
  const isTwin = file.startsWith(icons) && /\.(js|d\.ts)$/.test(file) && !file.includes('utils');
  if (isTwin || /\.(js|mjs|cjs|ts|mts|cts|css)\.map$/.test(file)) rmSync(file, { force: true });
}
