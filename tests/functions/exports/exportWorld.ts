import { beforeEach, expect } from 'vitest';
import { cellText } from '#contract/csv.ts';
import { templateEntity } from '#contract/template.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

/** As a spreadsheet reads it. */
export const parseCsv = (text: string): string[][] => {
  const table: string[][] = [];
  let line: string[] = [];
  let value = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '"' && text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else if (character === '"') quoted = false;
      else value += character;
    } else if (character === '"') quoted = true;
    else if (character === ',') {
      line.push(value);
      value = '';
    } else if (character === '\r' && text[at + 1] === '\n') {
      table.push([...line, value]);
      [line, value] = [[], ''];
      at += 1;
    } else value += character;
  }
  return table;
};

export const many = (count: number, more: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `many_${String(at).padStart(6, '0')}`,
    // A hundred of one instant each, as a batch makes them.
    rev: 1,
    createTime: 100_000 + Math.floor(at / 100),
    updateTime: 1,
    ...templateEntity.defaults,
    name: `第${at}个`,
    status: 'offline',
    publishTime: null,
    stats: { useCount: at, successCount: 0, failCount: 0 },
    grams: [],
    secretNote: 'canary',
    ...more(at),
  }));

/** A world in which the first administrator exports lists, forty rows at a time. */
export const startExportWorld = async () => {
  const world = await startWorld({ EXPORT_PAGE_ROWS: 40 });
  const { ok } = world;
  await world.reset();
  beforeEach(() => world.reset());

  const wholeFile = async (id: string) => {
    const { url, fileName } = await ok('adminExport', 'getExportUrl', { id });
    const answer = await fetch(url);
    expect([answer.status, fileName]).toEqual([200, expect.stringMatching(/\.csv$/)]);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return parseCsv(bytes.toString('utf8').slice(1)).map(cells => cells.map(cellText));
  };

  /** The table of a file, below the lines that say what it is and an empty one. */
  const download = async (id: string) => {
    const lines = await wholeFile(id);
    return lines.slice(lines.findIndex(cells => cells.join('') === '') + 1);
  };

  return {
    world,
    jobOf: async (id: string) => {
      const { list } = await ok('adminExport', 'getExports', { filter: { ids: [id] } });
      return list[0]!;
    },
    wholeFile,
    download,
    start: (data: object) => ok('adminExport', 'createExport', data),
    tick: (job: 'exports' | 'purgeExports' = 'exports') => finishJob(world, job),
  };
};
