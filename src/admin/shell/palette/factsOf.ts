import type { RaRecord } from 'react-admin';
import type { Choice } from '#contract/action.ts';
import type { ActivationCode } from '#contract/activationCode.ts';
import { entities } from '#contract/entities.ts';
import type { Order } from '#contract/order.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import type { Refund } from '#contract/refund.ts';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import { formatYuan } from '../../../shared/money.ts';
import { relativeTime } from '../../../shared/time.ts';

type Say = (key: string, values?: object) => string;
/** Of a record as it was found: a damaged one lacks some fields. */
type FactsOf<R> = (record: Partial<R>, t: Say, now: number) => unknown[];

const since = (instant: number | null | undefined, now: number) =>
  instant && relativeTime(instant, now);

/** In what records of one name differ. */
const factsByResource: {
  users: FactsOf<User>;
  orders: FactsOf<Order>;
  'print-orders': FactsOf<PrintOrder>;
  refunds: FactsOf<Refund>;
  tasks: FactsOf<Task>;
  'activation-codes/codes': FactsOf<ActivationCode>;
} = {
  users: ({ phoneTail, lastActiveTime, stats }, t, now) => [
    phoneTail && t('tail', { tail: phoneTail }),
    lastActiveTime && t('active', { when: since(lastActiveTime, now) }),
    stats && t('paid', { sum: formatYuan(stats.paidFen) }),
  ],
  orders: ({ userSnap, payFen, createTime }, _t, now) => [
    userSnap?.nickName,
    payFen && formatYuan(payFen),
    since(createTime, now),
  ],
  'print-orders': ({ userSnap, address, payFen, createTime }, t, now) => [
    userSnap?.nickName,
    address?.name && t('recipient', { name: address.name }),
    payFen && formatYuan(payFen),
    since(createTime, now),
  ],
  refunds: ({ userSnap, amountFen, createTime }, _t, now) => [
    userSnap?.nickName,
    amountFen && formatYuan(amountFen),
    since(createTime, now),
  ],
  tasks: ({ templateSnap, createTime }, _t, now) => [templateSnap?.name, since(createTime, now)],
  'activation-codes/codes': ({ serial, usedBy }, t) => [
    serial && t('serial', { serial }),
    usedBy?.nickName,
  ],
};

/** Of other records one of these. */
const sources = ['subtitle', 'receiptNo', 'batchNo', 'username'];

/** What stands behind the name of a record that was found: facts in their order, and its state by the contract's table. */
export const factsOf = (
  resource: string,
  record: RaRecord,
  t: Say,
  now: number,
): { facts: string[]; state: Choice | undefined } => {
  const own = (factsByResource as Partial<Record<string, FactsOf<RaRecord>>>)[resource];
  const facts = own?.(record, t, now) ?? [
    sources.map(source => record[source] as unknown).find(Boolean),
  ];
  const entity = (
    entities as Partial<Record<string, { states: Record<string, Choice> | undefined }>>
  )[resource];
  return {
    facts: facts.filter((fact): fact is string => typeof fact === 'string' && fact !== ''),
    state: entity?.states?.[String(record['status'])],
  };
};
