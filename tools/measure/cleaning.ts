import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '../../cloudfunctions/_shared/base/jobs.ts';
import { fileRow } from '../../scripts/demo/files.ts';
import { findAll, insertAll, storePictures } from '../../scripts/demo/seedDatabase.ts';
import { openDataDirectory } from '../../scripts/shared/openDataDirectory.ts';
import { quantile } from '../../scripts/shared/quantile.ts';
import { createCaller, type Product, startProduct } from '../../tests/product/product.ts';
import { runJob } from '../../tests/product/runJob.ts';

const PICTURES = 10_000;
/** Every so many is named by a print order, by a paid order or by a template. */
const EVERY = 100;
const CONTENT = Buffer.alloc(20_000, 'expired');
const AT_ONCE = 50;
const DAY_MS = 86_400_000;

const QUIET_READS = 150;
const MOST_TIMES_SLOWER = 1.5;

const READ: [name: string, action: string][] = [
  ['adminTemplate', 'getTemplates'],
  ['adminOrder', 'getOrders'],
  ['adminUser', 'getUsers'],
  ['adminPrintOrder', 'getPrintOrders'],
];

const paths = Array.from({ length: PICTURES }, (_, at) =>
  at % 2 === 0 ? `user_upload/usr_gone/202001/p${at}.jpg` : `results/usr_gone/task_gone${at}/1.png`,
);
const named = paths.filter((_path, at) => at % EVERY < 2);

const taskOf = (model: Record<string, unknown>, at: number) => ({
  ...model,
  _id: `task_gone${at}`,
  taskNo: `GONE${at}`,
  slot: `task_gone${at}`,
  idemKey: `gone${at}`,
  status: 'succeeded',
  outputs: [{ filePath: paths[at] }],
});

/** Pictures that have expired, with their contents and tasks, and records that name some of them. */
const seed = async (dataDir: string) => {
  const emulator = await openDataDirectory(dataDir);
  const [task, print, order, template] = await Promise.all(
    ['tasks', 'printOrders', 'orders', 'templates'].map(
      async name => (await findAll(emulator, name, {}, 1))[0],
    ),
  );
  const holders = { printOrders: print, orders: order, templates: template };
  const kinds = Object.keys(holders) as (keyof typeof holders)[];
  const uses = named.map((path, at) => {
    const kind = kinds[at % kinds.length]!;
    const numbers = { printNo: `G${at}`, orderNo: `G${at}`, files: [path] };
    return [kind, { ...holders[kind], _id: `gone_${at}`, ...numbers }] as const;
  });
  const long = Date.now() - 400 * DAY_MS;
  const rowOf = (path: string, at: number) =>
    fileRow(path, long + at, {
      scene: at % 2 === 0 ? 'user_upload' : 'task_result',
      userId: 'usr_gone',
      createBy: null,
    });
  await insertAll(emulator, {
    files: paths.map(rowOf),
    tasks: paths.flatMap((_path, at) => (at % 2 === 0 ? [] : taskOf(task!, at))),
    ...Object.fromEntries(
      kinds.map(kind => [kind, uses.flatMap(([of, record]) => (of === kind ? record : []))]),
    ),
  });
  for (let at = 0; at < PICTURES; at += AT_ONCE)
    await storePictures(
      emulator,
      paths
        .slice(at, at + AT_ONCE)
        .map(filePath => ({ filePath, draw: () => Promise.resolve(CONTENT) })),
    );
  await emulator.close();
};

const reader = (product: Product) => {
  const caller = createCaller(product.url);
  /** One list after the other until stopped: milliseconds of each. */
  const read = async (goesOn: (count: number) => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (goesOn(times.length)) {
      const [name, action] = READ[times.length % READ.length]!;
      const started = performance.now();
      const { code } = await caller.call(name, action);
      if (code !== 0) throw new Error(`${name}.${action} answered ${code}`);
      times.push(performance.now() - started);
      await sleep(10);
    }
    return times;
  };
  return { caller, read };
};

