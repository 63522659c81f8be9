import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { floorFile, folder, type Sample } from './data.ts';
import type { Call, Work } from './load.ts';
import { DEEP, NAME_PARTS, next, STATUS } from './questions.ts';

export const floorWork = (url: string, sample: Sample): Record<string, Work> => {
  const ask = (name: string, query: Record<string, string | number> = {}): Call[] => [
    {
      url: `${url}/${name}?${new URLSearchParams(query as Record<string, string>)}`,
      method: 'GET',
    },
  ];
  const check = (text: string) => {
    if (text === 'null' || text.includes('"list":[]'))
      throw new Error(`the floor answered ${text}`);
  };
  const search = next([...NAME_PARTS, ...sample.digits]);
  const id = next(sample.orderIds);
  const changed = next(sample.orderIds);
  const revs = new Map<string, number>();
  return {
    list: { next: () => ask('list'), check },
    filter: { next: () => ask('filter', { status: STATUS }), check },
    deep: { next: () => ask('list', { offset: DEEP }), check },
    search: {
      next: () => {
        const q = search();
        const isNumber = /^\d{4}$/.test(q);
        return ask('search', { gram: isNumber ? q : q.slice(0, 2), text: q });
      },
      check,
    },
    read: { next: () => ask('get', { id: id() }), check },
    change: {
      next: () => {
        const one = changed();
        const rev = revs.get(one);
        revs.delete(one);
        return ask('change', { id: one, remark: `remark ${rev ?? 0}`, ...(rev && { rev }) });
      },
      check: text => {
        check(text);
        const { id: one, rev } = JSON.parse(text) as { id: string; rev: number };
        revs.set(one, rev);
      },
    },
    dashboard: { next: () => ask('dashboard'), check },
  };
};

export interface Floor {
  url: string;
  stop: () => Promise<void>;
}

/** As one script that node runs as it is: a loader would be part of each start. */
const floorScript = async (): Promise<string> => {
  const outfile = path.join(folder, 'floor.js');
  const entryPoints = [fileURLToPath(new URL('./floor.ts', import.meta.url))];
  await build({ entryPoints, outfile, format: 'esm', packages: 'external', logLevel: 'error' });
  return outfile;
};
let script: Promise<string> | undefined;

/** On the floor's tables in this data directory. */
export const startFloor = async (dataDir: string): Promise<Floor> => {
  const file = await (script ??= floorScript());
  const child = spawn(process.execPath, [file, floorFile(dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => reject(new Error('the floor did not start')));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};
