import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform[Symbol.asyncDispose]());

describe('a call of the management API', () => {
  it('describes the environment', async () => {
    const { EnvInfo } = await platform.library.env.getEnvInfo();

    expect(EnvInfo).toMatchObject({
      EnvId: 'shop-1a2b',
      Status: 'NORMAL',
      Region: 'ap-shanghai',
      Functions: [{ Namespace: 'shop-1a2b' }],
      Databases: [{ InstanceId: expect.stringMatching(/^tnt-/) }],
      Storages: [{ Bucket: expect.stringMatching(/-shop-1a2b-1250000000$/) }],
      UserInfo: { AppId: '1250000000' },
    });
  });

  it.each([
    ['a key that is not known', { secretId: 'AKIDother' }, 'AuthFailure.SecretIdNotFound'],
    ['a wrong secret', { secretKey: 'wrong' }, 'AuthFailure.SignatureFailure'],
    ['another region', { region: 'ap-guangzhou' }, 'ResourceNotFound'],
    ['a region that does not exist', { region: 'mars' }, 'UnsupportedRegion'],
    ['the environment of others', { envId: 'theirs-9z' }, 'ResourceNotFound'],
  ])('is refused with %s', async (_case, options, code) => {
    await expect(platform.libraryWith(options).env.getEnvInfo()).rejects.toMatchObject({ code });
  });

  it('is refused when the signature is older than five minutes', async () => {
    const body = '{"EnvId":"shop-1a2b"}';
    const answer = await fetch(`${platform.emulator.url}/__management/tcb.tencentcloudapi.com/`, {
      method: 'POST',
      body,
      headers: {
        'x-tc-timestamp': String(Math.floor(Date.now() / 1000) - 301),
        authorization: `TC3-HMAC-SHA256 Credential=AKIDlocal/2026-01-01/tcb/tc3_request, SignedHeaders=content-type;host, Signature=${'0'.repeat(64)}`,
      },
    });

    expect(await answer.json()).toMatchObject({
      Response: { Error: { Code: 'AuthFailure.SignatureExpire' } },
    });
  });

  it.each([
    ['an unknown action', 'DescribeNothing', {}, '2018-06-08', 'InvalidAction'],
    ['an unknown version', 'DescribeEnvs', {}, '2020-01-01', 'NoSuchVersion'],
    [
      'a parameter in small letters',
      'DescribeEnvs',
      { limit: 1 },
      '2018-06-08',
      'UnknownParameter',
    ],
  ])('is refused for %s', async (_case, Action, Param, version, code) => {
    const service = platform.library.commonService('tcb', version);

    await expect(service.call({ Action, Param })).rejects.toMatchObject({ code });
  });

  it('shows an expired plan, and then only reads', async () => {
    await platform.seam('management', { status: 'ISOLATE' });

    const { EnvInfo } = await platform.library.env.getEnvInfo();
    const change = platform.library.database.createCollection('orders');

    expect(EnvInfo.Status).toBe('ISOLATE');
    await expect(change).rejects.toMatchObject({ code: 'ResourceUnavailable.ResourceOverdue' });
    await platform.seam('management', { status: 'NORMAL' });
  });

  it('is refused where the key lacks the permission', async () => {
    await platform.seam('management', { denied: ['tcb:CreateTable'] });

    const change = platform.library.database.createCollection('orders');

    await expect(change).rejects.toMatchObject({ code: 'UnauthorizedOperation' });
    await platform.seam('management', { denied: [] });
  });

  it('is refused when too many are made in a second', async () => {
    await platform.seam('management', { callsPerSecond: 1 });

    const calls = Array.from({ length: 5 }, () => platform.library.env.listEnvs());
    const codes = (await Promise.allSettled(calls)).map(result =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : '',
    );

    expect(codes).toContain('RequestLimitExceeded');
    await platform.seam('management', { callsPerSecond: null });
  });

  it('does not come through any more from the nth on, when a test says so', async () => {
    const { database, env } = platform.library;
    await platform.seam('inject', { action: 'management', skip: 2, times: 1000, close: true });

    await env.listEnvs();
    await database.checkCollectionExists('none');
    await expect(env.listEnvs()).rejects.toMatchObject({ name: 'CloudBaseError' });
    await expect(database.listCollections()).rejects.toMatchObject({ name: 'CloudBaseError' });

    await platform.seam('forget', {});
    await env.listEnvs();
  });

  it('breaks, before or after it was carried out, when a test says so', async () => {
    const { database } = platform.library;
    await platform.seam('inject', { action: 'management.CreateTable', skip: 1, close: true });
    await platform.seam('inject', { action: 'management.CreateTable', close: true, when: 'after' });
    const broken = { name: 'CloudBaseError', code: '' };

    await database.createCollection('first');
    await expect(database.createCollection('second')).rejects.toMatchObject(broken);
    await expect(database.createCollection('third')).rejects.toMatchObject(broken);

    const { Collections } = await database.listCollections();
    expect(Collections.map(({ CollectionName }) => CollectionName)).toEqual(['first', 'third']);
  });
});
