import { newPrintNo, type StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { Package } from '#contract/package.ts';
import type { Task } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import { demoTrade, printedPictures } from './commerce.ts';
import { makeDemo } from './demo.ts';
import { createFigures } from './figures.ts';
import { demoYear } from './orders.ts';
import type { DemoPicture } from './pictures.ts';
import { demoExpressNumbers } from './printOrders.ts';
import { createRandom } from './random.ts';
import { startOfDay } from './record.ts';
import { countBought, demoUse } from './service.ts';
import { demoUsers, settleUsers } from './users.ts';
import { demoWorks, shareWorks } from './works.ts';

export interface DemoPage {
  collections: Record<string, object[]>;
  pictures: DemoPicture[];
  /** Made so far. */
  orders: number;
  users: number;
}

/** The demo itself, and what each further part has at most. */
const BASE = { orders: 2_000, users: 600 };
const PART = { orders: 2_000, users: 2_000 };
/** Fewer people are not enough for the demo. */
const LEAST = { orders: 60, users: 40 };

type UsageDay = Record<string, unknown> & { _id: string };

/** How many of each further part, as even as whole numbers allow. */
const partsOf = (orders: number, users: number) => {
  const wanted = Math.max(Math.ceil(orders / PART.orders), Math.ceil(users / PART.users));
  const count = Math.min(wanted, Math.floor(users / LEAST.users));
  const share = (all: number, at: number) =>
    Math.floor((all * (at + 1)) / count) - Math.floor((all * at) / count);
  return Array.from({ length: count }, (_, at) => ({
    orders: share(orders, at),
    users: share(users, at),
  }));
};

/**
 * Demo data of any size, made in parts, so that a million orders need no more memory than a few thousand: first the
 * usual demo, then groups of further people with a year of their own, finally the sums. The same for the same seed,
 * size and time.
 */
export function* demoPages(
  now: number,
  seed: number,
  size: { orders: number; users: number },
): Generator<DemoPage> {
  const orders = Math.max(LEAST.orders, size.orders);
  const users = Math.max(LEAST.users, size.users);
  const people = Math.min(users, BASE.users);
  const parts = partsOf(Math.max(0, orders - BASE.orders), users - people);
  // With too few people for further parts, the first ones have made all orders.
  const first = {
    orders: parts.length > 0 ? BASE.orders : orders,
    users: parts.length > 0 ? people : users,
  };
  const { collections, pictures } = makeDemo(now, seed, first);
  // Its days are compared with the orders of all parts: by the service itself, once it runs.
  const { reconciliationDays: _days, reconciliationDifferences: _open, ...content } = collections;
  // The first start makes an administrator where there is none.
  const { admins: _colleagues, ...whole } = content;
  const { packages, counters: _own, apiKeyUsageDaily, ...base } = whole;
  const figures = createFigures();
  figures.add(base);
  yield { collections: base, pictures, ...first };

  const made = { ...first };
  const next = nextNumbers(base);
  const usage = new Map((apiKeyUsageDaily as UsageDay[]).map(day => [day._id, day]));
  const works = demoWorks((base['tasks'] as Task[]).filter(({ isTrial }) => !isTrial));
  const taken = { printNo: numbersOf(base['printOrders']), express: new Set<string>() };
  for (const [at, part] of parts.entries()) {
    const more = demoPart(now, seed + 100 + at, part, {
      packages: packages as Package[],
      templates: base['templates'] as Template[],
      next,
    });
    shareWorks(more.tasks, works);
    for (const print of more.printOrders) keepApart(print, taken.printNo);
    const expressNumbers = demoExpressNumbers(more.printOrders).filter(
      ({ _id }) => !taken.express.has(_id) && taken.express.add(_id),
    );
    addUsage(usage, more.apiKeyUsageDaily as UsageDay[]);
    const { apiKeyUsageDaily: _days, ...rest } = more;
    figures.add(rest);
    made.orders += part.orders;
    made.users += part.users;
    yield { collections: { ...rest, expressNumbers }, pictures: [], ...made };
  }
  const last = { packages: packages ?? [], apiKeyUsageDaily: [...usage.values()] };
  yield { collections: { ...last, counters: figures.documents(now) }, pictures: [], ...made };
}

const numberedOn = ['users', 'orders', 'printOrders', 'refunds', 'tasks'] as const;
type Numbers = Record<(typeof numberedOn)[number], number>;

const nextNumbers = (base: Record<string, object[]>) =>
  Object.fromEntries(numberedOn.map(name => [name, base[name]?.length ?? 0])) as Numbers;

/** Further people and their year. Raises the numbers, and what was sold of the packages. */
const demoPart = (
  now: number,
  seed: number,
  size: { orders: number; users: number },
  given: { packages: Package[]; templates: Template[]; next: Numbers },
) => {
  const { packages, templates, next } = given;
  const random = createRandom(seed * 7_919);
  const people = demoUsers(random, size.users, startOfDay(now), next.users);
  const first = next.orders + 1;
  const year = demoYear(random, size.orders, first, people, packages, templates, now);
  const photos = printedPictures(templates);
  const { postings, ...trade } = demoTrade(random, packages, year, photos, now, next);
  const { lines, ...use } = demoUse(random, people, templates, now, next);
  countBought(use.users, trade.orders);
  const creditLedger = settleUsers(use.users, [...lines, ...postings], use.tasks);
  const part = { ...use, creditLedger, ...trade };
  for (const name of numberedOn) next[name] += part[name].length;
  return part;
};

const numbersOf = (prints: object[] = []) =>
  new Set((prints as StoredPrintOrder[]).map(({ printNo }) => printNo));

/** Two of a hundred thousand may have been ordered in the same millisecond. */
const keepApart = (print: StoredPrintOrder, taken: Set<string>): void => {
  for (let time = print.createTime; taken.has(print.printNo); time += 1) {
    const printNo = newPrintNo(time, 7);
    print.grams = print.grams.map(gram =>
      gram === print.printNo.toLowerCase() ? printNo.toLowerCase() : gram,
    );
    print.printNo = printNo;
  }
  taken.add(print.printNo);
};

/** There are few keys, and all users' tasks run on them. */
const addUsage = (usage: Map<string, UsageDay>, days: UsageDay[]): void => {
  for (const day of days) {
    const known = usage.get(day._id);
    if (!known) {
      usage.set(day._id, day);
      continue;
    }
    for (const name of ['tasks', 'success', 'fail', 'credits', 'coins', 'seconds'])
      known[name] = Number(known[name] ?? 0) + Number(day[name] ?? 0);
  }
};
