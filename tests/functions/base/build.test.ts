import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#cloudfunctions/_shared/admins/password.ts';
import { functionSecrets } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { collections } from '#contract/collections.ts';
import { MAX_BATCH_ROWS, MAX_CALL_BYTES } from '#contract/constants.ts';
import { createInvoker } from '#dataProvider/invoke.ts';
import { loadCustomLoginKey } from '#emulator/auth/customLoginKey.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { type ActionManifest, writeActions } from '../../../scripts/build/actions.ts';
import { sharedPackages } from '../../../scripts/build/functions.ts';
import {
  deployedFunctions,
  deploymentConfig,
  functionNames,
  platformConfig,
} from '../../../scripts/build/platform.ts';
import { build, dist } from '../../../scripts/shared/built.js';
import { everyAction } from '../world/registry.ts';

const root = path.join(import.meta.dirname, '../../..');
const outDir = mkdtempSync(path.join(os.tmpdir(), 'build-'));
const functionsDir = path.join(dist, 'functions');
afterAll(() => rmSync(outDir, { recursive: true, force: true }));
await build();
const run = promisify(execFile);

/** Bytes. Those that send mails hold the mail library besides, and workers do what nobody asks for. */
const larger: Partial<Record<string, number>> = {
  // Approves what is done from other pages, too.
  adminOrder: 270_000,
  heavyWorker: 280_000,
  adminSettings: 475_000,
  worker: 600_000,
};

