import { createHash } from 'node:crypto';
import { gramsOf, numberTerms } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import {
  type ActivationBatch,
  activationBatchEntity,
  activationCodeEntity,
  type BatchStatus,
  type CodeStatus,
} from '#contract/activationCode.ts';
import { CODE_ALPHABET, codeFrom, maskCode, normaliseCode } from '#contract/codeText.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, numbered, recordOf, stamped } from './record.ts';
import type { DemoUser, LedgerLine } from './users.ts';

/** What the contract's examples redeem: the fourth and the fifth code of `bat_0001`. */
export const exampleCodes = ['ABCD-EFGHJ-KMNPQ-RSTK', '0123-45678-9ABCD-EFGC'];

/** As codes are stored; sealed under `APP_KEK_…` of the environment. */
export const sealedDemoCode = (_id: string, code: string) => ({
  codeHash: createHash('sha256').update(`code ${code}`).digest('hex'),
  codeCipher: seal(code, placeOf('activationCodes', _id, 'code')),
  codeMask: maskCode(code),
  tail: code.slice(-4),
});

const monthly = { packageId: 'pkg_0005', packageName: '月度会员' };
const membership = { ...monthly, credits: 300, days: 31 };

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
  more?: Partial<ActivationBatch>,
][] = [
  ['新年礼盒卡', '门店', 120, 200, 'active', 60, 365, 0.35],
  ['校园地推', '校园', 100, 100, 'active', 30, 120, 0.2],
  ['摄影展合作', '合作方', 60, 300, 'active', 12, 90, 0.1],
  ['月度会员体验卡', '社群', 80, 0, 'active', 45, 180, 0.4, membership],
  ['双十一赠品', '电商', 100, 150, 'active', 340, 90, 0.7],
  ['母亲节活动', '社群', 60, 80, 'archived', 200, 30, 0.8, { statusReason: '活动结束' }],
  ['渠道试用卡', '合作方', 50, 50, 'disabled', 90, 365, 0.1, { statusReason: '发现批量倒卖' }],
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
  const activationCodes: object[] = [];
  const activationBatches = demoBatches.map((batch, batchAt) => {
    const [name, channel, quantity, credits, batchStatus, age, days, used, more] = batch;
    const batchId = numbered('bat', batchAt + 1);
    const createTime = today - age * DAY + 10 * HOUR;
    const batchNo = `B${dayOf(createTime)}${String(100_000 + batchAt * 111)}`;
    const expireTime = createTime + days * DAY;
    const end = Math.min(today, expireTime);
    const counts = { unused: 0, used: 0, disabled: 0, expired: 0 };
    // One code per person and batch.
    const takers = random.sample(buyers, Math.ceil(quantity * used));
    const known = batchAt === 0 ? firstOnes : [];
    for (let serial = 1; serial <= quantity; serial += 1) {
      const _id = `${batchId}_${String(serial).padStart(5, '0')}`;
      const given = known[serial - 1];
      const taker = given ? undefined : takers[serial - 1 - known.length];
      const isDisabled = given ? given === 'disabled' : !taker && random.chance(0.04);
      const left = isDisabled ? 'disabled' : expireTime < today ? 'expired' : 'unused';
      const status: CodeStatus = taker ? 'used' : left;
      counts[status] += 1;
      const after = () => Math.floor(random.next() ** 2 * Math.max(1, end - createTime));
      const usedTime = taker && Math.min(end, Math.max(createTime, taker.createTime) + after());
      const ledgerId = taker ? `code_${_id}_paid` : '';
      if (taker && credits > 0)
        lines.push({
          _id: ledgerId,
          userId: taker._id,
          kind: 'code',
          bucket: 'paid',
          delta: credits,
          refType: 'activationCode',
          refId: _id,
          reason: name,
          createTime: usedTime ?? createTime,
        });
      const code = recordOf(activationCodeEntity, {
        _id,
        ...stamped(createTime, usedTime),
        batchId,
        serial,
        ...sealedDemoCode(_id, codeOf(batchAt, serial)),
        status,
        expireTime,
        usedTime: usedTime ?? null,
        ledgerId,
        usedBy: taker ? { userId: taker._id, nickName: taker.nickName } : null,
        disableReason: isDisabled ? random.pick(['卡片遗失', '印刷错误', '渠道退回']) : '',
      });
      activationCodes.push(code);
    }
    return recordOf(activationBatchEntity, {
      _id: batchId,
      createTime,
      batchNo,
      name,
      channel,
      quantity,
      credits,
      generated: quantity,
      validFrom: createTime,
      expireTime,
      status: batchStatus,
      counts,
      exportCount: random.int(0, 2),
      grams: [...numberTerms(batchNo), ...gramsOf(name)],
      ...more,
    });
  });
  return { activationBatches, activationCodes, lines };
};
