import { slaStatuses } from '#contract/printOrderStates.ts';
import { actors } from '#contract/sentences/actors.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import type { StoredArchive } from '../_shared/prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';

const TRIES = 3;
const actor = systemActor(actors.system, 'printArchiveTimers', 'run');

/** Print orders in work say whether all of their photos have a print file. Repeated after a crash it changes nothing. */
export const markFilesReady = async (
  orders: StoredPrintOrder[],
  { problems }: Pick<StoredArchive, 'problems'>,
): Promise<void> => {
  const incomplete = new Set(problems.map(({ printId }) => printId));
  await inParallel(orders, async order => {
    const fileReady = incomplete.has(order._id) ? 'error' : 'complete';
    let current: StoredPrintOrder | null = order;
    for (let tries = 0; tries < TRIES && current; tries += 1) {
      const { _id, rev, status, steps }: StoredPrintOrder = current;
      if (!slaStatuses.includes(status) || steps.fileReady === fileReady) return;
      const patch = { steps: { ...steps, fileReady } };
      const entry = { by: actor, resource: 'printOrder' };
      if (await changeRecord(printOrders, current, { rev }, patch, entry)) return;
      current = await printOrders.get(_id);
    }
  });
};
