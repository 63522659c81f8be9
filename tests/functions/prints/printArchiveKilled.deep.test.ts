import { spawn } from 'node:child_process';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { jpeg, pixelAt, startPrintArchiveWorld } from './printArchiveWorld.ts';

const { tick, photoOf, orderOf, start, archive, download } = await startPrintArchiveWorld();

it('an archive goes on where a kill stopped it: no photo is missing, none is there twice', async () => {
  const greys = [0, 0x33, 0x66, 0x99, 0xcc, 0xff];
  const paths = await Promise.all(
    greys.map(async grey => {
      const background = { r: grey, g: grey, b: grey };
      const create = { width: 120, height: 180, channels: 3, background } as const;
      return photoOf(await sharp({ create }).jpeg(jpeg).toBuffer());
    }),
  );
  await orderOf(paths.map(filePath => ({ filePath })));
  const { _id } = await start();
  const module = JSON.stringify(
    new URL('../../../cloudfunctions/heavyWorker/index.ts', import.meta.url).href,
  );
  const program = `import(${module}).then(({ main }) => main({ jobs: ['printArchives'], alone: true }))`;
  const worker = spawn(process.execPath, ['--import', 'tsx', '-e', program], { stdio: 'ignore' });
  const ended = new Promise(resolve => worker.on('close', resolve));
  await vi.waitUntil(async () => (await archive(_id)).done >= 2, { timeout: 60_000, interval: 2 });
  worker.kill('SIGKILL');
  await ended;
  const claimed = await archive(_id);
  expect(claimed.status).toBe('running');
  await vi.waitUntil(() => Date.now() > claimed.claimUntil);
  await tick();
  expect(await archive(_id)).toMatchObject({ status: 'ready', done: 6, problems: [] });
  const files = await download(_id);
  const names = Object.keys(files).filter(name => name.endsWith('.jpg'));
  const found = names
    .sort()
    .map(async name => (await pixelAt(Buffer.from(files[name]!), 60, 85))[0]);
  expect(await Promise.all(found)).toEqual(greys);
});
