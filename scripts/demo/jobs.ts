import { strToU8, zipSync } from 'fflate';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import { unclaimed } from '#cloudfunctions/_shared/base/claim.ts';
import {
  rowIdOf,
  type StoredCompensation,
  targetPageId,
} from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredExport } from '#cloudfunctions/_shared/exports/jobs.ts';
import type { StoredArchive } from '#cloudfunctions/_shared/prints/archives.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { APPROVAL_MS, approvalEntity } from '#contract/approval.ts';
import { compensationEntity, compensationRowEntity } from '#contract/compensation.ts';
import { csvFile } from '#contract/csv.ts';
import { exportJob } from '#contract/export.ts';
import { printArchive } from '#contract/printArchive.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { limitsOfRole } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { compensationSentences } from '#contract/sentences/compensations.ts';
import type { DemoPicture } from './pictures.ts';
import { DAY, demoAuthor, HOUR, numbered, ofAuthor, recordOf, stamped } from './record.ts';
import type { DemoPerson } from './users.ts';

const limits = limitsOfRole('support');

type Asked = Pick<StoredApproval, 'subjectId' | 'amount' | 'reason'> & Partial<StoredApproval>;

/** Of credits, unless it says otherwise. */
export const demoApproval = (_id: string, createTime: number, asked: Asked): StoredApproval => {
  const { subjectId: id, amount: delta, reason } = asked;
  const data = { id, bucket: 'gift' as const, delta, reason, userNote: '' };
  return recordOf(approvalEntity, {
    _id,
    createTime,
    kind: 'credits',
    title: '',
    giftCredits: asked.kind === 'refund' ? 0 : delta,
    found: '',
    limit: adminSentences.aboveGift(limits.creditLimit ?? 0),
    status: 'waiting',
    askedById: 'adm_0002',
    askedBy: '客服小林',
    expireTime: createTime + APPROVAL_MS,
    wish: { action: 'adjustCredits', data },
    ...asked,
  });
};

/** What support asks for above its limits: some wait, some were decided. Makes the refund wait. */
export const demoApprovals = (
  people: readonly { _id: string }[],
  refund: StoredRefund | undefined,
  now: number,
): StoredApproval[] => {
  const decided = (status: 'approved' | 'declined', decideTime: number, note: string) =>
    ({ status, decidedBy: demoAuthor.name, decideTime, note }) as const;
  // The first administrator's own, which a colleague would approve.
  const own = { askedById: demoAuthor.adminId, askedBy: demoAuthor.name };
  const yes = decided('approved', now - 2 * DAY + HOUR, '已核对照片');
  const no = decided('declined', now - 4 * DAY + 3 * HOUR, '没有失败记录，按规定补偿即可');
  const credits: [ago: number, user: number, amount: number, reason: string, more?: object][] = [
    [2 * HOUR, 7, 800, '连续三天生成失败，协商补偿'],
    [5 * HOUR, 12, 2_000, '企业用户批量制作，效果与样例不符'],
    [HOUR, 5, 1_200, '活动奖品发放有误，补发', own],
    [2 * DAY, 3, 600, '冲印破损，补偿积分', yes],
    [4 * DAY, 9, 5_000, '用户要求补偿', no],
  ];
  const approvals = credits.map(([ago, user, amount, reason, more], at) => {
    const subjectId = people[user % people.length]?._id ?? '';
    return demoApproval(numbered('credits', at + 1), now - ago, {
      subjectId,
      amount,
      reason,
      ...more,
    });
  });
  if (!refund) return approvals;
  Object.assign(refund, {
    approval: 'waiting',
    applyBy: '客服小林',
    outcomeUnknown: false,
    nextQueryTime: null,
  } satisfies Partial<StoredRefund>);
  const perDay = adminSentences.refundsADay(((limits.refundDayFen ?? 0) / 100).toFixed(2));
  const asked = demoApproval(approvalIdOf('refund', refund._id), refund.createTime, {
    kind: 'refund',
    subjectId: refund._id,
    orderId: refund.orderId,
    title: refund.orderNo,
    amount: refund.amountFen,
    limit: adminSentences.aboveDay(perDay),
    reason: [refund.reasonCode, refund.reason].join('，'),
    wish: null,
  });
  return [asked, ...approvals];
};

