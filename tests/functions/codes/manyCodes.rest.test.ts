import { expect, it } from 'vitest';
import { isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import { isDeep } from '../../depth.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld({ CODE_JOB_SLICE_MS: 20_000 });
const { ok, rows } = world;

/** More than a page of 500, and with a rest. */
const MANY = isDeep ? 10_000 : 1_100;

it(`${MANY} codes are made, no two alike, and exported page by page`, async () => {
  await world.reset();
  const wish = { name: '新批次', credits: 50, quantity: MANY };
  const batch = await ok('adminActivationCode', 'createBatch', wish);
  expect(batch).toMatchObject({
    status: 'active',
    generated: MANY,
    job: null,
    counts: { unused: MANY, used: 0, disabled: 0, expired: 0 },
  });
  const codes: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: { list: { code: string }[]; next: number | null } = await ok(
      'adminActivationCode',
      'exportBatch',
      { id: batch._id, reason: '测试', after },
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
