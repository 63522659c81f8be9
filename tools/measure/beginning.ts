/**
 * `npm run measure -- beginning [--root <another checkout, built>] [--wait 10]`: how long it takes until what was
 * ordered has begun and ended, by the times that the records note: a picture, a message, an export, a refund. Beside a
 * checkout of another version in one go. `--wait`: milliseconds by which each answer of the database comes later.
 */
import path from 'node:path';
import sharp from 'sharp';
import { median } from '../../scripts/shared/quantile.ts';
import { prepareCrowd } from '../../tests/product/crowd.ts';
import { findRecords } from '../../tests/product/database.ts';
import { type Product, startProduct } from '../../tests/product/product.ts';
import { createVisitor } from '../../tests/product/visitor.ts';
import { asker } from '../shared/ask.ts';

type Row = Record<string, unknown>;

const ROUNDS = 7;
/** How long the image service needs for a picture, the gateway for a refund. */
const RUN_MS = 4_000;
const SETTLE_MS = 2_000;
const PATIENCE_MS = 120_000;

const until = async <T>(find: () => T | undefined): Promise<T> => {
  for (const started = Date.now(); ;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() - started > PATIENCE_MS) throw new Error('nothing came of it');
    await new Promise(resolve => setTimeout(resolve, 50));
  }
};

const waited = (row: Row, from: string, to: string, without = 0) =>
  Number(row[to]) - Number(row[from]) - without;

const measure = async (product: Product): Promise<Record<string, number[]>> => {
  const { url, dataDir } = product;
  const ask = await asker(product.url);
  const steer = (name: string, given: object) =>
    fetch(`${url}/__sandbox/${name}`, { method: 'PUT', body: JSON.stringify(given) });
  const byId = (collection: string, _id: unknown) => findRecords(dataDir, collection, { _id })[0];
  await ask('adminSettings', 'updateSettings', {
    type: 'general',
    data: { registerGiftCredits: 1_000, dailyFreeTasks: 0 },
  });
  await steer('runninghub', { runMs: RUN_MS });
  await steer('wechatpay', { settleMs: SETTLE_MS });
  const online = findRecords(dataDir, 'templates', { status: 'online' });
  const templateId = await prepareCrowd(ask, online, 1);
  const create = { width: 96, height: 128, channels: 3, background: '#a52' } as const;
  const photo = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const visitor = await createVisitor(url, 1);
  const own = await visitor.upload(photo);
  const times: Record<string, number[]> = {};
  const note = (what: string, ms: number) => (times[what] ??= []).push(ms);

  for (let round = 0; round < ROUNDS; round += 1) {
    const inputs = { photo: own };
    const { _id: taskId } = await visitor.ask('appTask', 'createTask', { templateId, inputs });
    const task = await until(() => {
      const row = byId('tasks', taskId);
      return row?.['finishTime'] ? row : undefined;
    });
    note('a picture is asked for', waited(task, 'createTime', 'sentTime'));
    note('a picture is there, beyond its making', waited(task, 'createTime', 'finishTime', RUN_MS));

    const { _id: jobId } = await ask('adminExport', 'createExport', { resource: 'keywords' });
    const job = await until(() => {
      const row = byId('exports', jobId);
      return row?.['finishTime'] ? row : undefined;
    });
    note('an export is there', waited(job, 'createTime', 'finishTime'));

    const [order] = findRecords(dataDir, 'orders', { status: 'completed' }).filter(
      ({ payChannel, refundedFen, payFen, type, refundStatus }) =>
        payChannel === 'wxpay' &&
        type === 'template' &&
        refundStatus === 'none' &&
        refundedFen === 0 &&
        Number(payFen) > 0,
    );
    if (!order) continue;
    const known = new Set(findRecords(dataDir, 'messages').map(({ _id }) => _id));
    const started = Date.now();
    await ask('adminOrder', 'processRefund', { id: order._id, amountFen: order['payFen'] });
    note('a refund is answered', Date.now() - started);
    const refund = await until(() =>
      findRecords(dataDir, 'refunds', { orderId: order._id, status: 'success' }).at(0),
    );
    note(
      'a refund has arrived, beyond the gateway',
      waited(refund, 'createTime', 'updateTime', SETTLE_MS),
    );
    await new Promise(resolve => setTimeout(resolve, 8_000));
    for (const message of findRecords(dataDir, 'messages'))
      if (!known.has(message._id) && message['sentTime'])
        note('a message has left', waited(message, 'createTime', 'sentTime'));
  }
  return times;
};

const versions = async (root: string | undefined, waitMs: number) => {
  const env = {
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'slowDatabase.js')}`,
    SLOW_DATABASE_MS: String(waitMs),
  };
  const slow = { workers: 2, ...(waitMs > 0 && { env }) };
  const here = await startProduct(slow);
  const found = [await measure(here).finally(() => here.dispose())];
  if (root === undefined) return found;
  const other = await startProduct({ ...slow, root });
  return [await measure(other).finally(() => other.dispose()), ...found];
};

export const measureBeginning = async (root?: string, waitMs = 0): Promise<void> => {
  const found = await versions(root, waitMs);
  const [one, two] = found;
  const timesText = (ms: number[] = []) =>
    ms.length === 0 ? '' : `${Math.round(median(ms))} (${Math.min(...ms)}–${Math.max(...ms)})`;
  console.table(
    Object.fromEntries(
      Object.keys(found.at(-1) ?? {}).map(what => [
        what,
        two
          ? { 'there ms': timesText(one?.[what]), 'here ms': timesText(two[what]) }
          : { ms: timesText(one?.[what]) },
      ]),
    ),
  );
};