/** One after an incident of last week, and one that has just been asked for. */
export const demoCompensations = (people: readonly Pick<DemoPerson, '_id'>[], now: number) => {
  const ids = people.slice(1, 13).map(({ _id }) => _id);
  const compensation = (
    at: number,
    createTime: number,
    more: Pick<StoredCompensation, 'what' | 'amount' | 'reason'> & Partial<StoredCompensation>,
  ): StoredCompensation =>
    recordOf(compensationEntity, {
      _id: numbered('cmp', at),
      createTime,
      target: 'users',
      selection: numbered('sel', at),
      pages: 1,
      page: 0,
      total: ids.length,
      targetText: compensationSentences.chosen(ids.length),
      ...unclaimed,
      ...more,
    });
  const then = now - 6 * DAY;
  const compensationRows = ids.map((userId, at) =>
    recordOf(compensationRowEntity, {
      _id: rowIdOf('cmp_0001', userId),
      createTime: then + 2_000 + at * 40,
      compensationId: 'cmp_0001',
      userId,
      result: at === 4 ? 'skipped' : 'done',
      message: at === 4 ? compensationSentences.noMember : '',
      amount: at === 4 ? 0 : 3,
    }),
  );
  const done = compensationRows.filter(({ result }) => result === 'done').length;
  return {
    compensations: [
      compensation(1, then, {
        what: 'membership',
        amount: 3,
        reason: '会员高峰期排队过长',
        status: 'done',
        done,
        skipped: ids.length - done,
        sum: done * 3,
        page: 1,
        finishTime: then + 4_000,
      }),
      compensation(2, now, {
        what: 'credits',
        amount: 10,
        reason: '昨晚服务故障',
        userNote: '服务故障补偿',
        // Claimed for a while, so that there is something to stop.
        claimUntil: now + HOUR,
      }),
    ],
    compensationRows,
    compensationTargets: [
      { _id: targetPageId('sel_0002', 0), ...stamped(now), ids, expireTime: now + 30 * DAY },
    ],
  };
};

/** What all jobs of the first administrator have. */
const jobOf = (prefix: string, at: number, createTime: number) => ({
  _id: numbered(prefix, at),
  createTime,
  ...ofAuthor,
  ...unclaimed,
  attempts: 1,
});

const templateRow = ['tpl_0001', '千里江山', '已上线'];
const exported = csvFile([
  ['导出', '模板'],
  ['筛选', '全部'],
  ['行数', 1],
  [],
  ['编号', '名称', '状态'],
  templateRow,
]);

/** Recent exports: one to download, one expired, one just requested, one failed. */
export const demoExports = (now: number): { exports: object[]; pictures: DemoPicture[] } => {
  const job = (at: number, hoursAgo: number, more: Partial<StoredExport>) =>
    recordOf(
      { record: exportJob },
      {
        ...jobOf('exp', at, now - hoursAgo * HOUR),
        resource: 'templates',
        columns: ['_id', 'name', 'status'],
        status: 'done',
        done: 60,
        total: 60,
        fileName: '模板_导出.csv',
        sizeBytes: 2_048,
        finishTime: now - hoursAgo * HOUR + 4_000,
        cursor: null,
        sums: [],
        parts: 1,
        filePath: '',
        ...more,
      },
    );
  const filePath = 'export/exp_0001.csv';
  // Claimed for a while, so that there is something to cancel.
  const queued = { status: 'queued', done: 0, finishTime: null, claimUntil: now + HOUR } as const;
  return {
    exports: [
      job(1, 3, { filePath, purgeTime: now + 6 * DAY }),
      job(2, 400, { status: 'expired', resource: 'keywords', fileName: '关键词_导出.csv' }),
      job(3, 0, {
        ...queued,
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
    pictures: [{ filePath, draw: async () => Buffer.from(exported) }],
  };
};

/** Archives of print files: one to download, one just requested, one expired. */
export const demoPrintArchives = (printOrders: readonly StoredPrintOrder[], now: number) => {
  const inWork = printOrders.filter(({ status }) => status === 'producing');
  const archive = (at: number, hoursAgo: number, more: Partial<StoredArchive>): StoredArchive => {
    const { _id, batchNo, items } = inWork[at - 1] ?? printOrders[0]!;
    const time = now - hoursAgo * HOUR;
    return recordOf(
      { record: printArchive },
      {
        ...jobOf('arc', at, time),
        createBy: demoAuthor,
        updateBy: demoAuthor,
        batchNo,
        name: batchNo || `prints-demo-${at}`,
        orderCount: 1,
        orderIds: [_id],
        leftOut: [],
        status: 'ready',
        done: items.length,
        total: items.length,
        finishTime: time + 9_000,
        planned: true,
        swept: false,
        ...more,
      },
    );
  };
  const manifest = csvFile([['冲印单号'], ...inWork.slice(0, 1).map(({ printNo }) => [printNo])]);
  const content = Buffer.from(zipSync({ 'manifest.csv': strToU8(manifest) }, { mtime: now }));
  const first = archive(1, 2, { purgeTime: now + 2 * DAY });
  const fileName = `${first.name}-1.zip`;
  first.parts = [{ fileName, sizeBytes: content.length, photos: first.done }];
  // Claimed for a while, so that there is something to stop.
  const queued = { status: 'queued', done: 0, planned: false, finishTime: null } as const;
  return {
    printArchives: [
      first,
      archive(2, 0, { ...queued, claimUntil: now + HOUR }),
      archive(3, 120, { status: 'expired', swept: true }),
    ],
    pictures: [{ filePath: `print-archive/arc_0001/${fileName}`, draw: async () => content }],
  };
};
