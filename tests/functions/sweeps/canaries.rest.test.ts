import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ExportableResource } from '#contract/exports/columns.ts';
import { exportTable } from '#contract/exportTable.ts';
import type { FunctionName } from '#contract/index.ts';
import { build, dist } from '../../../scripts/shared/built.js';
import { callback, callbackNames } from '../world/callback.ts';
import { CANARY_KEY } from '../world/fixtures/people.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';
import { finishJob, jobNames, runJob } from '../world/runJob.ts';
import { createVault, generatorKeys, handedOut, NEW_PASSWORD, withCanaries } from './canaries.ts';

/**
 * Searches for secrets where they would be seen only after something went wrong: in answers to wrong calls, in what the
 * log says of failures, in stored records, exports and bundles. `examples.test.ts` does it after every call that succeeds.
 */
const world = await startWorld({
  WECOM_BASE_URL: 'http://127.0.0.1:9',
  LOGIN_FREE_ATTEMPTS: 1_000_000,
  LOGIN_FAILURES_PER_IP: 1_000_000,
  LOGIN_FAILURES_PER_NAME: 1_000_000,
  LOGIN_WAIT_MS: 1,
  COUNTERS_REBUILD_DAYS: 2,
});
const { as } = world;
const lines: string[] = [];
for (const level of ['log', 'info', 'warn', 'debug', 'trace'] as const) {
  vi.spyOn(console, level).mockImplementation(
    (...parts) => void lines.push(parts.map(String).join(' ')),
  );
}
afterAll(() => void vi.restoreAllMocks());

