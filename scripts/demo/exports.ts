import { csvFile } from '#contract/csv.ts';
import type { DemoPicture } from './pictures.ts';
import { authored, DAY, demoAuthor, stamped } from './record.ts';

/** Recent exports: one to download, one expired, one just requested, one failed. */
export const demoExports = (now: number): { exports: object[]; pictures: DemoPicture[] } => {
  const job = (at: number, hoursAgo: number, more: object) => ({
    _id: `exp_000${at}`,
    ...stamped(now - hoursAgo * 3_600_000),
    resource: 'templates',
    filter: {},
    q: '',
    filterText: '',
    columns: ['_id', 'name', 'status'],
    status: 'done',
    done: 60,
    total: 60,
    fileName: '模板_导出.csv',
    sizeBytes: 2_048,
    adminId: demoAuthor.adminId,
    adminName: demoAuthor.name,
    error: '',
    finishTime: now - hoursAgo * 3_600_000 + 4_000,
    purgeTime: null,
    cursor: null,
    sums: [],
    parts: 1,
    claimUntil: 0,
    claim: '',
    attempts: 1,
    filePath: '',
    ...authored,
    ...more,
  });
  const filePath = 'export/exp_0001.csv';
  return {
    exports: [
      job(1, 3, { filePath, purgeTime: now + 6 * DAY }),
      job(2, 400, { status: 'expired', resource: 'keywords', fileName: '关键词_导出.csv' }),
      // Claimed for a while, so that there is something to cancel.
      job(3, 0, {
        status: 'queued',
        done: 0,
        finishTime: null,
        claimUntil: now + 3_600_000,
        parts: 0,
        resource: 'audit-logs',
        columns: ['_id', 'createTime', 'action'],
        total: 240,
        fileName: '操作日志_导出.csv',
        sizeBytes: 0,
      }),
      job(4, 80, {
        status: 'failed',
        error: '导出失败，请重试',
        done: 20,
        sizeBytes: 0,
        parts: -1,
      }),
    ],
    pictures: [
      {
        filePath,
        draw: async () =>
          Buffer.from(
            csvFile([
              ['导出', '模板'],
              ['筛选', '全部'],
              ['行数', 1],
              [],
              ['编号', '名称', '状态'],
              ['tpl_0001', '敦煌飞天', '已上线'],
            ]),
          ),
      },
    ],
  };
};
