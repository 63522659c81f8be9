import { beforeEach, expect, it } from 'vitest';
import { isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import { isDeep } from '../../depth.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld({ CODE_JOB_SLICE_MS: 20_000 });
const { call, ok, rows, set, emulator } = world;
let token: string;
beforeEach(async () => ({ token } = await world.reset()));
const as = () => ({ token });

const fresh = async (quantity: number, more: object = {}) =>
  ok(
    'adminActivationCode',
    'createBatch',
    { name: '新批次', credits: 50, quantity, ...more },
    as(),
  );
/** More than a page of 500, and with a rest. */
const MANY = isDeep ? 10_000 : 1_100;

it(`${MANY} codes are made, no two alike, and exported page by page`, async () => {
  const batch = await fresh(MANY);
  expect(batch).toMatchObject({
    status: 'active',
    generated: MANY,
    job: null,
    counts: { unused: MANY, used: 0, disabled: 0, expired: 0 },
  });
  const codes: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const wish = { id: batch._id, reason: '测试', after };
    const page: { list: { code: string }[]; next: number | null } = await ok(
      'adminActivationCode',
      'exportBatch',
      wish,
      as(),
    );
    codes.push(...page.list.map(({ code }) => code));
    after = page.next;
  }
  expect(codes).toHaveLength(MANY);
  expect(new Set(codes).size).toBe(MANY);
  expect(codes.every(code => isWellFormedCode(normaliseCode(code)))).toBe(true);
  const [stored] = (await rows('activationBatches')).filter(({ _id }) => _id === batch._id);
  expect(stored).toMatchObject({ exportCount: 1 });
}, 120_000);

it('making codes continues after an interruption, with concurrent workers, and never makes too many', async () => {
  const { _id: id } = await fresh(1_200, { idemKey: 'batch-0001' });
  expect((await fresh(1_200, { idemKey: 'batch-0001' }))._id).toBe(id);
  // As if it had been killed within the second page.
  const query = JSON.stringify({ batchId: id, serial: { $gt: 730 } });
  const some = { collectionName: 'activationCodes', queryType: 'WHERE', query, multi: true };
  await emulator.database.handle('database.removeDocument', some);
  const job = { kind: 'generate', done: 500, total: 1_200, startTime: 1, reason: '' };
  await set('activationBatches', id, { status: 'generating', generated: 500, job });
  // Stored, but the answer is lost.
  await world.inject({ action: 'database.insertDocument', code: 'SYS_ERR', when: 'after' });
  const generate = () => ok('adminActivationCode', 'generateCodes', { id }, as());
  const cut = await call('adminActivationCode', 'generateCodes', { id }, as());
  expect(cut.code).toBe(50001);
  const read = () => ok('adminActivationCode', 'getBatchById', { id }, as());
  expect(await read()).toMatchObject({ status: 'generating', generated: 500 });
  await Promise.all([generate(), generate(), runJob('codeBatches')]);
  const made = (await rows('activationCodes')).filter(({ batchId }) => batchId === id);
  expect(made).toHaveLength(1_200);
  expect(await read()).toMatchObject({ status: 'active', generated: 1_200, job: null });
  // With those of the fixture.
  expect(await rows('activationBatches')).toHaveLength(3);
}, 120_000);
