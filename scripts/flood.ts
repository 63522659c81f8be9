/**
 * `npm run flood`: 200 wrong sign-ins at once, of one name and of invented names, and how they slow down an
 * administrator who reads meanwhile; then 200 wrong and 200 refused sign-ins in turn, which must take equally long.
 * Exits with 1 when a figure exceeds its limit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller, type Product, startProduct } from '../tests/product/product.ts';
import { quantile } from './quantile.ts';

const SIGN_INS = 200;
const SAMPLES = 200;
/** The least while sign-ins run: the flood is repeated until there are so many. */
const READS = 300;
const QUIET_READS = 150;
const MOST_TIMES_SLOWER = 3;
const MOST_APART = 0.1;

const READ: [name: string, action: string][] = [
  ['adminTemplate', 'getTemplates'],
  ['adminOrder', 'getOrders'],
  ['adminUser', 'getUsers'],
  ['keyword', 'getKeywords'],
];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const signIn = (product: Product, username: string) =>
  createCaller(product.url).call('adminAuth', 'login', { username, password: 'wrong password' });

/** Reads one list after the other until stopped. */
const read = async (caller: ReturnType<typeof createCaller>, goesOn: (read: number) => boolean) => {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const [name, action] = READ[times.length % READ.length]!;
    times.push(
      await timed(async () => {
        const { code } = await caller.call(name, action);
        if (code !== 0) throw new Error(`${name}.${action} answered ${code}`);
      }),
    );
    await sleep(10);
  }
  return times;
};

const rows: Record<string, string | number>[] = [];
const failures: string[] = [];

const underLoad = async (title: string, nameOf: (index: number) => string) => {
  const product = await startProduct({ workers: 2, test: false });
  try {
    const caller = createCaller(product.url);
    await caller.signIn();
    await read(caller, count => count < 100);
    const quiet: number[] = [];
    const meanwhile: number[] = [];
    const codes: Record<string, number> = {};
    const floods: number[] = [];
    while (meanwhile.length < READS) {
      // Before each flood, so that other load on the machine affects both measurements.
      quiet.push(...(await read(caller, count => count < QUIET_READS)));
      let isOver = false;
      const flood = timed(() =>
        Promise.all(
          Array.from({ length: SIGN_INS }, async (_, index) => {
            const { code } = await signIn(product, nameOf(index));
            codes[code] = (codes[code] ?? 0) + 1;
          }),
        ),
      ).finally(() => {
        isOver = true;
      });
      meanwhile.push(...(await read(caller, () => !isOver)));
      floods.push(await flood);
    }
    const times = quantile(meanwhile, 0.95) / quantile(quiet, 0.95);
    rows.push({
      flood: title,
      'quiet p50 ms': quantile(quiet, 0.5).toFixed(1),
      'quiet p95 ms': quantile(quiet, 0.95).toFixed(1),
      'p50 ms': quantile(meanwhile, 0.5).toFixed(1),
      'p95 ms': quantile(meanwhile, 0.95).toFixed(1),
      'p95, times quiet': times.toFixed(2),
      reads: meanwhile.length,
      'seconds each': floods.map(ms => (ms / 1_000).toFixed(1)).join(' '),
      answers: JSON.stringify(codes),
    });
    if (!(times <= MOST_TIMES_SLOWER))
      failures.push(`${title}: reads were ${times.toFixed(2)} times slower`);
  } finally {
    await product.dispose();
  }
};

await underLoad('one name', () => 'admin');
await underLoad('invented names', index => `invented_${index}`);
console.table(rows);

const product = await startProduct({
  workers: 2,
  test: false,
  env: {
    LOGIN_FREE_ATTEMPTS: '1000000',
    LOGIN_FAILURES_PER_IP: '1000000',
    // So a name's first attempt is judged, and all after it are refused.
    LOGIN_FAILURES_PER_NAME: '1',
  },
});
try {
  const wrong: number[] = [];
  const refused: number[] = [];
  for (let index = 0; index < 10; index += 1) await signIn(product, `warm_${index}`);
  await signIn(product, 'admin');
  for (let index = 0; index < SAMPLES; index += 1) {
    wrong.push(await timed(() => signIn(product, `name_${index}`)));
    refused.push(await timed(() => signIn(product, 'admin')));
  }
  const apart = Math.abs(quantile(refused, 0.5) / quantile(wrong, 0.5) - 1);
  console.log(
    `${SAMPLES} of each: wrong p50 ${quantile(wrong, 0.5).toFixed(1)} ms, refused p50 ${quantile(refused, 0.5).toFixed(1)} ms, ` +
      `${(apart * 100).toFixed(1)} % apart`,
  );
  if (!(apart <= MOST_APART)) failures.push('refused and wrong sign-ins differ in time');
} finally {
  await product.dispose();
}

for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
