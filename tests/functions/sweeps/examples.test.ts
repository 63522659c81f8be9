import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';
import { type Cost, costOf } from '../world/waits.ts';
import { allowanceOf, reasons } from './waitReasons.ts';

/**
 * Every action called with its own example, once: what it answers, and what it costs the database.
 * `npm run generate` writes `docs/waits.md`; `npm test` holds every action to it. Waits are what makes a call slow in the
 * cloud, where the database is a millisecond or two away; so a change in them is something to be seen and reviewed.
 */
const file = path.join(import.meta.dirname, '../../../docs/waits.md');
const isWriting = process.env['GENERATE'] !== undefined;
const measured = new Map<string, Cost>();
// A use is written at once, also where another file of this process has counted one just now.
const world = await startWorld({ USES_WRITTEN_MS: 0, USES_PER_CALLER: 1_000 });

const callExample = async (at: RegisteredAction) => {
  const { name, action } = at;
  const { token } = await world.reset();
  const data = await exampleOf(world, at, token);
  // The counter of this minute's public calls is there, as it is for all but the first of them.
  await world.ok('systemSettings', 'getSettings', { group: 'system' });
  return costOf(world, () => world.send(name, { action, data, token }));
};

const written = (): Map<string, Cost> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map(line => line.split('|').map(cell => cell.trim()))
      .filter(([, title, , waits]) => title?.includes('.') && /^\d+$/.test(waits ?? ''))
      .map(([, title = '', , ...cells]) => {
        const [waits, requests, walked, records, bytes, answer] = cells.map(Number);
        return [
          title.replaceAll('`', ''),
          { waits, requests, walked, records, bytes, answer } as Cost,
        ];
      }),
  );
const expected = isWriting ? new Map<string, Cost>() : written();

const MANY_WAITS = 20;
/** Numbers and times in texts have more digits on some days. */
const atMost = (bytes = 0) => bytes * 1.05 + 100;

describe.each(everyAction)('$title', at => {
  let called: Awaited<ReturnType<typeof callExample>>;
  beforeAll(async () => {
    called = await callExample(at);
    // After a pause of the machine, concurrent requests may arrive separately.
    for (
      let tries = 1;
      !isWriting && called.cost.waits !== expected.get(at.title)?.waits && tries < 3;
      tries += 1
    )
      called = await callExample(at);
    measured.set(at.title, called.cost);
  });

  it('answers its example with code 0 and what it promises', () => {
    const { result } = called;
    expect(Object.keys(result).sort()).toEqual(['code', 'data', 'message', 'requestId']);
    expect(result).toMatchObject({ code: 0, message: 'ok' });
    expect(result.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(at.definition.output.safeParse(result.data).error).toBeUndefined();
  });

  it.skipIf(isWriting)('costs the database what the table says', () => {
    const { waits, requests, records, walked, bytes, answer } = called.cost;
    const table = expected.get(at.title);
    // Of many that are under way at once, some answers may arrive apart.
    if (waits >= MANY_WAITS) expect(Math.abs(waits - (table?.waits ?? 0))).toBeLessThanOrEqual(2);
    else expect(waits).toBe(table?.waits);
    // What takes several steps may take more of them on other days.
    if (!(at.title in reasons) && waits < 4) {
      expect({ requests, records }).toEqual({ requests: table?.requests, records: table?.records });
      expect(walked, 'entries walked').toBeLessThanOrEqual(table?.walked ?? 0);
      expect(bytes, 'bytes of records').toBeLessThanOrEqual(atMost(table?.bytes));
      expect(answer, 'bytes of the answer').toBeLessThanOrEqual(atMost(table?.answer));
    }
    if (waits > allowanceOf(at))
      expect(reasons, `${at.title}: ${waits}`).toHaveProperty([at.title]);
    else expect(reasons, 'no exception any more').not.toHaveProperty([at.title]);
  });
});

it.skipIf(isWriting)('the table names every action and no other', () => {
  expect([...expected.keys()].sort()).toEqual(everyAction.map(({ title }) => title).sort());
});

const introduction = `# Waits on the database

How often each action waits for the database when it is called with its example: requests made at the same time are one
wait. A read or a list waits once, because it starts beside the session check; one of visitors at most twice, where it
depends on their account or on what was read. The calls of an address are counted in memory, and one in twelve waits for the
counter, which is not among these. A simple write waits three times: for the
session and the record, for the compare-and-set that stores the audit row inside the record, and for the row in the log; a
deletion waits once more, as the record goes once its audit row is stored. Actions that wait more often have a reason. Beside
that, how many requests it makes, how many entries of indexes and records the database walks (also those that it skips or
only counts), how many records it answers, and the bytes of these and of what the caller is answered.

Written by \`npm run generate\`, checked by \`npm test\`.
`;

afterAll(async () => {
  if (!isWriting) return;
  const rows = everyAction.map(({ title, definition }) => {
    const { waits, requests, walked, records, bytes, answer } = measured.get(title)!;
    const cells = [waits, requests, walked, records, bytes, answer, reasons[title] ?? ''];
    return `| \`${title}\` | ${definition.effect} | ${cells.join(' | ')} |`;
  });
  const table = [
    '| Action | Effect | Waits | Requests | Walked | Records | Bytes | Answer | Why more |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
  ];
  const text = await format(`${introduction}\n${table.join('\n')}\n`, { parser: 'markdown' });
  writeFileSync(file, text);
});