describe('the bundles', () => {
  it('are one file of its own each, at most 260 KB, of orders 270, with the mail library and the legal texts 475, the workers 280 and 600', () => {
    expect(readdirSync(functionsDir).sort()).toEqual([...functionNames].sort());
    for (const name of functionNames) {
      const folder = path.join(functionsDir, name);
      expect(readdirSync(folder).sort(), name).toEqual(
        ['index.js', 'package.json', ...Object.values(sharedPackages)].sort(),
      );
      const { size } = statSync(path.join(folder, 'index.js'));
      expect(size, name).toBeLessThan(larger[name] ?? 260_000);
    }
  });

  it('bring the packages that all need, at most 750 KB and the same in each folder', () => {
    const contentOf = (name: string) =>
      Object.values(sharedPackages).map(file =>
        readFileSync(path.join(functionsDir, name, file), 'utf8'),
      );
    const [first, ...others] = functionNames;
    const content = contentOf(first!);
    expect(content.join('').length).toBeLessThan(750_000);
    for (const name of others)
      expect(
        contentOf(name).every((file, at) => file === content[at]),
        name,
      ).toBe(true);
  });

  it('read the keys that the table gives them, and no others', () => {
    const codeOf = new Map(
      functionNames.map(name => [
        name,
        readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8'),
      ]),
    );
    const given = (variable: string) =>
      deployedFunctions().flatMap(({ name, variables }) =>
        variables.includes(variable) ? name : [],
      );
    const keys = new Set(deployedFunctions().flatMap(({ variables }) => variables));
    expect(keys.size).toBeGreaterThan(5);
    for (const key of keys) {
      // Sealing keys are read by their number, all others as fields of the environment.
      const read = key === 'APP_KEK_1' ? /process\.env\[`APP_KEK_/ : new RegExp(`\\.${key}\\b`);
      const reading = functionNames.filter(name => read.test(codeOf.get(name)!));
      expect(reading.sort(), key).toEqual(given(key).sort());
    }
  });

  /** In a bare Node with that environment and nothing else: what each exports, or why it does not start. */
  const load = async (names: readonly string[], env: Record<string, string>) => {
    const script = `
      const loaded = {};
      for (const name of ${JSON.stringify(names)}) {
        try {
          const exported = require('./functions/' + name + '/index.js');
          loaded[name] = Object.keys(exported).map(key => typeof exported[key] + ' ' + key).join();
        } catch (error) {
          loaded[name] = error.message;
        }
      }
      console.log(JSON.stringify(loaded));`;
    const { stdout, stderr } = await run(process.execPath, ['-e', script], { env, cwd: dist });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Record<string, string>;
  };
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const needs = (name: string): readonly string[] => functionSecrets[name] ?? [];

  const secrets: Record<string, string> = {
    APP_KEK_1: randomBytes(32).toString('base64'),
    VOD_SECRET_ID: `AKID${randomBytes(14).toString('hex')}`,
    VOD_SECRET_KEY: randomBytes(16).toString('hex'),
    CUSTOM_LOGIN_KEY: JSON.stringify({
      private_key_id: 'k1',
      env_id: 'local',
      private_key: privateKey,
    }),
  };

  it('load in a bare Node with no environment and export main, or name each secret they need', async () => {
    const loaded = await load(functionNames, {});
    for (const name of functionNames) {
      if (needs(name).length === 0) expect([name, loaded[name]]).toEqual([name, 'function main']);
      for (const variable of needs(name)) expect(loaded[name]).toContain(`${variable} is missing`);
    }
  }, 180_000);

  it('load with the secrets they need', async () => {
    const names = functionNames.filter(name => needs(name).length > 0);
    const loaded = await load(names, secrets);
    expect(loaded).toEqual(Object.fromEntries(names.map(name => [name, 'function main'])));
  }, 180_000);

  it('declare the secrets that their code decrypts', () => {
    const marks = {
      APP_KEK_1: 'is missing or not 32 bytes',
      CUSTOM_LOGIN_KEY: 'CUSTOM_LOGIN_KEY is not set',
      VOD_SECRET_KEY: 'DescribeMediaInfos',
    };
    for (const name of functionNames) {
      const content = readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8');
      for (const [variable, mark] of Object.entries(marks))
        expect([name, needs(name).includes(variable)]).toEqual([
          name,
          // Without the video service's keys it starts, and only videos wait.
          content.includes(mark) && !(name === 'worker' && variable === 'VOD_SECRET_KEY'),
        ]);
    }
  });

  it('contain nothing of this machine, the local platform or the tests', () => {
    for (const name of functionNames) {
      const content = readFileSync(path.join(functionsDir, name, 'index.js'), 'utf8');
      expect(content).not.toMatch(/emulator|vitest|sqlite|local-publishable-key/i);
      expect(content).not.toContain(root);
    }
  });

  it('sign in, write, upload, sign and log out on a local platform in worker processes', async () => {
    const admin = {
      _id: 'first_admin',
      rev: 1,
      createTime: 1,
      updateTime: 1,
      username: 'admin',
      role: 'admin',
      nickName: '管理员',
      avatar: '',
      lastLoginTime: null,
      passwordHash: await hashPassword('correct horse 电池'),
      status: 'active',
      sessionEpoch: 1,
      knownIps: [],
    };
    const dataDir = path.join(outDir, 'data');
    mkdirSync(dataDir);
    const customLoginKey = loadCustomLoginKey(dataDir, 'local');
    const emulator = await startEmulator({
      port: 0,
      dataDir,
      config: {
        ...platformConfig({
          CUSTOM_LOGIN_KEY: JSON.stringify(customLoginKey),
          APP_KEK_1: randomBytes(32).toString('base64'),
        }),
        // An environment that processes images is asked for none.
        imageStyles: { thumbnail: { width: 10 } },
      },
      functionsDir,
      workers: 1,
    });
    try {
      await emulator.database.handle('database.insertDocument', {
        collectionName: 'admins',
        data: [JSON.stringify(admin)],
      });
      let bearer = emulator.publishableKey;
      const call = async (name: string, body: object) => {
        const answer = await fetch(`${emulator.url}/v1/functions/${name}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await answer.json()) as { code: number | string; data: Record<string, unknown> };
      };
      expect((await call('adminTemplate', { action: 'getTemplates' })).code).toBe(
        'EXCEED_AUTHORITY',
      );
      const login = {
        action: 'login',
        data: { username: 'admin', password: 'correct horse 电池' },
      };
      const { code, data } = await call('adminAuth', login);
      expect(code).toBe(0);
      const { token, ticket } = data;
      const signedIn = await fetch(`${emulator.url}/auth/v1/signin/custom?client_id=local`, {
        method: 'POST',
        body: JSON.stringify({ provider_id: 'custom', ticket }),
      });
      bearer = ((await signedIn.json()) as { access_token: string }).access_token;

      const category = { action: 'createCategory', token, data: { name: '头像' } };
      expect((await call('adminCategory', category)).code).toBe(0);
      const create = { width: 600, height: 400, channels: 3, background: '#5a5' } as const;
      const fileContent = (await sharp({ create }).png().toBuffer()).toString('base64');
      const upload = { action: 'uploadImage', token, data: { fileName: 'a.png', fileContent } };
      const uploaded = await call('adminStorage', upload);
      expect(uploaded.code).toBe(0);
      const url = `${String(uploaded.data.filePath)}!thumbnail`;
      const signed = await call('imageService', { action: 'getSignedUrl', data: { url } });
      expect(signed.data).toMatchObject({ url: '', unmade: true });
      const made = await call('imageCopy', { action: 'makeCopy', data: { url } });
      const picture = await (await fetch(String(made.data.url))).arrayBuffer();
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 480 });
      const keywords = {
        action: 'batchCreateKeywords',
        token,
        data: { keywords: [{ word: '新' }] },
      };
      expect(await call('keyword', keywords)).toMatchObject({ code: 0, data: { created: 1 } });

      const bodies: number[] = [];
      const invoke = createInvoker({
        callFunction: (name, request) => {
          bodies.push(Buffer.byteLength(JSON.stringify(request)));
          return call(name, request);
        },
        getToken: () => String(token),
        putBytes: async ({ url, method, headers }, file) => {
          expect((await fetch(url, { method, headers, body: file })).status).toBe(200);
        },
      });
      const most = Array.from({ length: MAX_BATCH_ROWS }, (_, at) => ({
        word: `${'长'.repeat(17)}${String(at).padStart(3, '0')}`,
        aliases: Array.from({ length: 8 }, (_alias, n) => `${'别'.repeat(15)}${at}.${n}`),
      }));
      expect(Buffer.byteLength(JSON.stringify(most))).toBeGreaterThan(2 * MAX_CALL_BYTES);
      expect(
        await call('keyword', { action: 'batchCreateKeywords', token, data: { keywords: most } }),
      ).toMatchObject({ code: 'EXCEED_MAX_PAYLOAD_SIZE' });
      expect(await invoke('keyword', 'batchCreateKeywords', { keywords: most })).toMatchObject({
        created: MAX_BATCH_ROWS,
        failed: 0,
      });
      expect(Math.max(...bodies)).toBeLessThan(MAX_CALL_BYTES);
      expect((await call('adminAuth', { action: 'logout', token })).code).toBe(0);
      expect((await call('adminTemplate', { action: 'getTemplates', token })).code).toBe(-1);
    } finally {
      await emulator.close();
    }
  });
});

