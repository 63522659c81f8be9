/** `npm run build`: application, functions, `actions.json` and server into `dist/`, each only when its sources changed. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dist, fingerprintFile, outdated, root } from './shared/built.js';

const make = {
  application: async () => {
    process.env['NODE_ENV'] = 'production';
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
  },
  functions: async () => {
    const [{ buildFunctions }, { writeActions }, { functionNames }] = await Promise.all([
      import('./build/functions.ts'),
      import('./build/actions.ts'),
      import('./build/platform.ts'),
    ]);
    const outDir = path.join(dist, 'functions');
    mkdirSync(outDir, { recursive: true });
    // Removes the output of functions that are no longer declared.
    for (const name of readdirSync(outDir))
      if (!functionNames.includes(name)) rmSync(path.join(outDir, name), { recursive: true });
    await buildFunctions({ outDir });
    await writeActions(path.join(dist, 'actions.json'));
  },
  server: async () => {
    const { buildServer } = await import('./build/server.ts');
    const outDir = path.join(dist, 'server');
    rmSync(outDir, { recursive: true, force: true });
    await buildServer(outDir);
  },
  pictures: async () => {
    const { buildPictures } = await import('./build/pictures.ts');
    await buildPictures(path.join(dist, 'pictures'));
  },
};

mkdirSync(dist, { recursive: true });
const made = async ({ name, now, known }: ReturnType<typeof outdated>[number]) => {
  const started = performance.now();
  await make[name]();
  known[name] = now;
  writeFileSync(fingerprintFile, JSON.stringify({ ...known }, null, 2));
  console.log(`built ${name} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
};
const parts = outdated();
// A process of its own, which draws while the others are bundled.
const drawing = parts.filter(({ name }) => name === 'pictures').map(made);
for (const part of parts) if (part.name !== 'pictures') await made(part);
await Promise.all(drawing);
