import { createHash } from 'node:crypto';
import { gramsOf } from '#cloudfunctions/_shared/base/search.ts';
import type { BatchStatus, CodeStatus } from '#contract/activationCode.ts';
import { CODE_ALPHABET, codeFrom, normaliseCode } from '#contract/codeText.ts';
import { dayOf } from '#contract/shanghai.ts';
import { exampleCodes, sealedDemoCode } from './exampleCodes.ts';
import type { Random } from './random.ts';
import type { DemoUser, LedgerLine } from './users.ts';

const DAY = 86_400_000;
const author = { adminId: 'first_admin', name: '管理员' };

interface DemoBatch {
  name: string;
  channel: string;
  quantity: number;
  credits: number;
  status: BatchStatus;
  /** Days ago it was made, and days it is good for. */
  age: number;
  days: number;
  /** Share of its codes that were redeemed. */
  used: number;
  isMember?: boolean;
  reason?: string;
}

const demoBatches: readonly DemoBatch[] = [
  {
    name: '新年礼盒卡',
    channel: '门店',
    quantity: 120,
    credits: 200,
    status: 'active',
    age: 60,
    days: 365,
    used: 0.35,
  },
  {
    name: '校园地推',
    channel: '校园',
    quantity: 100,
    credits: 100,
    status: 'active',
    age: 30,
    days: 120,
    used: 0.2,
  },
  {
    name: '摄影展合作',
    channel: '合作方',
    quantity: 60,
    credits: 300,
    status: 'active',
    age: 12,
    days: 90,
    used: 0.1,
  },
  {
    name: '月度会员体验卡',
    channel: '社群',
    quantity: 80,
    credits: 0,
    status: 'active',
    age: 45,
    days: 180,
    used: 0.4,
    isMember: true,
  },
  {
    name: '双十一赠品',
    channel: '电商',
    quantity: 100,
    credits: 150,
    status: 'active',
    age: 340,
    days: 90,
    used: 0.7,
  },
  {
    name: '母亲节活动',
    channel: '社群',
    quantity: 60,
    credits: 80,
    status: 'archived',
    age: 200,
    days: 30,
    used: 0.8,
    reason: '活动结束',
  },
  {
    name: '渠道试用卡',
    channel: '合作方',
    quantity: 50,
    credits: 50,
    status: 'disabled',
    age: 90,
    days: 365,
    used: 0.1,
    reason: '发现批量倒卖',
  },
];

const firstOnes: readonly CodeStatus[] = ['unused', 'unused', 'disabled', 'unused', 'unused'];

/** The same on every machine; real ones come from the system's source of chance. */
const codeOf = (batchAt: number, serial: number): string => {
  const example = batchAt === 0 ? exampleCodes[serial - 4] : undefined;
  if (example) return normaliseCode(example);
  const digest = createHash('sha256').update(`demo code ${batchAt} ${serial}`).digest();
  return codeFrom([...digest.subarray(0, 17)].map(byte => byte % CODE_ALPHABET.length));
};

/** Batches and codes in every state. Sealed under `APP_KEK_…` of the environment. */
export const demoCodes = (random: Random, users: DemoUser[], today: number) => {
  const buyers = users.filter(({ status }) => status === 'normal');
  const lines: LedgerLine[] = [];
  const activationCodes: Record<string, unknown>[] = [];
  const activationBatches = demoBatches.map((batch, batchAt) => {
    const batchId = `bat_${String(batchAt + 1).padStart(4, '0')}`;
    const createTime = today - batch.age * DAY + 10 * 3_600_000;
    const expireTime = createTime + batch.days * DAY;
    const isOver = expireTime < today;
    const counts = { unused: 0, used: 0, disabled: 0, expired: 0 };
    // One code per person and batch.
    const takers = random.sample(buyers, Math.ceil(batch.quantity * batch.used));
    for (let serial = 1; serial <= batch.quantity; serial += 1) {
      const _id = `${batchId}_${String(serial).padStart(5, '0')}`;
      const given = batchAt === 0 ? firstOnes[serial - 1] : undefined;
      const taker =
        given === undefined
          ? takers[serial - 1 - (batchAt === 0 ? firstOnes.length : 0)]
          : undefined;
      const isDisabled =
        given === 'disabled' || (!taker && given === undefined && random.chance(0.04));
      const status: CodeStatus = taker
        ? 'used'
        : isDisabled
          ? 'disabled'
          : isOver
            ? 'expired'
            : 'unused';
      counts[status] += 1;
      const end = Math.min(today, expireTime);
      const usedTime = taker
        ? Math.min(
            end,
            Math.max(createTime, taker.createTime) +
              Math.floor(random.next() ** 2 * Math.max(1, end - createTime)),
          )
        : null;
      if (taker && batch.credits > 0)
        lines.push({
          _id: `code_${_id}_paid`,
          userId: taker._id,
          kind: 'code',
          bucket: 'paid',
          delta: batch.credits,
          refType: 'activationCode',
          refId: _id,
          reason: batch.name,
          createTime: usedTime ?? createTime,
        });
      activationCodes.push({
        _id,
        rev: 1,
        createTime,
        updateTime: usedTime ?? createTime,
        batchId,
        serial,
        ...sealedDemoCode(_id, codeOf(batchAt, serial)),
        status,
        expireTime,
        usedTime,
        ledgerId: taker ? `code_${_id}_paid` : '',
        usedBy: taker ? { userId: taker._id, nickName: taker.nickName } : null,
        disableReason: isDisabled ? random.pick(['卡片遗失', '印刷错误', '渠道退回']) : '',
      });
    }
    return {
      _id: batchId,
      rev: 1,
      createTime,
      updateTime: createTime,
      createBy: author,
      batchNo: `B${dayOf(createTime)}${String(100_000 + batchAt * 111)}`,
      name: batch.name,
      channel: batch.channel,
      prefix: '',
      quantity: batch.quantity,
      ...(batch.isMember
        ? { packageId: 'pkg_0005', packageName: '月度会员', credits: 300, giftCredits: 0, days: 31 }
        : { packageId: '', packageName: '', credits: batch.credits, giftCredits: 0, days: 0 }),
      generated: batch.quantity,
      validFrom: createTime,
      expireTime,
      perUserLimit: 1,
      status: batch.status,
      statusReason: batch.reason ?? '',
      counts,
      job: null,
      exportCount: random.int(0, 2),
      remark: '',
      grams: gramsOf(batch.name),
    };
  });
  return { activationBatches, activationCodes, lines };
};
