import {
  BILL_DAYS,
  reconciliationActions,
  reconciliationDayEntity,
  reconciliationDifferenceEntity,
} from '#contract/reconciliation.ts';
import { reconciliationSentences } from '#contract/sentences/reconciliation.ts';
import { DAY_MS, startOf } from '#contract/shanghai.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { closeDifference } from '../_shared/reconciliation/close.ts';
import {
  dayClaims,
  freshDay,
  newestDay,
  reconciliationDays,
  type StoredDay,
  type StoredDifference,
} from '../_shared/reconciliation/records.ts';
import { work } from '../_shared/reconciliation/run.ts';

const dayList = listOf<StoredDay>(reconciliationDayEntity);
const differenceList = listOf<StoredDifference>(reconciliationDifferenceEntity);

/** The day's record, created if missing. */
const dayOrFresh = async (id: string, known: StoredDay | null): Promise<StoredDay> =>
  known ??
  (await reconciliationDays.insertUnlessThere(freshDay(id, null), id)) ??
  reconciliationDays.require(id);

const busy = () => stateNotAllowed(reconciliationSentences.busy);

export const main = defineFunction('adminReconciliation', reconciliationActions, {
  getDays: request => dayList(request),

  getDayById: async ({ id }) =>
    (await reconciliationDays.get(id)) ?? {
      ...freshDay(id, null),
      _id: id,
      rev: 1,
      createTime: 0,
      updateTime: 0,
    },

  getDifferences: request => differenceList(request),

  runDay: withLoad(
    ({ day = newestDay(Date.now()) }) => reconciliationDays.get(day),
    async ({ day = newestDay(Date.now()) }, context, loaded) => {
      const now = Date.now();
      if (day > newestDay(now)) throw stateNotAllowed(reconciliationSentences.tooEarly);
      if (startOf(day) < now - BILL_DAYS * DAY_MS)
        throw stateNotAllowed(reconciliationSentences.tooOld(BILL_DAYS));
      const before = await dayOrFresh(day, loaded);
      if (before.claimUntil > now) throw busy();
      const asked = await changeRecord(
        reconciliationDays,
        before,
        { rev: before.rev, claimUntil: before.claimUntil },
        { nextTime: now, work: null, attempts: 0 },
        {
          by: await actorOf(context),
          resource: 'reconciliation',
          before: { run: before.run },
          after: { run: before.run + 1 },
        },
        () => markDue('reconciliation', now + environment.RECONCILIATION_CLAIM_MS),
      );
      if (!asked) throw busy();
      // The job continues what does not fit into this call.
      const claimed = await dayClaims.take(asked);
      if (claimed) await work(claimed, now + environment.RECONCILIATION_CALL_MS);
      return reconciliationDays.require(day);
    },
  ),

  closeDifference: async ({ id, note, rev }, context) =>
    closeDifference(id, note, rev, await actorOf(context)),
});
