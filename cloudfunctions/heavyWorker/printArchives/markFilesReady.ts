import { slaStatuses } from '#contract/printOrderStates.ts';
import { actors } from '#contract/sentences/actors.ts';
import { systemActor } from '../../_shared/base/actor.ts';
import { changeLatest } from '../../_shared/base/changeRecord.ts';
import { inParallel } from '../../_shared/base/parallel.ts';
import type { StoredArchive } from '../../_shared/prints/archives.ts';
import { printOrders, type StoredPrintOrder } from '../../_shared/prints/records.ts';

const entry = {
  by: systemActor(actors.system, 'heavyWorker', 'printArchives'),
  resource: 'printOrder',
};

/**
 * Print orders in work say whether all of their photos have a print file. One of which an administrator left out
 * photos, and nothing else is wrong, stays as it is: its files may be in another archive. Repeated after a crash it
 * changes nothing.
 */
export const markFilesReady = async (
  orders: StoredPrintOrder[],
  { problems }: Pick<StoredArchive, 'problems'>,
): Promise<void> => {
  const ordersWith = (isChoice: boolean) =>
    new Set(
      problems
        .filter(({ problem }) => (problem === 'leftOut') === isChoice)
        .map(({ printId }) => printId),
    );
  const [incomplete, chosenFrom] = [ordersWith(false), ordersWith(true)];
  await inParallel(orders, async order => {
    const fileReady = incomplete.has(order._id) ? 'error' : 'complete';
    if (fileReady === 'complete' && chosenFrom.has(order._id)) return;
    await changeLatest(
      printOrders,
      order,
      ({ status, steps }) =>
        slaStatuses.includes(status) && steps.fileReady !== fileReady
          ? { steps: { ...steps, fileReady } }
          : null,
      entry,
    );
  });
};