const robot = 'c0ffee00-cafe-4bad-8dad-canary000001';
const notification = {
  alerts: { wecomWebhook: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${robot}` },
};
const payment = {
  wxpay: {
    apiV3Key: 'CanaryCanaryCanaryCanaryCanary32',
    privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
};
const vault = await createVault(world);
vault.keep('robot of the chat', robot);
vault.keep('payment key', payment.wxpay.apiV3Key, payment.wxpay.privateKey);

const start = async () => {
  await world.reset();
  vault.keep('session token', as().token);
  const settings = { type: 'notification', data: notification } as const;
  await world.ok('adminSettings', 'updateSettings', settings);
  const admins = await world.rows('admins');
  vault.keep('password hash', ...admins.map(({ passwordHash }) => String(passwordHash)));
};

const exampleOf = (at: RegisteredAction) => {
  const data = withCanaries(at, at.definition.example as Record<string, unknown>);
  for (const field of ['password', 'oldPassword']) if (field in data) data[field] = PASSWORD;
  return data;
};

type Call = [data: Record<string, unknown>, credential: unknown];
/** Without a session, and with secrets in wrong places or forms: a refusal must not repeat them. */
const wrong = (data: Record<string, unknown>): Call[] => [
  [data, null],
  [data, `${as().token.slice(0, -1)}x`],
  [{ ...data, secret: PASSWORD }, as().token],
  ...['password', 'newPassword', 'oldPassword', 'key', 'code', 'id', '_id'].flatMap(field => {
    const long = `${String(data[field])}${generatorKeys.create.repeat(40)}`;
    const spoilt = [long, [PASSWORD], NEW_PASSWORD].map(value => ({ ...data, [field]: value }));
    return field in data ? spoilt.map((one): Call => [one, as().token]) : [];
  }),
];

const answers = { ok: 0, all: 0 };

/** One wrong call, which take turns, and one that is right. */
const calls = async (at: RegisteredAction) => {
  const data = exampleOf(at);
  const all = wrong(data);
  const nth = (answers.all += 1);
  for (const [sent, credential] of [all[nth % all.length]!, [data, as().token] as const]) {
    const answer = await world.send(at.name, { action: at.action, data: sent, token: credential });
    const mayShow = sent === data ? handedOut[at.title] : [];
    const text = JSON.stringify(answer);
    expect(vault.seenIn(text, mayShow), `${at.title}: ${text.slice(0, 400)}`).toEqual([]);
    if (answer.code === 0) answers.ok += 1;
    // Values handed out at sign-in are secrets from here on.
    const given = (answer.data ?? {}) as { token?: unknown; ticket?: unknown };
    if (at.title === 'adminAuth.login' && answer.code === 0)
      vault.keep('session token', String(given.token), String(given.ticket));
  }
};

const disturb = async (mode: 'ok' | 'fail' | 'lose') => {
  for (const service of ['wechatpay', 'runninghub', 'vod']) await world.standIn(service, { mode });
};

const names = [...new Set(everyAction.map(({ name }) => name))];
const callsThirdParties: FunctionName[] = [
  'adminOrder',
  'adminTask',
  'adminApiKey',
  'vodService',
  'appOrder',
  'appPrint',
  'adminPrintOrder',
];

/** Nothing may stand in the database, in a file, or in the log. */
const nothingLeft = async () => {
  const stored = await world.dump();
  expect(vault.seenIn(stored, ['password hash'])).toEqual([]);
  expect(vault.seenIn(JSON.stringify(await world.rows('auditLogs')))).toEqual([]);
  expect(vault.seenIn([...world.errors, ...world.log, ...lines].join('\n'))).toEqual([]);
};

describe('no secret is exposed', () => {
  it.each(names)('by a call of %s', async name => {
    await start();
    const actions = everyAction.filter(at => at.name === name);
    const reads = actions.filter(({ definition }) => definition.effect === 'read');
    const writes = actions.filter(({ definition }) => definition.effect === 'write');
    for (const at of [...reads, ...writes]) {
      await calls(at);
      // The caller's session may be over.
      if (name === 'adminAuth') await start();
    }
    await nothingLeft();
  });

  it.each(callsThirdParties)(
    'when the service called by %s fails or does not answer',
    async name => {
      for (const mode of ['fail', 'lose'] as const) {
        await start();
        await disturb(mode);
        for (const at of everyAction.filter(other => other.name === name)) await calls(at);
        await disturb('ok');
      }
      await nothingLeft();
    },
  );

  it('by settings whose secrets are set, shown, replaced and restored, with a gateway that refuses them', async () => {
    await start();
    const shown: unknown[] = [];
    for (const [type, data] of [
      ['payment', payment],
      ['notification', notification],
    ] as const) {
      shown.push(await world.ok('adminSettings', 'updateSettings', { type, data }));
      shown.push(await world.call('adminSettings', 'updateSettings', { type, data, rev: 999 }));
      shown.push(await world.ok('adminSettings', 'getSettings', { type }));
      shown.push(await world.ok('adminSettings', 'getSettingRevisions', { type }));
    }
    shown.push(await world.call('adminSettings', 'testPayment', {}));
    shown.push(await world.call('adminSettings', 'testNotification', {}));
    expect(vault.seenIn(JSON.stringify(shown))).toEqual([]);
    for (const name of ['adminSettings', 'adminOrder', 'appOrder'] as const) {
      for (const at of everyAction.filter(other => other.name === name)) await calls(at);
    }
    await nothingLeft();
  });

  it('while the database fails', async () => {
    const steps = ['getDocument', 'insertDocument', 'modifyAndReturnDoc', 'startTransaction'];
    await start();
    const writes = everyAction.filter(({ definition }) => definition.effect === 'write');
    // Each at one of the steps.
    for (const [nth, at] of writes.entries()) {
      const action = `database.${steps[nth % steps.length]}`;
      await world.forgetInjections();
      await world.inject({ action, code: 'DATABASE_REQUEST_FAILED', message: 'broken' });
      const data = exampleOf(at);
      const text = JSON.stringify(await world.send(at.name, { action: at.action, data, ...as() }));
      expect(vault.seenIn(text, handedOut[at.title]), at.title).toEqual([]);
    }
    await world.forgetInjections();
    await nothingLeft();
  });

  it('by any export', async () => {
    await start();
    for (const [resource, table] of Object.entries<ExportableResource>(exportTable)) {
      const columns = table.columns.map(({ path: column }) => column);
      await world.ok('adminExport', 'createExport', { resource, columns });
    }
    await finishJob(world, 'exports');
    const done = (await world.rows('exports')).filter(({ status }) => status === 'done');
    expect(done.length).toBeGreaterThanOrEqual(Object.keys(exportTable).length);
    const files = filesUnder(path.join(world.dataDir, 'files'));
    expect(files.some(file => file.content.includes('模板1'))).toBe(true);
    for (const { name, content } of files) expect(vault.seenIn(content), name).toEqual([]);
    await nothingLeft();
  });

  it('by jobs and callbacks', async () => {
    await start();
    for (const job of jobNames)
      expect(vault.seenIn(JSON.stringify(await runJob(job))), job).toEqual([]);
    for (const name of callbackNames) {
      const answer = await callback(name, { body: PASSWORD });
      expect(vault.seenIn(JSON.stringify(answer)), name).toEqual([]);
    }
    await nothingLeft();
  });

  it('and most of the calls above succeeded', () => {
    expect(answers.ok).toBeGreaterThan(everyAction.length * 0.8);
  });
});

describe('no bundle contains a secret', () => {
  const examples = ['sandboxVodSecretKey', CANARY_KEY.slice(0, 16), PASSWORD];

  it.each(['functions', 'app'])('of the %s', async part => {
    await build();
    const files = filesUnder(path.join(dist, part));
    expect(files.length).toBeGreaterThan(3);
    for (const { name, content } of files) {
      // The contract's example of a code is no secret: it is in the demo data alone.
      expect(vault.seenIn(content, ['activation code']), name).toEqual([]);
      for (const example of examples)
        expect(content.includes(example), `${name}: ${example}`).toBe(false);
      expect(content, name).not.toMatch(/PRIVATE KEY-----(\\n|\s)+[A-Za-z0-9+/=]{40}/);
      expect(content, name).not.toMatch(/AKID[A-Za-z0-9]{20}/);
    }
  });
});

function filesUnder(directory: string): { name: string; content: string }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map(entry => path.join(entry.parentPath, entry.name))
    .filter(file => statSync(file).isFile() && !file.includes('.map'))
    .map(file => ({ name: path.relative(directory, file), content: readFileSync(file, 'utf8') }));
}