/** Which of the pictures have a row, and which of these a content. */
const leftOf = async ({ caller }: ReturnType<typeof reader>) => {
  const withRow = new Set<string>();
  const withContent = new Set<string>();
  for (let at = 0; at < PICTURES; at += AT_ONCE) {
    const page = paths.slice(at, at + AT_ONCE);
    const { data } = await caller.call('adminStorage', 'getFileList', { fileList: page });
    for (const { src } of data['list'] as { src: string }[]) withContent.add(src);
  }
  for (const scene of ['user_upload', 'task_result'])
    for (let pageNo = 1; ; pageNo += 1) {
      const filter = { scene, status: ['active', 'trash', 'pending'], userId: 'usr_gone' };
      const request = { page: pageNo, pageSize: 100, filter };
      const { data } = await caller.call('adminStorage', 'getImages', request);
      const list = data['list'] as { filePath: string }[];
      for (const { filePath } of list) withRow.add(filePath);
      if (list.length < 100) break;
    }
  return { withRow, withContent };
};

/** @returns what is wrong */
const differences = ({ withRow, withContent }: Awaited<ReturnType<typeof leftOf>>): string[] => {
  const wanted = new Set(named);
  const lost = named.filter(path => !withRow.has(path) || !withContent.has(path));
  const stayed = paths.filter(
    path => !wanted.has(path) && (withRow.has(path) || withContent.has(path)),
  );
  return [
    ...(lost.length > 0 ? [`${lost.length} pictures that are named were lost`] : []),
    ...(stayed.length > 0 ? [`${stayed.length} expired pictures were not erased`] : []),
  ];
};

/**
 * How much slower lists are while expired pictures are erased, run by run, each beside a quiet time of its own; and
 * whether what records name is kept.
 */
export const measureCleaning = async (): Promise<boolean> => {
  const first = await startProduct({ workers: 2 });
  await first.stop();
  console.log(`${PICTURES} expired pictures are stored, of which records name ${named.length}`);
  await seed(first.dataDir);
  const product = await startProduct({
    dataDir: first.dataDir,
    workers: 2,
    env: { CLEANING_GRACE_MS: '1' },
  });
  const at = reader(product);
  try {
    await at.caller.signIn();
    await at.read(count => count < 100);
    const quiet: number[] = [];
    const busy: number[] = [];
    const run = async (name: JobName) => {
      quiet.push(...(await at.read(count => count < QUIET_READS)));
      const started = performance.now();
      let isOver = false;
      const fired = runJob(product.url, name).finally(() => {
        isOver = true;
      });
      busy.push(...(await at.read(() => !isOver)));
      await fired;
      console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    };
    const countOf = async (status: string) => {
      const { data } = await at.caller.call('adminStorage', 'getImages', {
        pageSize: 1,
        exactTotal: true,
        filter: { status, userId: 'usr_gone' },
      });
      return Number(data['total']);
    };
    /** As many runs as it takes, unless they achieve nothing. */
    const repeatedly = async (name: JobName, left: () => Promise<number>) => {
      for (let before = Infinity, now = await left(); now > 0 && now < before; now = await left()) {
        before = now;
        await run(name);
      }
    };
    await repeatedly('expireFiles', async () => (await countOf('active')) - named.length);
    await repeatedly('purgeFiles', () => countOf('trash'));
    const times = quantile(busy, 0.95) / quantile(quiet, 0.95);
    const figures = (of: number[]) => ({
      p50: quantile(of, 0.5).toFixed(1),
      p95: quantile(of, 0.95).toFixed(1),
      lists: of.length,
    });
    console.table({ quiet: figures(quiet), 'while erasing': figures(busy) });
    console.log(`p95 ${times.toFixed(2)} times the quiet one, at most ${MOST_TIMES_SLOWER}`);
    const wrong = differences(await leftOf(at));
    console.log(wrong.join('; ') || 'Nothing that a record names was lost, all else is erased.');
    return times <= MOST_TIMES_SLOWER && wrong.length === 0;
  } finally {
    await product.dispose();
  }
};
