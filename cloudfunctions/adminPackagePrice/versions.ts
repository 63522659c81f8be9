import type { ActionInput } from '#contract/index.ts';
import type { PackagePrice } from '#contract/packagePrice.ts';
import { packagePriceDefaults } from '#contract/packagePrice.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, invalid, isDuplicate, notFound } from '../_shared/errors.ts';
import { laidOver } from '../_shared/fileUse.ts';
import { packagePrices, type StoredPrice } from '../_shared/prints/records.ts';
import { newId } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';

type Terms = Pick<
  PackagePrice,
  'packFen' | 'packQty' | 'effectiveTime' | 'endTime' | 'tiers' | 'name'
>;

export const slotOf = ({ sizeId, paper }: Pick<PackagePrice, 'sizeId' | 'paper'>) =>
  `${sizeId}|${paper}`;

/** @throws 40001 for the field that contradicts the others */
export const checkTerms = ({ packFen, packQty, effectiveTime, endTime }: Terms): void => {
  if (packFen !== null && packQty === null) throw invalid({ packQty: '请填写每包张数' });
  if (packQty !== null && packFen === null) throw invalid({ packFen: '请填写每包价格' });
  if (endTime !== null && endTime <= effectiveTime)
    throw invalid({ endTime: '结束时间要晚于生效时间' });
};

const authorOf = async (context: AdminContext) => {
  const admin = await context.admin();
  return { admin, by: { adminId: admin._id, name: admin.nickName || admin.username } };
};

/** What was sold keeps its price, so nothing takes effect in the past. */
const fromNow = (effectiveTime: number | undefined, now: number) =>
  Math.max(now, effectiveTime ?? 0);

/** The newest version of a line, given any of its versions. */
export const latestOf = async (lineId: string): Promise<StoredPrice | null> => {
  const rows = await packagePrices.find(
    { lineId },
    { sort: [['createTime', 'desc']], limit: 1_000 },
  );
  return rows.find(row => row.isLatest) ?? null;
};

/** @throws 40901 with the newest version if this is an older one or has changed */
export const mustBeLatest = async (
  seen: StoredPrice | null,
  rev: number | undefined,
): Promise<StoredPrice> => {
  if (!seen || seen.deleteTime !== null) throw notFound();
  if (!seen.isLatest) throw conflict(await latestOf(seen.lineId));
  if (rev !== undefined && seen.rev !== rev) throw conflict(seen);
  return seen;
};

type NewLine = ActionInput<'adminPackagePrice', 'createPackagePrice'>;

export const createLine = async (
  { idemKey: _key, ...fields }: NewLine,
  id: string,
  context: AdminContext,
): Promise<StoredPrice> => {
  const now = Date.now();
  const { admin, by } = await authorOf(context);
  const terms = laidOver(packagePriceDefaults, fields) as NewLine & typeof packagePriceDefaults;
  const line = { ...terms, effectiveTime: fromNow(fields.effectiveTime, now) };
  checkTerms(line);
  const record = {
    ...line,
    _id: id,
    rev: 1,
    createTime: now,
    updateTime: now,
    lineId: id,
    isLatest: true,
    status: 'enabled',
    slot: slotOf(line),
    deleteTime: null,
    createBy: by,
    updateBy: by,
  } as StoredPrice;
  const row = auditRow(context, admin, {
    resource: 'packagePrice',
    resourceId: id,
    after: record,
  });
  try {
    await inTransaction(async transaction => {
      await transaction.insert('packagePrices', record);
      await transaction.insert('auditLogs', row);
    });
  } catch (error) {
    const first = isDuplicate(error) ? await packagePrices.get(id) : null;
    if (first) return first;
    if (isDuplicate(error)) throw invalid({ paper: '该尺寸和相纸已有价格，请直接修改' });
    throw error;
  }
  return record;
};

type Change = ActionInput<'adminPackagePrice', 'updatePackagePrice'>;

/** The new version, the end of the previous one and the audit row are stored in one transaction. */
export const changeLine = async (
  { _id, rev, ...fields }: Change,
  seen: StoredPrice,
  context: AdminContext,
): Promise<StoredPrice> => {
  const now = Date.now();
  const { admin, by } = await authorOf(context);
  const id = newId();
  const ends = fields.endTime === undefined ? { endTime: null } : {};
  const terms = { ...(laidOver(seen, fields) as StoredPrice), ...ends };
  const effectiveTime = fromNow(fields.effectiveTime, now);
  checkTerms({ ...terms, effectiveTime });
  const next: StoredPrice = {
    ...terms,
    _id: id,
    rev: 1,
    createTime: now,
    updateTime: now,
    effectiveTime,
    isLatest: true,
    slot: slotOf(seen),
    createBy: by,
    updateBy: by,
  };
  const rowId = newId();
  const earlier = await precedes(seen, now);
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredPrice>('packagePrices', _id);
    if (!before) throw notFound();
    if (!before.isLatest || before.rev !== rev) throw conflict(await latestOf(before.lineId));
    // A scheduled version never takes effect: it ends at its beginning, and the one before it continues.
    const until = Math.max(effectiveTime, before.effectiveTime);
    await transaction.update('packagePrices', _id, {
      isLatest: false,
      slot: _id,
      endTime: Math.min(before.endTime ?? Infinity, until),
      updateBy: by,
      rev: before.rev + 1,
      updateTime: now,
    });
    if (earlier)
      await transaction.update('packagePrices', earlier._id, {
        endTime: effectiveTime,
        rev: earlier.rev + 1,
        updateTime: now,
      });
    await transaction.insert('packagePrices', next);
    const target = { resource: 'packagePrice', resourceId: before.lineId };
    const row = auditRow(context, admin, { ...target, before, after: next });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return next;
  });
};

/** The version in effect before a scheduled one. */
const precedes = async (waiting: StoredPrice, now: number): Promise<StoredPrice | undefined> => {
  if (waiting.effectiveTime <= now) return undefined;
  const rows = await packagePrices.find({ lineId: waiting.lineId }, { limit: 1_000 });
  return rows.find(
    ({ _id, effectiveTime, endTime }) =>
      _id !== waiting._id && endTime === waiting.effectiveTime && effectiveTime < endTime,
  );
};
