import { strToU8, zipSync } from 'fflate';
import type { StoredArchive } from '#cloudfunctions/_shared/prints/archives.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { csvFile } from '#contract/csv.ts';
import type { DemoPicture } from './pictures.ts';
import { authored, DAY, demoAuthor, stamped } from './record.ts';

/** Archives of print files: one to download, one just requested, one expired. */
export const demoPrintArchives = (
  printOrders: readonly Pick<
    StoredPrintOrder,
    '_id' | 'printNo' | 'status' | 'batchNo' | 'items'
  >[],
  now: number,
): { printArchives: StoredArchive[]; pictures: DemoPicture[] } => {
  const inWork = printOrders.filter(({ status }) => status === 'producing');
  const archive = (at: number, hoursAgo: number, more: Partial<StoredArchive>): StoredArchive => {
    const order = inWork[at - 1] ?? printOrders[0]!;
    const time = now - hoursAgo * 3_600_000;
    return {
      _id: `arc_000${at}`,
      ...stamped(time),
      batchNo: order.batchNo,
      name: order.batchNo || `prints-demo-${at}`,
      orderCount: 1,
      orderIds: [order._id],
      leftOut: [],
      status: 'ready',
      done: order.items.length,
      total: order.items.length,
      problems: [],
      parts: [],
      adminId: demoAuthor.adminId,
      adminName: demoAuthor.name,
      error: '',
      finishTime: time + 9_000,
      purgeTime: null,
      planned: true,
      claimUntil: 0,
      claim: '',
      attempts: 1,
      swept: false,
      ...authored,
      ...more,
    };
  };
  const manifest = csvFile([['冲印单号'], ...inWork.slice(0, 1).map(({ printNo }) => [printNo])]);
  const content = Buffer.from(zipSync({ 'manifest.csv': strToU8(manifest) }, { mtime: now }));
  const first = archive(1, 2, { purgeTime: now + 2 * DAY });
  const fileName = `${first.name}-1.zip`;
  first.parts = [{ fileName, sizeBytes: content.length, photos: first.done }];
  return {
    printArchives: [
      first,
      // Claimed for a while, so that there is something to stop.
      archive(2, 0, {
        status: 'queued',
        done: 0,
        planned: false,
        finishTime: null,
        claimUntil: now + 3_600_000,
      }),
      archive(3, 120, { status: 'expired', swept: true }),
    ],
    pictures: [{ filePath: `print-archive/arc_0001/${fileName}`, draw: async () => content }],
  };
};
