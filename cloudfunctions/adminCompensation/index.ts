import {
  compensationActions,
  compensationEntity,
  compensationRowEntity,
} from '#contract/compensation.ts';
import type { ActionInput } from '#contract/index.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { compensationSentences } from '#contract/sentences/compensations.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { giveWithin } from '../_shared/admins/limits.ts';
import { askApproval } from '../_shared/approvals/ask.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { unclaimed } from '../_shared/base/claim.ts';
import { type AuthoredRecord, crud, writing } from '../_shared/base/crud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { NEVER } from '../_shared/base/due.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { intended, madeBefore, once, scopeOf } from '../_shared/base/repeats.ts';
import { newId, stampNew } from '../_shared/base/repository.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import {
  compensations,
  type StoredCompensation,
  type StoredCompensationRow,
  TARGET_PAGE,
  targetPageId,
  targetPages,
} from '../_shared/compensations/records.ts';
import { packages } from '../_shared/users/ledger.ts';
import { check, select, targetTextOf } from './select.ts';

const { create } = writing<StoredCompensation>({
  collection: 'compensations',
  resource: 'compensation',
  job: 'compensations',
});
const listRows = listOf<StoredCompensationRow>(compensationRowEntity);

type Request = ActionInput<'adminCompensation', 'createCompensation'>;

/** Longer than any job takes, with its approval. */
const KEPT_MS = 30 * DAY_MS;

/** What may be asked before it is known who asks. */
const loaded = async (request: Request) => {
  check(request);
  const [selected, targetText, chosen] = await Promise.all([
    select(request, Date.now()),
    targetTextOf(request),
    request.packageId ? packages.get(request.packageId) : null,
  ]);
  return { selected, targetText, chosen };
};

/** @returns the name of its pages, and how many there are */
const storeTargets = async (ids: string[]): Promise<{ selection: string; pages: number }> => {
  const selection = newId();
  const now = Date.now();
  const pages = Array.from({ length: Math.ceil(ids.length / TARGET_PAGE) }, (_page, at) =>
    stampNew(
      {
        ids: ids.slice(at * TARGET_PAGE, (at + 1) * TARGET_PAGE),
        expireTime: now + KEPT_MS,
      },
      targetPageId(selection, at),
      now,
    ),
  );
  await targetPages.insertMany(pages);
  return { selection, pages: pages.length };
};

/** No worker takes it while it waits, also not one of a version that knows of no approval. */
const notStarted = { approval: 'waiting', claimUntil: NEVER } as const;

/** Stored with a request; its users stay those who were selected. */
const askFor = async (
  made: Omit<StoredCompensation, keyof AuthoredRecord>,
  above: { limit: string; amount: number },
  context: AdminContext,
  request: Request,
): Promise<StoredCompensation> => {
  const by = await actorOf(context);
  const author = authorOf(await context.admin());
  const _id = idFromKey(request.idemKey, scopeOf(context, author.adminId));
  const fields = {
    ...made,
    ...notStarted,
    ...intended(request),
    createBy: author,
    updateBy: author,
  };
  const { what, targetText: title, packageName, reason } = made;
  const inFull = {
    giftCredits: what === 'credits' ? made.amount : 0,
    days: what === 'membership' ? made.amount : 0,
    packageName,
    people: made.total,
  };
  const store = async (transaction: Transaction): Promise<StoredCompensation> => {
    const about = { of: _id, subjectId: _id, title, reason, ...above, ...inFull };
    await askApproval(transaction, by, { kind: 'compensation', ...about });
    const entry = { by, resource: 'compensation', reason };
    return transaction.insert('compensations', { ...fields, _id }, entry);
  };
  return once(
    request,
    () => inTransaction(store),
    () => compensations.get(_id),
  );
};

export const main = defineFunction('adminCompensation', compensationActions, {
  ...crud(compensationEntity).handlers,

  getCompensationRows: request => listRows(request),

  previewCompensation: async wish => {
    check(wish);
    const { ids, isMore, each: _each, ...preview } = await select(wish, Date.now());
    return { ...preview, count: isMore ? preview.most + 1 : ids.length };
  },

  createCompensation: withLoad(
    loaded,
    async (request, context, { selected, targetText, chosen }) => {
      const { what, amount = 0, packageId = '', target, reason, userNote = '' } = request;
      const admin = await context.admin();
      const { ids, isMore, most, each, sum } = selected;
      const first = request.idemKey
        ? await compensations.get(idFromKey(request.idemKey, scopeOf(context, admin._id)))
        : null;
      // What was given since may have changed who is selected.
      if (first) return madeBefore(first, request);
      if (what === 'membership' && packageId && chosen?.type !== 'membership')
        throw invalid({
          packageId: chosen ? compensationSentences.notMembership : packageSentences.chosenGone,
        });
      if (isMore) throw stateNotAllowed(compensationSentences.tooMany(most));
      if (ids.length === 0) throw stateNotAllowed(compensationSentences.nobody);
      if (ids.length !== request.expectCount)
        throw stateNotAllowed(compensationSentences.countChanged(ids.length));
      const made = async () => ({
        ...compensationEntity.blank(),
        what,
        amount: what === 'retry' ? 0 : amount,
        packageId: what === 'membership' ? packageId : '',
        packageName: what === 'membership' ? (chosen?.name ?? '') : '',
        target,
        targetText,
        reason,
        userNote: what === 'credits' ? userNote : '',
        total: ids.length,
        ...(await storeTargets(ids)),
        page: 0,
        ...unclaimed,
      });
      const make = async () => create(await made(), context, request);
      const ask = async (limit: string) =>
        askFor(await made(), { limit, amount: what === 'membership' ? 0 : sum }, context, request);
      const worth = (given: number) =>
        what === 'membership' ? { credits: 0, days: given } : { credits: given, days: 0 };
      return giveWithin(context, { each: worth(each), all: worth(sum) }, make, ask);
    },
  ),

  cancelCompensation: onRecord(compensations, async ({ reason }, context, found) => {
    if (found.approval === 'waiting') throw stateNotAllowed(approvalSentences.compensationWaits);
    if (found.status === 'done' || found.status === 'cancelled' || found.stopping)
      throw stateNotAllowed(compensationSentences.endedAlready);
    const { status } = found;
    const patch =
      status === 'queued'
        ? { status: 'cancelled', finishTime: Date.now() }
        : // Its worker ends it, when it has counted what it is at.
          { stopping: true };
    const written = await changeRecord(compensations, found, { status }, patch, {
      by: await actorOf(context),
      resource: 'compensation',
      reason,
    });
    if (!written) throw stateNotAllowed(compensationSentences.changedMeanwhile);
    return written;
  }),
});