describe('the configuration of each function on the platform', () => {
  it('admits visitors only to functions with public actions', () => {
    const config = deploymentConfig().functions;
    for (const { name, aclRule, timeout, memorySize, handler, runtime } of config) {
      const doors = everyAction.filter(at => at.name === name).map(at => at.definition.access);
      const wanted = doors.includes('public')
        ? [true]
        : doors.includes('visitor')
          ? [true, 'auth != null']
          : [false, "auth.loginType != 'ANONYMOUS' && auth != null"];
      expect(wanted, name).toContain(aclRule.invoke);
      expect(timeout).toBeLessThanOrEqual(60);
      expect([128, 256, 512, 1024, 2048]).toContain(memorySize);
      expect([handler, runtime]).toEqual(['index.main', 'Nodejs20.19']);
    }
  });

  it('admits visitors only to these actions', () => {
    const open = everyAction.filter(({ definition }) => definition.access !== 'admin');
    expect(open.map(({ title, definition }) => `${title} ${definition.access}`)).toEqual([
      'adminAuth.login public',
      'adminAuth.confirmLogin public',
      'appUser.getMe visitor',
      'appUser.agree visitor',
      'appUser.consentToPhotos visitor',
      'appUser.withdrawPhotoConsent visitor',
      'appUser.sendFeedback visitor',
      'appUser.getFeedbacks visitor',
      'appUser.openFeedback visitor',
      'appUser.answerFeedback visitor',
      'appUser.getConsents visitor',
      'appUser.deleteMyData visitor',
      'appUser.redeemCode visitor',
      'appUser.useLocalApp visitor',
      'appUser.countClick visitor',
      'appUser.getLedger visitor',
      'systemSettings.getSettings public',
      'systemSettings.getLegalText public',
      'imageService.getSignedUrl public',
      'imageService.getSignedUrls public',
      'imageCopy.makeCopy public',
      'appTemplate.getTemplates public',
      'appTemplate.getTemplateById public',
      'appTemplate.getHome public',
      'appTemplate.getLocalApps public',
      'appTemplate.getCategories public',
      'appOrder.getPackages visitor',
      'appOrder.createOrder visitor',
      'appOrder.getOrders visitor',
      'appOrder.getOrder visitor',
      'appOrder.payOrder visitor',
      'appOrder.cancelOrder visitor',
      'appPrint.getPrintSizes visitor',
      'appPrint.quote visitor',
      'appPrint.createPrintOrder visitor',
      'appPrint.claimPrintOrder visitor',
      'appPrint.getPrintOrder visitor',
      'appPrint.getPrintOrders visitor',
      'appPrint.replacePhoto visitor',
      'appPrint.confirmReceipt visitor',
      'appTask.quote visitor',
      'appTask.createTask visitor',
      'appTask.getTask visitor',
      'appTask.getTasks visitor',
      'appTask.cancelTask visitor',
      'appTask.deleteTasks visitor',
      'appTask.rateTask visitor',
      'appUpload.getUploadTicket visitor',
      'appUpload.confirmUpload visitor',
    ]);
  });

  it('holds no secret, only the names of the variables that do', () => {
    const names = deploymentConfig().functions.flatMap(({ envVariables }) =>
      Object.values(envVariables),
    );
    for (const value of names) expect(value).toMatch(/^\{\{env\.[A-Z0-9_]+\}\}$/);
  });

  it("is the local platform's too, with every collection, and without image processing", () => {
    const local = platformConfig();
    expect(Object.keys(local.functions).sort()).toEqual([...functionNames].sort());
    expect(local.collections.map(({ name }) => name)).toEqual(collections.map(({ name }) => name));
    expect(local.imageStyles).toBeUndefined();
  });
});

describe('the manifest of actions', () => {
  it('describes every action with access, effect, schemas and an example', async () => {
    const file = path.join(outDir, 'actions.json');
    await writeActions(file);
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as ActionManifest[];
    expect(manifest.map(({ function: name, action }) => `${name}.${action}`)).toEqual(
      everyAction.map(({ title }) => title),
    );
    for (const row of manifest) {
      expect(Object.keys(row)).toEqual([
        'function',
        'action',
        'access',
        'effect',
        'input',
        'output',
        'example',
      ]);
      expect(['admin', 'visitor', 'public']).toContain(row.access);
      expect(['read', 'write']).toContain(row.effect);
      expect(row.example).toBeTypeOf('object');
      for (const schema of [row.input, row.output]) expect(schema).toHaveProperty('$schema');
    }
    const login = manifest.find(({ action }) => action === 'login');
    expect(login).toMatchObject({
      access: 'public',
      input: { type: 'object', required: ['username', 'password'], additionalProperties: false },
    });
  });
});
