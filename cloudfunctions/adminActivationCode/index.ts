import {
  activationBatchEntity,
  activationCodeActions,
  activationCodeEntity,
  type CodeStatus,
  codeStatuses,
  expiringSoon,
  MAX_EXPORT_PAGE,
} from '#contract/activationCode.ts';
import { isWellFormedCode, normaliseCode, formatCode } from '#contract/codeText.ts';
import type { ActionInput } from '#contract/index.ts';
import { readSearch } from '#contract/search.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { dayOf } from '#contract/shanghai.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { _ } from '../_shared/base/cloud.ts';
import {
  defineFunction,
  onRecord,
  withLoad,
  type AdminContext,
} from '../_shared/base/dispatcher.ts';
import { stateNotAllowed, notFound } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import type { Query } from '../_shared/base/repository.ts';
import { endsWith, holds, type Parts, partsOf, rarestPair } from '../_shared/base/search.ts';
import {
  activationCodes,
  batches,
  hashOfCode,
  type StoredBatch,
  type StoredCode,
  openCode,
} from '../_shared/codes/codes.ts';
import { redeemCode } from '../_shared/codes/redeem.ts';
import { CodeRefused } from '../_shared/codes/rules.ts';
import { figuresOf } from '../_shared/counting/counters.ts';
import { packages, users } from '../_shared/users/ledger.ts';
import { createBatch, extendBatch, setBatchStatus, worked } from './batches.ts';
import { disableCodes, preview, restoreCode } from './disable.ts';

const whole = (code: StoredCode) => ({
  _id: code._id,
  serial: code.serial,
  code: formatCode(openCode(code)),
  status: code.status,
});

const revealCodes = async (
  { ids, reason }: ActionInput<'adminActivationCode', 'revealCodes'>,
  context: AdminContext,
) => {
  const found = await activationCodes.find({ _id: _.in(ids) });
  if (found.length === 0) throw notFound();
  const shown = found.map(({ _id }) => _id);
  const resourceId = shown.length === 1 ? (shown[0] ?? '') : '';
  const after = { revealed: shown };
  const by = await actorOf(context);
  await audit({ by, resource: 'activationCode', resourceId, reason, after });
  return { list: found.map(whole) };
};

/** One page of a batch; each page has its own audit row. */
const exportBatch = async (
  {
    id,
    reason,
    after = 0,
    pageSize = MAX_EXPORT_PAGE,
  }: ActionInput<'adminActivationCode', 'exportBatch'>,
  context: AdminContext,
) => {
  const [batch, found] = await Promise.all([
    batches.get(id),
    activationCodes.find(
      { batchId: id, serial: _.gt(after) },
      { sort: [['serial', 'asc']], limit: pageSize },
    ),
  ]);
  if (!batch) throw notFound();
  const last = found.at(-1)?.serial ?? after;
  await audit({
    by: await actorOf(context),
    resource: 'activationBatch',
    resourceId: id,
    reason,
    after: { exported: found.length, from: after + 1, to: last },
  });
  if (after === 0) await batches.note(id, { exportCount: _.inc(1) });
  const isEnd = found.length < pageSize || last >= batch.quantity;
  return { list: found.map(whole), total: batch.quantity, next: isEnd ? null : last };
};

/** The end of its number, or part of its name. */
const findBatches = async (q: string | undefined): Promise<Parts> => {
  const { kind, value } = readSearch(q);
  const pair = await rarestPair(batches, q);
  const named = partsOf(activationBatchEntity.search, q, pair);
  return kind === 'number' || kind === 'tail'
    ? [
        endsWith(value),
        { ...holds('name', q, pair), batchNo: _.not(new RegExp(`${value}$`) as never) },
      ]
    : named;
};

const listBatches = listOf<StoredBatch>({ ...activationBatchEntity, finds: findBatches });
const listCodes = listOf<StoredCode>(activationCodeEntity);

const meaningOf = (q: string | undefined): Query => {
  const code = normaliseCode(q ?? '');
  if (code === '') return {};
  return isWellFormedCode(code) ? { codeHash: hashOfCode(code) } : { tail: code.slice(-4) };
};

/** The newest, with a thousand codes or so each. */
const MOST_BATCHES = 1_000;

/** From the counts that batches keep, and from the counters; what expires is counted. All is queried at once. */
const getCodeStats = async () => {
  const now = Date.now();
  const { from, to } = expiringSoon(now);
  const soon = _.gte(from).and(_.lte(to));
  const states = Object.keys(codeStatuses) as CodeStatus[];
  const today = dayOf(now);
  const [all, figures, expiringCodes, expiringBatches] = await Promise.all([
    batches.find({}, { sort: [['createTime', 'desc']], limit: MOST_BATCHES, fields: ['counts'] }),
    figuresOf([today]),
    activationCodes.count({ status: 'unused', expireTime: soon }),
    batches.count({ status: 'active', expireTime: soon }),
  ]);
  return {
    codes: Object.fromEntries(
      states.map(status => [status, all.reduce((sum, { counts }) => sum + counts[status], 0)]),
    ) as Record<CodeStatus, number>,
    usedToday: figures.get(today)?.['redeemedCodes'] ?? 0,
    expiringCodes,
    expiringBatches,
  };
};

export const main = defineFunction('adminActivationCode', activationCodeActions, {
  getBatches: request => listBatches(request),

  getBatchById: ({ id }) => batches.require(id),

  createBatch: withLoad(
    async ({ packageId }) => (packageId ? packages.get(packageId) : null),
    createBatch,
  ),

  generateCodes: onRecord(batches, (_data, _context, batch) => worked(batch)),

  setBatchStatus,
  extendBatch,

  previewDisable: preview,

  disableCodes: withLoad(
    ({ ids, batchId }) => preview({ ids, batchId }),
    (data, context, { affected }) => disableCodes(data, context, affected),
  ),

  restoreCode,

  getCodes: ({ q, ...request }) => listCodes(request, meaningOf(q)),

  revealCodes,
  exportBatch,

  redeemForUser: withLoad(
    ({ userId }) => users.require(userId),
    async ({ code, reason }, context, user) => {
      if (user.status !== 'normal') throw stateNotAllowed(userSentences.disabledOrDeleted);
      try {
        return await redeemCode(code, user, { context, admin: await context.admin(), reason });
      } catch (error) {
        if (!(error instanceof CodeRefused)) throw error;
        throw stateNotAllowed(activationCodeSentences.notRedeemable(error.why));
      }
    },
  ),

  getCodeStats,
});
