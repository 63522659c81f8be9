import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startWorld } from './harness.ts';
import { everyAction, type RegisteredAction } from './registry.ts';
import { allowance, reasons } from './waitReasons.ts';
import { countWaits } from './waits.ts';

/**
 * Every action called with its own example, once: what it answers, and what it costs the database.
 * `npm run generate` writes `docs/waits.md`; `npm test` holds every action to it. Waits are what makes a call slow in the
 * cloud, where the database is a millisecond or two away; so a change in them is something to be seen and reviewed.
 */
const file = path.join(import.meta.dirname, '../../docs/waits.md');
const isWriting = process.env['GENERATE'] !== undefined;
interface Cost {
  waits: number;
  requests: number;
  records: number;
}
const measured = new Map<string, Cost>();
const world = await startWorld();

const callExample = async ({ name, action, definition }: RegisteredAction) => {
  const data = { ...(definition.example as object) };
  if ('password' in data) Object.assign(data, { password: PASSWORD });
  if ('oldPassword' in data) Object.assign(data, { oldPassword: PASSWORD });
  const { token } = await world.reset();
  // The counter of this minute's public calls is there, as it is for all but the first of them.
  await world.ok('systemSettings', 'getSettings', { group: 'system' });
  return countWaits(world, () => world.send(name, { action, data, token }));
};

const written = (): Map<string, Cost> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map(line => line.split('|').map(cell => cell.trim()))
      .filter(([, title, , waits]) => title?.includes('.') && /^\d+$/.test(waits ?? ''))
      .map(([, title, , waits, requests, records]) => [
        (title ?? '').replaceAll('`', ''),
        { waits: Number(waits), requests: Number(requests), records: Number(records) },
      ]),
  );
const expected = isWriting ? new Map<string, Cost>() : written();
const costOf = ({ waits, requests, records }: Cost): Cost => ({ waits, requests, records });

describe.each(everyAction)('$title', at => {
  let called: Awaited<ReturnType<typeof callExample>>;
  beforeAll(async () => {
    called = await callExample(at);
    // After a pause of the machine, concurrent requests may arrive separately.
    for (
      let tries = 1;
      !isWriting && called.waits !== expected.get(at.title)?.waits && tries < 3;
      tries += 1
    )
      called = await callExample(at);
    measured.set(at.title, costOf(called));
  });

  it('answers its example with code 0 and what it promises', () => {
    const { result } = called;
    expect(Object.keys(result).sort()).toEqual(['code', 'data', 'message', 'requestId']);
    expect(result).toMatchObject({ code: 0, message: 'ok' });
    expect(result.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(at.definition.output.safeParse(result.data).error).toBeUndefined();
  });

  it.skipIf(isWriting)('costs the database what the table says', () => {
    const { waits } = called;
    const table = expected.get(at.title);
    expect(waits).toBe(table?.waits);
    // What takes several steps may take more of them on other days.
    if (!(at.title in reasons)) expect(costOf(called)).toEqual(table);
    if (waits > allowance[at.definition.effect])
      expect(reasons, `${at.title}: ${waits}`).toHaveProperty([at.title]);
    else expect(reasons, 'no exception any more').not.toHaveProperty([at.title]);
  });
});

it.skipIf(isWriting)('the table names every action and no other', () => {
  expect([...expected.keys()].sort()).toEqual(everyAction.map(({ title }) => title).sort());
});

const introduction = `# Waits on the database

How often each action waits for the database when it is called with its example: requests made at the same time are one
wait. A read or a list waits once, because it starts beside the session check. A simple write waits three times: for
the session and the record, for the compare-and-set that stores the audit row inside the record, and for the row in the
log. Actions that wait more often have a reason. Beside that, how many requests it makes, and how
many records the database answers, counted ones not.

Written by \`npm run generate\`, checked by \`npm test\`.
`;

afterAll(async () => {
  if (!isWriting) return;
  const rows = everyAction.map(({ title, definition }) => {
    const { waits, requests, records } = measured.get(title)!;
    return `| \`${title}\` | ${definition.effect} | ${waits} | ${requests} | ${records} | ${reasons[title] ?? ''} |`;
  });
  const table = [
    '| Action | Effect | Waits | Requests | Records | Why more |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...rows,
  ];
  const text = await format(`${introduction}\n${table.join('\n')}\n`, { parser: 'markdown' });
  writeFileSync(file, text);
});
