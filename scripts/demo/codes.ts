import { createHash } from 'node:crypto';
import { gramsOf, numberTerms } from '#cloudfunctions/_shared/base/search.ts';
import {
  activationBatchEntity,
  type BatchStatus,
  type CodeStatus,
} from '#contract/activationCode.ts';
import { CODE_ALPHABET, codeFrom, normaliseCode } from '#contract/codeText.ts';
import { dayOf } from '#contract/shanghai.ts';
import { exampleCodes, sealedDemoCode } from './exampleCodes.ts';
import type { Random } from './random.ts';
import { DAY, demoAuthor, numbered, stamped } from './record.ts';
import type { DemoUser, LedgerLine } from './users.ts';

/** `age`: days ago it was made; `days` it is good for; `used`: share of its codes that were redeemed. */
const demoBatches: readonly [
  name: string,
  channel: string,
  quantity: number,
  credits: number,
  status: BatchStatus,
  age: number,
  days: number,
  used: number,
  more?: { isMember?: boolean; reason?: string },
][] = [
  ['新年礼盒卡', '门店', 120, 200, 'active', 60, 365, 0.35],
  ['校园地推', '校园', 100, 100, 'active', 30, 120, 0.2],
  ['摄影展合作', '合作方', 60, 300, 'active', 12, 90, 0.1],
  ['月度会员体验卡', '社群', 80, 0, 'active', 45, 180, 0.4, { isMember: true }],
  ['双十一赠品', '电商', 100, 150, 'active', 340, 90, 0.7],
  ['母亲节活动', '社群', 60, 80, 'archived', 200, 30, 0.8, { reason: '活动结束' }],
  ['渠道试用卡', '合作方', 50, 50, 'disabled', 90, 365, 0.1, { reason: '发现批量倒卖' }],
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
    const [name, channel, quantity, credits, batchStatus, age, days, used, more = {}] = batch;
    const batchId = numbered('bat', batchAt + 1);
    const createTime = today - age * DAY + 10 * 3_600_000;
    const batchNo = `B${dayOf(createTime)}${String(100_000 + batchAt * 111)}`;
    const expireTime = createTime + days * DAY;
    const isOver = expireTime < today;
    const counts = { unused: 0, used: 0, disabled: 0, expired: 0 };
    // One code per person and batch.
    const takers = random.sample(buyers, Math.ceil(quantity * used));
    for (let serial = 1; serial <= quantity; serial += 1) {
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
      if (taker && credits > 0)
        lines.push({
          _id: `code_${_id}_paid`,
          userId: taker._id,
          kind: 'code',
          bucket: 'paid',
          delta: credits,
          refType: 'activationCode',
          refId: _id,
          reason: name,
          createTime: usedTime ?? createTime,
        });
      activationCodes.push({
        _id,
        ...stamped(createTime, usedTime ?? createTime),
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
      ...activationBatchEntity.blank(),
      _id: batchId,
      ...stamped(createTime),
      createBy: demoAuthor,
      batchNo,
      name,
      channel,
      quantity,
      credits,
      ...(more.isMember && {
        packageId: 'pkg_0005',
        packageName: '月度会员',
        credits: 300,
        days: 31,
      }),
      generated: quantity,
      validFrom: createTime,
      expireTime,
      status: batchStatus,
      statusReason: more.reason ?? '',
      counts,
      exportCount: random.int(0, 2),
      grams: [...numberTerms(batchNo), ...gramsOf(name)],
    };
  });
  return { activationBatches, activationCodes, lines };
};
