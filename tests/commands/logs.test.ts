import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { logsOf } from '../../scripts/logs/fromCloud.ts';
import { printLog } from '../../scripts/logs/printLog.ts';
import { linesIn, type LogLine } from '../../scripts/logs/readLines.ts';
import { createSummary } from '../../scripts/logs/summary.ts';

const call = (more: Partial<LogLine> = {}): LogLine => ({
  time: '2026-11-23T12:16:06.123Z',
  level: 'info',
  function: 'adminOrder',
  action: 'processRefund',
  requestId: 'r-1',
  outcome: 'ok',
  ms: 12,
  ...more,
});
const failed = call({
  level: 'error',
  outcome: 'failed',
  code: 50001,
  ms: 1_203,
  requestId: 'r-2',
  error: { name: 'TypeError', stack: ['run (/var/user/index.js:1:{2}")', 'main (a.js:3:4)'] },
});
const lost: LogLine = {
  time: '2026-11-23T12:16:07.000Z',
  level: 'error',
  function: 'adminOrder',
  action: 'processRefund',
  requestId: 'r-3',
  event: 'not counted',
  about: 'paidOrders',
};

describe('lines of the log', () => {
  const json = [call(), failed, lost].map(line => JSON.stringify(line));

  it('are found in what the local platform prints', () => {
    expect(linesIn(`[adminOrder r-2] ${json[1]}`)).toEqual([failed]);
    expect(linesIn('listening {"time": now} {"time":"x"} {"time":"y","level":"info"}')).toEqual([]);
  });

  it('are found in records of the log service, in exports as JSON and CSV, several in one', () => {
    const all = [call(), failed, lost];
    const record = JSON.stringify({ request_id: 'r', log: `START\n${json.join('\n')}\nEND {}` });
    expect(linesIn(record)).toEqual(all);
    expect(linesIn(JSON.stringify([{ Content: record }]))).toEqual(all);
    for (const text of [json.join('\n'), record])
      expect(linesIn(`1,"${text.replaceAll('"', '""')}",x`)).toEqual(all);
  });

  it('are not found where they were cut', () => {
    expect(linesIn(json[0]!.slice(0, -1))).toEqual([]);
    expect(linesIn(`${json[0]!.slice(0, -5)}${json[2]}`)).toEqual([lost]);
  });
});

describe('the summary', () => {
  it('names what failed first, then what is slow, with codes, times and the slowest requests', () => {
    const summary = createSummary();
    for (let ms = 1; ms <= 100; ms += 1)
      summary.add(call({ action: 'getOrders', ms, requestId: `g-${ms}` }));
    summary.add(call({ function: 'payNotify', action: '', ms: 5, outcome: 'refused', code: 400 }));
    for (const line of [call(), failed, lost, lost]) summary.add(line);
    const lines = summary.text().split('\n');
    expect(lines[0]).toBe('103 calls from 2026-11-23 20:16:06 to 2026-11-23 20:16:07');
    expect(lines.slice(2).map(line => line.split(/ {2,}/))).toEqual([
      ['ACTION', 'CALLS', 'NOT OK', 'P50 MS', 'P95', 'MAX', 'SLOWEST REQUESTS'],
      ['adminOrder.processRefund', '2', '50001×1', '1203', '1203', '1203', 'r-2 r-1'],
      ['adminOrder.getOrders', '100', '51', '96', '100', 'g-100 g-99 g-98'],
      ['payNotify', '1', '400×1', '5', '5', '5', 'r-1'],
      [''],
      ['PROBLEM', 'IN', 'TIMES', 'LAST', 'REQUEST'],
      ['not counted', 'adminOrder.processRefund', '2', 'paidOrders', 'r-3'],
    ]);
  });

  it('says that there is nothing', () => {
    expect(createSummary().text()).toBe('There is no line of the functions’ log.');
  });
});

describe('what the local platform prints', () => {
  const printed = (isTerminal: boolean) => {
    const lines: unknown[] = [];
    vi.spyOn(console, 'log').mockImplementation(line => void lines.push(line));
    const before = process.stdout.isTTY;
    process.stdout.isTTY = isTerminal;
    for (const line of ['started', JSON.stringify(call()), `[x] ${JSON.stringify(failed)}`])
      printLog(line);
    process.stdout.isTTY = before;
    vi.mocked(console.log).mockRestore();
    return lines;
  };

  it('is every line as it is in a file, and what went wrong in a terminal', () => {
    expect(printed(false)).toEqual([
      'started',
      JSON.stringify(call()),
      `[x] ${JSON.stringify(failed)}`,
    ]);
    expect(printed(true)).toEqual([
      'started',
      '12:16:06 adminOrder.processRefund failed 50001 1203 ms TypeError [r-2]' +
        '\n    at run (/var/user/index.js:1:{2}")\n    at main (a.js:3:4)',
    ]);
  });
});

describe('the log service of an environment', () => {
  /** Answers as the management API does: pages of two, with a cursor. */
  const asked: Record<string, unknown>[] = [];
  let isOn = true;
  let hasTopic = true;
  const records = Array.from({ length: 5 }, (_, at) => JSON.stringify({ log: `call ${at}` }));
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const data = JSON.parse(body) as Record<string, unknown>;
      const action = request.headers['x-tc-action'];
      asked.push({ action, by: request.headers.authorization?.split(' ')[0], ...data });
      const from = Number(data['Context'] ?? 0);
      const Results = records.slice(from, from + 2).map(Content => ({ Content }));
      const LogResults = {
        Context: String(from + 2),
        ListOver: from + 2 >= records.length,
        Results,
      };
      const EnvInfo = { EnvBaseInfo: { LogServices: isOn ? [{ TopicId: 'topic' }] : [] } };
      const Error = { Code: 'FailedOperation', Message: 'topic not exist' };
      const found = hasTopic ? { LogResults } : { Error };
      const answer = action === 'SearchClsLog' ? found : { EnvInfo };
      response.end(JSON.stringify({ Response: { ...answer, RequestId: 'x' } }));
    });
  });
  const environment = {
    envId: 'shop-1',
    region: 'ap-shanghai',
    secretId: 'id',
    secretKey: 'key',
    close: () => Promise.resolve(),
  };
  const read = async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('TCB_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const all: string[] = [];
    try {
      for await (const record of logsOf(environment, 30)) all.push(record);
    } finally {
      server.close();
    }
    return all;
  };
  afterAll(() => void vi.unstubAllEnvs());

  it('is read to its end, signed', async () => {
    expect(await read()).toEqual(records);
    const searches = asked.filter(({ action }) => action === 'SearchClsLog');
    expect(searches.map(({ Context }) => Context)).toEqual([undefined, '2', '4']);
    expect(searches[0]).toMatchObject({ EnvId: 'shop-1', Limit: 100, by: 'TC3-HMAC-SHA256' });
    const at = (name: string) => Date.parse(`${String(searches[0]?.[name])}+08:00`);
    expect(at('EndTime') - at('StartTime')).toBe(30 * 60_000);
  });

  it('is reported as off, with how to switch it on', async () => {
    hasTopic = false;
    await expect(read()).rejects.toThrow('The log service is off');
    isOn = false;
    await expect(read()).rejects.toThrow('The log service is off');
  });
});
