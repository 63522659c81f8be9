import { setTimeout as wait } from 'node:timers/promises';
import { EXAMPLE_PASSWORD } from '../../contract/admin.ts';
import { startProduct } from '../../tests/product/product.ts';
import { childrenOf } from '../shared/memory.ts';
import { readSample } from './data.ts';
import { oneByOne, signIn, type Work } from './load.ts';
import { ourWork } from './ourWork.ts';

/** What V8's profiler answers, as far as it is read. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** Where a profiled process listens once it was asked to (SIGUSR1). */
const INSPECTOR = 'http://127.0.0.1:9229/json';
const SAMPLE_EVERY_US = 200;
const CALLS = 2_000;
/** Code that takes less of a call is not named by itself. */
const NAMED_FROM_MS = 0.02;

const GROUPS: [RegExp, string][] = [
  [/\/node-sdk\.js$/, 'server SDK'],
  [/\/zod\.js$/, 'checks of input and output (zod)'],
  [/\/dist\/functions\//, 'the functions'],
  [/\/dist\/server\/worker\.js$/, 'the worker: an event in, its answer out'],
  [/\/dist\/server\//, 'the local platform'],
  [/\/libsql\//, 'the database'],
  [/child_process/, 'messages between the processes'],
  [
    /^node:(_http|internal\/http|net|internal\/streams|stream|events|internal\/url|url|internal\/stream_base|buffer|internal\/buffer)/,
    'HTTP',
  ],
  [/^node:/, 'other parts of Node.js'],
];

const connect = async (pid: number) => {
  process.kill(pid, 'SIGUSR1');
  await wait(700);
  const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise(resolve => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (result: { profile: Profile }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { profile: Profile } };
    waiting.get(id)?.(result);
  });
  let asked = 0;
  return (method: string, params = {}) =>
    new Promise<{ profile: Profile }>(resolve => {
      waiting.set((asked += 1), resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
};

const profileOf = async (pid: number, work: Work): Promise<Profile> => {
  const ask = await connect(pid);
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await oneByOne(work, 0, CALLS / 4);
  await ask('Profiler.start');
  await oneByOne(work, 0, CALLS);
  return (await ask('Profiler.stop')).profile;
};

/** Milliseconds of a call by what was running. What has no file of its own, like a hash, is its caller's. */
const timesOf = ({ nodes, samples, timeDeltas }: Profile) => {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map(its => [its, id])));
  const groupOf = (id: number): string => {
    const { functionName, url } = byId.get(id)!.callFrame;
    if (url) return GROUPS.find(([pattern]) => pattern.test(url))?.[1] ?? url;
    const caller = callers.get(id);
    // V8 names its own work in brackets.
    return caller === undefined || functionName.startsWith('(') ? functionName : groupOf(caller);
  };
  const groups = new Map<string, number>();
  const functions = new Map<string, number>();
  const add = (times: Map<string, number>, name: string, us: number) =>
    times.set(name, (times.get(name) ?? 0) + us / 1_000 / CALLS);
  for (const [at, id] of samples.entries()) {
    const group = groupOf(id);
    if (group === '(idle)') continue;
    add(groups, group, timeDeltas[at]!);
    add(
      functions,
      `${byId.get(id)!.callFrame.functionName || '(unnamed)'}: ${group}`,
      timeDeltas[at]!,
    );
  }
  const most = (times: Map<string, number>) => [...times].sort(([, a], [, b]) => b - a);
  return { groups: most(groups), functions: most(functions) };
};

const describe = (title: string, profile: Profile): string => {
  const { groups, functions } = timesOf(profile);
  const line = ([name, ms]: [string, number]) => `  ${ms.toFixed(3)}  ${name}`;
  const total = groups.reduce((sum, [, ms]) => sum + ms, 0);
  return [
    `${title}: ${total.toFixed(2)} ms of the processor for a call`,
    ...groups.map(line),
    '  of it, by function',
    ...functions.filter(([, ms]) => ms >= NAMED_FROM_MS).map(line),
  ].join('\n');
};

/** What a call of each row costs the worker and the platform, with one worker; both warm. Linux only. */
export const profileRows = async (
  dataDir: string,
  only: string[],
  log: (line: string) => void,
): Promise<void> => {
  const { sample } = readSample(dataDir);
  for (const id of only) {
    const product = await startProduct({ dataDir, workers: 1, test: false });
    const platform = product.process.pid!;
    try {
      const session = await signIn(product.url, EXAMPLE_PASSWORD);
      const work = ourWork(product.url, session, sample)[id];
      if (!work) throw new Error(`there is no row ${id}`);
      await oneByOne(work, 0, CALLS);
      const [worker] = childrenOf(platform);
      log(`\n${id}`);
      log(describe('worker', await profileOf(Number(worker), work)));
      // It holds the port that the other one needs.
      process.kill(Number(worker), 'SIGKILL');
      await wait(1_500);
      log(describe('platform', await profileOf(platform, work)));
    } finally {
      product.process.kill('SIGKILL');
      await product.stop();
    }
  }
};
