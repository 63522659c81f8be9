import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { hashPassword } from '#cloudfunctions/_shared/admins/password.ts';
import { MAX_BATCH_ROWS, MAX_CALL_BYTES } from '#contract/constants.ts';
import { createInvoker } from '#dataProvider/invoke.ts';
import { loadCustomLoginKey } from '#emulator/auth/customLoginKey.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { platformConfig } from '../../../scripts/build/platform.ts';
import { build, dist } from '../../../scripts/shared/built.js';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'build-'));
const functionsDir = path.join(dist, 'functions');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
await build();

it('the bundles sign in, write, upload, sign and log out on a local platform in worker processes', async () => {
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
    expect((await call('adminTemplate', { action: 'getTemplates' })).code).toBe('EXCEED_AUTHORITY');
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
