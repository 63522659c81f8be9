import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { StoredDay } from '#cloudfunctions/_shared/reconciliation/records.ts';
import { isDeep } from '../../depth.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';

/** `npm run test:deep` compares a day of a hundred thousand payments. */
const ROWS = isDeep ? 100_000 : 1_000;
/** What may be held at once: a page of the bill, a chunk of our records; the day's length is not in it. */
const MOST_MB = 24;

const world = await startWorld({
  RECONCILIATION_CHUNK_ROWS: isDeep ? 10_000 : 500,
  RECONCILIATION_CLAIM_MS: 600_000,
});
const { dayAfter, dayOf, startOf } = await import('#contract/shanghai.ts');
const { work } = await import('#cloudfunctions/_shared/reconciliation/run.ts');
const { dayClaims, freshDay, reconciliationDays } =
  await import('#cloudfunctions/_shared/reconciliation/records.ts');

const DAY = dayAfter(dayOf(Date.now()), -50);
const date = `${DAY.slice(0, 4)}-${DAY.slice(4, 6)}-${DAY.slice(6)}`;
const numberOf = (at: number) => `26100112${String(at).padStart(12, '0')}`;
const timeOf = (at: number) => startOf(DAY) + 2 * 3_600_000 + (at % 60_000) * 1_000;

const TITLES =
  '交易时间,商户订单号,微信订单号,用户标识,交易状态,付款银行,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态,商品名称,手续费,订单金额,申请退款金额';
/** All but the first three of ours, and three that are none of ours. */
function* bill() {
  yield `${TITLES}\r\n`;
  for (let from = 3; from < ROWS + 3; from += 500)
    yield Array.from({ length: Math.min(500, ROWS + 3 - from) }, (_unused, next) => {
      const at = from + next;
      const time = new Date(timeOf(at) + 8 * 3_600_000).toISOString();
      const when = time.slice(0, 19).replace('T', ' ');
      return `\`${when},\`${numberOf(at)},\`42000${at},\`oSomebody,\`SUCCESS,\`CMB,\`19.99,\`0,\`0,\`0.00,\`,\`积分包,\`0.12,\`19.99,\`0.00\r\n`;
    }).join('');
  yield `总交易单数,订单总金额\r\n\`${ROWS}.0,\`0.00\r\n`;
}

it(`a day of ${ROWS} payments is compared in bounded memory, and the six that differ are found`, async () => {
  await world.reset();
  const { order, one } = commerceOf(world);
  const stored = () => one<StoredDay>('reconciliationDays', DAY);
  const model = await order('ord_0003');
  const day = await reconciliationDays.insert(freshDay(DAY, Date.now()), DAY);
  for (let from = 0; from < ROWS; from += 1_000) {
    await world.insert(
      'orders',
      Array.from({ length: Math.min(1_000, ROWS - from) }, (_unused, next) => ({
        ...model,
        _id: `ord_v${from + next}`,
        orderNo: numberOf(from + next),
        payFen: 1_999,
        payTime: timeOf(from + next),
        transactionId: `42000${from + next}`,
        grams: [],
      })),
    );
    // This way in needs no connection; the SDK's would be closed meanwhile, as idle.
    await reconciliationDays.get(DAY);
  }
  world.sandbox.wechatpay.bills.replace('trade', date, bill);
  world.sandbox.wechatpay.bills.replace('fundflow', date, () => [
    '记账时间,业务类型,收支类型,收支金额(元)\r\n',
    '资金流水总笔数\r\n`0.0\r\n',
  ]);

  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024 / 1024;
  };
  const before = used();
  let most = 0;
  let notes = 0;
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  database.handle = (action, body) => {
    // Now and then, when the comparison notes how far it has come: to collect takes its time.
    if (body['collectionName'] === 'reconciliationDays' && (notes += 1) % 8 === 2)
      most = Math.max(most, used() - before);
    return handle(action, body);
  };
  const started = performance.now();
  await work((await dayClaims.take(day))!, Infinity);
  database.handle = handle;
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${ROWS} payments: ${most.toFixed(1)} MB at most, ${seconds.toFixed(1)} s`);

  expect(await stored()).toMatchObject({
    status: 'different',
    openCount: 6,
    run: 1,
    work: null,
    there: { paidCount: ROWS, paidFen: ROWS * 1_999 },
    ours: { paidCount: ROWS, paidFen: ROWS * 1_999 },
  });
  const found = (await world.rows('reconciliationDifferences')).filter(one => one['day'] === DAY);
  expect(found.map(({ kind, number }) => `${String(kind)} ${String(number)}`).sort()).toEqual([
    ...[0, 1, 2].map(at => `paid_there ${numberOf(ROWS + at)}`),
    ...[0, 1, 2].map(at => `payment_unknown ${numberOf(at)}`),
  ]);
  expect(most).toBeLessThan(MOST_MB);
}, 600_000);
