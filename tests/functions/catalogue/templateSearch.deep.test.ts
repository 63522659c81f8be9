import { expect, it } from 'vitest';
import { normalForm } from '#contract/normalForm.ts';
import { startWorld } from '../world/harness.ts';
import { costOf } from '../world/waits.ts';

const world = await startWorld();
const { gramsOf } = await import('#cloudfunctions/_shared/base/search.ts');
const COUNT = 100_000;
const CHUNK = 2_000;
const CALLS = 15;

const keyword = (at: number, word: string, aliases: string[]) => ({
  _id: `kw_big_${at}`,
  rev: 1,
  createTime: 1,
  updateTime: 1,
  word,
  norm: normalForm(word),
  aliases,
  type: 'tag',
  weight: 1,
  status: 'enabled',
  grams: gramsOf(word, ...aliases),
});

/** `npx vitest run` with `DEPTH=deep` prints the times: of one run, as ratios to the list without a search. */
it('finds among 100,000 templates about as fast as it lists them', async () => {
  await world.reset();
  const [first] = await world.rows('templates');
  await world.insert('keywords', [keyword(1, '冷门', ['少见']), keyword(2, '热闹', ['常见'])]);
  for (let from = 0; from < COUNT; from += CHUNK)
    await world.insert(
      'templates',
      Array.from({ length: CHUNK }, (_none, nth) => {
        const at = from + nth;
        const name = `${at % 2 ? '写真' : '头像'}${at}`;
        const keywordIds = [at % 100 === 0 && 'kw_big_1', at % 2 === 0 && 'kw_big_2'];
        return {
          ...first,
          _id: `tpl_big_${at}`,
          name,
          grams: gramsOf(name),
          status: 'online',
          keywordIds: keywordIds.filter(Boolean),
          createTime: at,
          sort: at % 1_000,
        };
      }),
    );
  const call = (data: object) => world.ok('appTemplate', 'getTemplates', { pageSize: 24, ...data });
  const median = async (data: object) => {
    await call(data);
    const times: number[] = [];
    for (let nth = 0; nth < CALLS; nth += 1) {
      const began = performance.now();
      await call(data);
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b)[CALLS >> 1]!;
  };
  const list = await median({});
  process.stdout.write(`the list: ${list.toFixed(1)} ms\n`);
  const searches = {
    'a name that one has': { q: '写真77777' },
    'a name that half of them have': { q: '写真' },
    'a synonym of a keyword that one of a hundred has': { q: '少见' },
    'a synonym of a keyword that half of them have': { q: '常见' },
    nothing: { q: '没有这个' },
  };
  for (const [what, data] of Object.entries(searches)) {
    const time = await median(data);
    const { cost } = await costOf(world, () =>
      world.send('appTemplate', { action: 'getTemplates', data: { pageSize: 24, ...data } }),
    );
    const ratio = (time / list).toFixed(1);
    process.stdout.write(`${what}: ${ratio} × the list, ${cost.waits} waits\n`);
    expect(cost.waits, what).toBeLessThanOrEqual(data.q === '没有这个' ? 5 : 3);
  }
}, 600_000);
