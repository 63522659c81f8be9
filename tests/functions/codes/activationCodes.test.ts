import { beforeEach, describe, expect, it } from 'vitest';
import {
  activationBatchEntity,
  type BatchStatus,
  batchStatuses,
  type CodeStatus,
  codeStatuses,
  expiringSoon,
} from '#contract/activationCode.ts';
import {
  CODE_ALPHABET,
  codeFrom,
  formatCode,
  isWellFormedCode,
  normaliseCode,
} from '#contract/codeText.ts';
import { exampleCodes } from '../../../scripts/demo/codes.ts';
import { pastedNumbers } from '../../pastedForms.ts';
import { someUser } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld({ CODE_JOB_SLICE_MS: 20_000 });
const { call, ok, one, rows, set } = world;
beforeEach(() => world.reset());
const good = exampleCodes[0]!;
const reason = '测试';

const visitor = (at: number, ip = `198.51.100.${at}`) => ({
  caller: { TCB_UUID: `${at}`, WX_OPENID: `o${String(at).padStart(27, 'x')}` },
  ip,
});
const redeem = (code: string, at = 2, ip?: string) =>
  call('appUser', 'redeemCode', { code }, visitor(at, ip));
const fresh = async (quantity: number, more: object = {}) =>
  ok('adminActivationCode', 'createBatch', { name: '新批次', credits: 50, quantity, ...more });
const exported = async (id: string) => {
  const codes: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: { list: { code: string }[]; next: number | null } = await ok(
      'adminActivationCode',
      'exportBatch',
      { id, reason, after },
    );
    codes.push(...page.list.map(({ code }) => code));
    after = page.next;
  }
  return codes;
};

describe('the text of a code', () => {
  it('detects every wrong character and every swap of two', () => {
    const code = codeFrom(Array.from({ length: 17 }, (_, at) => (at * 7 + 3) % 32));
    expect(isWellFormedCode(code)).toBe(true);
    for (let at = 0; at < code.length; at += 1) {
      for (const other of CODE_ALPHABET) {
        if (other === code[at]) continue;
        expect(isWellFormedCode(code.slice(0, at) + other + code.slice(at + 1))).toBe(false);
      }
      for (let to = at + 1; to < code.length; to += 1) {
        if (code[at] === code[to]) continue;
        const swapped = [...code];
        [swapped[at], swapped[to]] = [swapped[to]!, swapped[at]!];
        expect(isWellFormedCode(swapped.join(''))).toBe(false);
      }
    }
  });

  it('is recognised however it is typed', () => {
    const code = normaliseCode(good);
    const typed = [
      good.toLowerCase(),
      code,
      ` ${good.replaceAll('-', ' ')} `,
      good.replaceAll('-', '—'),
    ];
    for (const text of typed) expect(normaliseCode(text)).toBe(code);
    expect(normaliseCode('o0iIlL１')).toBe('0011111');
    expect(formatCode(code)).toBe(good);
  });
});

