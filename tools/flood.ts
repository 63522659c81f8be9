/**
 * `npm run flood -- [--only text]`: 200 wrong sign-ins at once, of one name and of invented names, and how they slow down an
 * administrator who reads meanwhile; anonymous sessions of one address that ask for everything as often as an address
 * may, and how they slow down a visitor of another one, of whose wishes none may be lost; then 200 wrong and 200
 * refused sign-ins in turn, which must take equally long. Exits with 1 when a figure exceeds its limit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoLegalVersion } from '../scripts/demo/legal.ts';
import { quantile } from '../scripts/shared/quantile.ts';
import {
  createCaller,
  type Envelope,
  type Product,
  startProduct,
} from '../tests/product/product.ts';
import { createVisitor } from '../tests/product/visitor.ts';
import { attack } from './flood/attackers.ts';
import { timed } from './shared/ask.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const SIGN_INS = 200;
const SAMPLES = 200;
/** The least while sign-ins run: the flood is repeated until there are so many. */
const READS = 300;
const QUIET_READS = 150;
const PAUSE_MS = 60;
const MOST_TIMES_SLOWER = 3;
const MOST_APART = 0.1;

/** As often as one address may ask: 1,200 times a minute. */
const ATTACKS_PER_SECOND = 20;
const MOST_TIMES_SLOWER_BESIDE_VISITORS = 1.5;

type Call = [name: string, action: string, data?: object];

interface Caller {
  call(name: string, action: string, data?: object): Promise<Envelope>;
}

const READ: Call[] = [
  ['adminTemplate', 'getTemplates'],
  ['adminOrder', 'getOrders'],
  ['adminUser', 'getUsers'],
  ['keyword', 'getKeywords'],
];

const VISIT: Call[] = [
  ['appTask', 'quote', { templateId: 'tpl_0001' }],
  ['appUser', 'agree', { version: demoLegalVersion }],
  ['appTask', 'getTasks'],
  ['appOrder', 'getPackages'],
];

const signIn = (product: Product, username: string) =>
  createCaller(product.url).call('adminAuth', 'login', { username, password: 'wrong password' });

/** Asks for one thing after the other until stopped. */
const ask = async ({ call }: Caller, wishes: Call[], goesOn: (asked: number) => boolean) => {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const [name, action, data] = wishes[times.length % wishes.length]!;
    times.push(
      await timed(async () => {
        const { code } = await call(name, action, data);
        if (code !== 0) throw new Error(`${name}.${action} answered ${code}`);
      }),
    );
    // Fewer than one address may ask for.
    await sleep(PAUSE_MS);
  }
  return times;
};

const rows: Record<string, string | number>[] = [];
const failures: string[] = [];

/** A caller that asks one after the other, in turn alone and beside a flood. */
const beside = async (
  title: string,
  wishes: Call[],
  begin: (product: Product) => Promise<Caller>,
  flood: (product: Product) => Promise<Record<string, number>>,
  most: number,
) => {
  if (!title.includes(values.only)) return;
  const product = await startProduct({ workers: 2, test: false });
  try {
    const caller = await begin(product);
    await ask(caller, wishes, count => count < 100);
    const quiet: number[] = [];
    const meanwhile: number[] = [];
    const codes: Record<string, number> = {};
    const floods: number[] = [];
    while (meanwhile.length < READS) {
      // Before each flood, so that other load on the machine affects both measurements.
      quiet.push(...(await ask(caller, wishes, count => count < QUIET_READS)));
      let isOver = false;
      const flooded = timed(async () => {
        for (const [code, count] of Object.entries(await flood(product)))
          codes[code] = (codes[code] ?? 0) + count;
      }).finally(() => {
        isOver = true;
      });
      // Told when it is awaited, unless a call beside it fails first.
      flooded.catch(() => undefined);
      meanwhile.push(...(await ask(caller, wishes, () => !isOver)));
      floods.push(await flooded);
    }
    const times = quantile(meanwhile, 0.95) / quantile(quiet, 0.95);
    rows.push({
      flood: title,
      'quiet p50 ms': quantile(quiet, 0.5).toFixed(1),
      'quiet p95 ms': quantile(quiet, 0.95).toFixed(1),
      'p50 ms': quantile(meanwhile, 0.5).toFixed(1),
      'p95 ms': quantile(meanwhile, 0.95).toFixed(1),
      'p95, times quiet': times.toFixed(2),
      calls: meanwhile.length,
      'seconds each': floods.map(ms => (ms / 1_000).toFixed(1)).join(' '),
      answers: JSON.stringify(codes),
    });
    if (!(times <= most)) failures.push(`${title}: calls were ${times.toFixed(2)} times slower`);
  } finally {
    await product.dispose();
  }
};

const signInFlood = (nameOf: (index: number) => string) => async (product: Product) => {
  const codes: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: SIGN_INS }, async (_, index) => {
      const { code } = await signIn(product, nameOf(index));
      codes[code] = (codes[code] ?? 0) + 1;
    }),
  );
  return codes;
};
const administrator = async ({ url }: Product) => {
  const caller = createCaller(url);
  await caller.signIn();
  return caller;
};
const visitorFlood = ({ url }: Product) => {
  const begun = performance.now();
  return attack(url, ATTACKS_PER_SECOND, () => performance.now() - begun < 60_000);
};

for (const [title, nameOf] of [
  ['one name', () => 'admin'],
  ['invented names', (index: number) => `invented_${index}`],
] as const)
  await beside(title, READ, administrator, signInFlood(nameOf), MOST_TIMES_SLOWER);
await beside(
  'visitors',
  VISIT,
  ({ url }) => createVisitor(url, 1),
  visitorFlood,
  MOST_TIMES_SLOWER_BESIDE_VISITORS,
);
console.table(rows);

const compareTimes = async () => {
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
};
if ('times'.includes(values.only)) await compareTimes();

for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