describe('redeeming', () => {
  it('succeeds for one of many concurrent callers', async () => {
    await world.insert(
      'users',
      Array.from({ length: 10 }, (_, at) => someUser(at + 100)),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => redeem(good, at + 100)),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, message } of answers.filter(answer => answer.code !== 0))
      expect({ code, message }).toEqual({ code: 40902, message: '激活码无效或已使用' });
    const granted = (await rows('creditLedger')).filter(({ kind }) => kind === 'code');
    expect(granted).toHaveLength(1);
    expect(granted[0]).toMatchObject({ delta: 100, bucket: 'paid' });
    expect(await one('activationBatches', 'bat_0001')).toMatchObject({
      counts: { unused: 3, used: 1 },
    });
  });

  it('succeeds for one of many although nobody waits for the lock', async () => {
    const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
    const { TURN_WAIT_MS } = environment;
    Object.assign(environment, { TURN_WAIT_MS: 0 });
    await world.insert(
      'users',
      Array.from({ length: 8 }, (_, at) => someUser(at + 100)),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => redeem(good, at + 100)),
    ).finally(() => Object.assign(environment, { TURN_WAIT_MS }));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  it('answers the same for every code that cannot be redeemed; support sees the reason', async () => {
    const batch = (change: object) => set('activationBatches', 'bat_0001', change);
    const cases: [string, () => Promise<unknown>, string?][] = [
      ['不是完整的激活码，应为 18 位字母和数字', async () => undefined, 'nonsense'],
      ['激活码不存在', async () => undefined, formatCode(codeFrom(Array<number>(17).fill(9)))],
      ['批次未启用', () => batch({ status: 'disabled' })],
      ['未到生效时间', () => batch({ status: 'active', validFrom: Date.now() + 60_000 })],
      ['已过期', () => batch({ validFrom: 0, expireTime: Date.now() - 1 })],
      ['已作废', () => set('activationCodes', 'bat_0001_00004', { status: 'disabled' })],
    ];
    for (const [at, [, arrange, code = good]] of cases.entries()) {
      await arrange();
      expect(await redeem(code, 2, `192.0.2.${at}`)).toMatchObject({
        code: 40902,
        message: '激活码无效或已使用',
        data: null,
      });
    }
    const logs = (await rows('userLogs')).filter(({ type }) => type === 'redeem');
    expect(logs.map(({ detail }) => detail).sort()).toEqual(cases.map(([why]) => why).sort());
    expect(await rows('creditLedger')).toHaveLength(8);
  });

  it('refuses more than five wrong codes in ten minutes from one address', async () => {
    const wrong = Array.from({ length: 10 }, () => redeem('0000-00000-00000-0000', 2));
    const answers = await Promise.all(wrong);
    expect(answers.filter(({ code }) => code === 40902).length).toBeLessThanOrEqual(5);
    for (const { code } of answers) expect([40902, 42901]).toContain(code);
    while ((await redeem('wrong', 2)).code !== 42901);
    // The right code is refused as well then; not from another address, nor for other users.
    expect((await redeem(good, 2)).code).toBe(42901);
    expect((await redeem(good, 3)).code).toBe(0);
  });

  it('judges all five concurrent first attempts', async () => {
    for (let round = 0; round < 2; round += 1) {
      const ip = `192.0.2.${round}`;
      const five = Array.from({ length: 5 }, () => redeem('0000-00000-00000-0000', 2, ip));
      const codes = (await Promise.all(five)).map(({ code }) => code);
      expect(codes).toEqual(Array(5).fill(40902));
      expect((await redeem('0000-00000-00000-0000', 2, ip)).code).toBe(42901);
    }
  });

  it('answers the owner of a code with the same success every time, without counting wrong attempts', async () => {
    const { _id } = await fresh(2, { credits: undefined, packageId: 'pkg_0005' });
    const [code = '', other = ''] = await exported(_id);
    const first = await redeem(code, 2);
    expect(first).toMatchObject({ code: 0, data: { packageExpireTime: expect.any(Number) } });
    expect((await redeem(other, 3)).code).toBe(0);
    const before = await world.dump();
    for (let again = 0; again < 2; again += 1)
      expect(await redeem(code, 2)).toMatchObject({ code: 0, data: first.data });
    expect(await world.dump()).toBe(before);
    expect(await redeem(code, 3)).toMatchObject({ code: 40902, message: '激活码无效或已使用' });
    expect(await redeem('wrong', 2)).toMatchObject({ code: 40902 });
  });

  it("is a line in the user's own ledger, which nobody else sees", async () => {
    await redeem(good, 2);
    const lines = async (at: number) =>
      (await ok('appUser', 'getLedger', { pageSize: 100 }, visitor(at))).list;
    expect((await lines(2))[0]).toMatchObject({ kind: 'code', delta: 100 });
    await world.account(visitor(90));
    expect(await lines(90)).toEqual([]);
  });

  it('does not count right codes', async () => {
    const { _id } = await fresh(8, { perUserLimit: 8 });
    const codes = await exported(_id);
    for (const code of codes) expect((await redeem(code, 2)).code).toBe(0);
  });

  it('enforces the limit of a batch per user, also for concurrent codes', async () => {
    const { _id } = await fresh(2);
    const codes = await exported(_id);
    const answers = await Promise.all(codes.map(code => redeem(code, 2)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const granted = (await rows('creditLedger')).filter(({ kind }) => kind === 'code');
    expect(granted).toHaveLength(1);
  });
});

describe('batches and codes', () => {
  it('of batches follow the table', async () => {
    const all = Object.keys(batchStatuses) as BatchStatus[];
    for (const from of all) {
      for (const status of ['active', 'disabled', 'archived'] as const) {
        await set('activationBatches', 'bat_0002', { status: from });
        const before = await one('activationBatches', 'bat_0002');
        const data = { id: 'bat_0002', status, reason };
        const { code } = await call('adminActivationCode', 'setBatchStatus', data);
        const legal =
          from !== 'generating' &&
          (activationBatchEntity.transitions[from] as string[]).includes(status);
        expect({ from, status, code }).toEqual({ from, status, code: legal ? 0 : 40902 });
        if (!legal) expect(await one('activationBatches', 'bat_0002')).toEqual(before);
      }
    }
  });

  it('only unused codes are redeemed or disabled, only disabled ones restored', async () => {
    const id = 'bat_0001_00004';
    for (const status of Object.keys(codeStatuses) as CodeStatus[]) {
      const from = () => set('activationCodes', id, { status, usedBy: null });
      await from();
      const disabled = await ok('adminActivationCode', 'disableCodes', { ids: [id], reason });
      expect(disabled.affected).toBe(status === 'unused' ? 1 : 0);
      await from();
      const restored = await call('adminActivationCode', 'restoreCode', { id, reason });
      expect(restored.code).toBe(status === 'disabled' ? 0 : 40902);
      await from();
      expect((await redeem(good, 2)).code).toBe(status === 'unused' ? 0 : 40902);
    }
  });

  it('are disabled completely, as previewed, and cannot be redeemed afterwards', async () => {
    const { _id } = await fresh(20);
    const codes = await exported(_id);
    expect((await redeem(codes[0]!, 2)).code).toBe(0);
    const preview = await ok('adminActivationCode', 'previewDisable', { batchId: _id });
    expect(preview).toMatchObject({ affected: 19, counts: { used: 1 } });
    const wrong = { batchId: _id, reason, expectCount: 20 };
    expect(await call('adminActivationCode', 'disableCodes', wrong)).toMatchObject({
      code: 40902,
      data: { affected: 19 },
    });
    const done = await ok('adminActivationCode', 'disableCodes', { ...wrong, expectCount: 19 });
    expect(done.batch).toMatchObject({
      job: null,
      counts: { unused: 0, used: 1, disabled: 19 },
    });
    expect((await redeem(codes[5]!, 3)).code).toBe(40902);
  });

  it('that expire soon are counted, and their batches are found by the same days', async () => {
    const before = await ok('adminActivationCode', 'getCodeStats', {});
    const soon = expiringSoon(Date.now());
    const { _id } = await fresh(7, { expireTime: soon.to });
    await fresh(5, { expireTime: soon.to + 1 });
    const stats = await ok('adminActivationCode', 'getCodeStats', {});
    expect(stats.codes.unused - before.codes.unused).toBe(12);
    expect(stats.expiringCodes - before.expiringCodes).toBe(7);
    const filter = { status: 'active', expireTime: soon } as const;
    const { list, total } = await ok('adminActivationCode', 'getBatches', { filter });
    expect(list.map(batch => batch._id)).toContain(_id);
    expect(total).toBe(stats.expiringBatches);
  });

  it('expire by the worker, and become usable when the batch is extended', async () => {
    const { _id } = await fresh(4);
    const past = { expireTime: Date.now() - 1 };
    await set('activationBatches', _id, past);
    for (const serial of [1, 2]) await set('activationCodes', `${_id}_0000${serial}`, past);
    await runJob('expireCodes');
    const expired = await ok('adminActivationCode', 'getBatchById', { id: _id });
    expect(expired.counts).toMatchObject({ expired: 2, unused: 2 });
    const expireTime = Date.now() + 86_400_000;
    const extended = await ok('adminActivationCode', 'extendBatch', { id: _id, expireTime });
    expect(extended).toMatchObject({ job: null, expireTime, counts: { expired: 0, unused: 4 } });
    const codes = (await rows('activationCodes')).filter(({ batchId }) => batchId === _id);
    expect(new Set(codes.map(code => code['expireTime']))).toEqual(new Set([expireTime]));
  });

  it('show whole codes only when asked with a reason, in no other list, answer, audit row or record', async () => {
    const secret = normaliseCode(good);
    const list = await ok('adminActivationCode', 'getCodes', { filter: { batchId: 'bat_0001' } });
    expect(list.list.map(({ codeMask }) => codeMask)).toContain('ABCD-****-****-RSTK');
    const found = await ok('adminActivationCode', 'getCodes', { q: good.toLowerCase() });
    for (const q of pastedNumbers(good.toLowerCase()))
      expect(await ok('adminActivationCode', 'getCodes', { q }), q).toEqual(found);
    expect(found.list.map(({ _id }) => _id)).toEqual(['bat_0001_00004']);
    expect((await ok('adminActivationCode', 'getCodes', { q: 'rstk' })).total).toBe(1);
    const ids = ['bat_0001_00004'];
    const shown = await ok('adminActivationCode', 'revealCodes', { ids, reason: '核对激活码' });
    expect(shown.list).toMatchObject([{ code: good }]);
    await redeem(good, 2);
    const everything = JSON.stringify([list, found, await world.dump(), world.errors, world.log]);
    for (const text of [secret, good]) expect(everything).not.toContain(text);
    const kept = (await rows('auditLogs')).filter(({ action }) => action === 'revealCodes');
    expect(kept).toMatchObject([{ reason: '核对激活码', resourceId: 'bat_0001_00004' }]);
  });
});
