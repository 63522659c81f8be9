import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Platform,
  startPlatform,
} from '../../emulator/tests/conformance/management/platform.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';

let platform: Platform;
beforeEach(async () => {
  platform = await startPlatform({ conditions: { interfaces: 'new' } });
});
afterEach(() => platform[Symbol.asyncDispose]());

const ENV_ID = 'shop-1a2b';
const call = (service: 'tcb' | 'scf', Action: string, Param: object = {}) =>
  platform.library
    .commonService(service, service === 'tcb' ? '2018-06-08' : '2018-04-16')
    .call({ Action, Param: { EnvId: ENV_ID, ...Param } }) as Promise<Record<string, never>>;

const createFunction = (name: string) => {
  const source = 'exports.main = ({ path }) => ({ statusCode: 200, body: path });';
  return platform.library.functions.createFunction({
    func: { name },
    base64Code: Buffer.from(zipSync({ 'index.js': Buffer.from(source) })).toString('base64'),
  });
};
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${platform.emulator.url}${path}`, { headers });
  return `${answer.status} ${(await answer.text()).slice(0, 60)}`;
};

describe('an environment of today', () => {
  it('does not know the calls that the public API has no more', async () => {
    for (const name of ['ListTables', 'DescribeCloudBaseGWAPI', 'CreateCustomLoginKeys'])
      await expect(call('tcb', name)).rejects.toMatchObject({
        code: 'InvalidAction',
        message: expect.stringContaining(`The request action=\`${name}\` is invalid or not found`),
      });
  });

  it('lists its collections, their access and the rules of functions', async () => {
    await platform.library.database.createCollection('orders');
    expect(await call('tcb', 'DescribeTables', { TableNames: ['orders', 'none'] })).toMatchObject({
      Tables: [{ TableName: 'orders' }],
    });
    await call('tcb', 'ModifyResourcePermission', {
      ResourceType: 'collection',
      Resource: 'orders',
      Permission: 'ADMINONLY',
    });
    const Rule = JSON.stringify({ '*': { invoke: false } });
    await call('tcb', 'ModifyResourcePermission', {
      ResourceType: 'function',
      Permission: 'CUSTOM',
      SecurityRule: Rule,
    });
    const permissions = async (ResourceType: string, Resources?: string[]) =>
      (await call('tcb', 'DescribeResourcePermission', { ResourceType, Resources }))['Data'];
    expect(await permissions('collection', ['orders'])).toMatchObject({
      PermissionList: [{ Resource: 'orders', Permission: 'ADMINONLY' }],
    });
    expect(await permissions('function')).toMatchObject({
      PermissionList: [{ Permission: 'CUSTOM', SecurityRule: Rule }],
    });
    await expect(permissions('kitchen')).rejects.toMatchObject({ code: 'InvalidParameter' });
  });

  it('cuts the path off and asks for a domain, unless a route says otherwise', async () => {
    const { host } = new URL(platform.emulator.url);
    await createFunction('notified');
    const route = { UpstreamResourceType: 'SCF', UpstreamResourceName: 'notified' };
    const routes = (action: string, ...Routes: object[]) =>
      call('tcb', action, { Domain: { Domain: host, Routes } });
    await routes('CreateHTTPServiceRoute', { ...route, Path: '/notify' });
    expect(await get('/notify/7')).toMatch(/^403 .*INVALID_HOST/);
    expect(await get('/notify/7', { origin: platform.emulator.url })).toBe('200 /7');
    await routes('ModifyHTTPServiceRoute', {
      Path: '/notify',
      EnableSafeDomain: false,
      EnablePathTransmission: true,
    });
    expect(await get('/notify/7')).toBe('200 /notify/7');
    await routes('ModifyHTTPServiceRoute', { Path: '/notify', EnableAuth: true });
    expect(await get('/notify/7')).toMatch(/MISSING_CREDENTIALS/);
    await routes('ModifyHTTPServiceRoute', { Path: '/notify', Enable: false });
    expect(await get('/notify/7')).not.toContain('/notify/7');
    await expect(routes('CreateHTTPServiceRoute', { ...route, Path: '/notify' })).rejects.toThrow();
    await expect(
      routes('CreateHTTPServiceRoute', { ...route, Path: '/web', UpstreamResourceType: 'WEB_SCF' }),
    ).rejects.toMatchObject({ code: 'FailedOperation' });
    await call('tcb', 'DeleteHTTPServiceRoute', { Domain: host, Paths: ['/notify'] });
    const { Domains } = await call('tcb', 'DescribeHTTPServiceRoute');
    expect(Domains).toMatchObject([{ DomainType: 'HTTPSERVICE', IsDefault: true, Routes: [] }]);
  });
});

describe('domains and the HTTP access service', () => {
  const own = (Domain: string, Routes: object[] = []) => ({
    Domain: { Domain, CertId: 'cert-1', Protocol: 'HTTP_TO_HTTPS', Routes },
  });
  const site = { Path: '/', UpstreamResourceType: 'STATIC_STORE', UpstreamResourceName: 'b' };
  const domains = async () =>
    (await call('tcb', 'DescribeHTTPServiceRoute'))['Domains'] as unknown as object[];

  it('of the owner are checked, bound after a while, and lead here when their names do', async () => {
    expect(await call('tcb', 'VerifyHTTPServiceRoute', own('shop.example.com'))).toMatchObject({
      Passed: false,
      Cert: { Status: 'FAIL', Code: 'CERT_VERIFY_FAILED' },
    });
    await expect(
      call('tcb', 'CreateHTTPServiceRoute', own('shop.example.com', [site])),
    ).rejects.toMatchObject({ code: 'InvalidParameter' });
    await platform.seam('management', {
      domains: { certificates: ['cert-1'] },
      delays: { domain: 60_000 },
    });
    await call('tcb', 'CreateHTTPServiceRoute', own('shop.example.com', [site]));
    const bound = { Domain: 'shop.example.com', DomainType: 'STATIC_STORE', IsDefault: false };
    expect(await domains()).toContainEqual(
      expect.objectContaining({ ...bound, Status: 'PROCESSING', DNSStatus: 'EMPTY' }),
    );
    await platform.seam('clock', { now: Date.now() + 61_000 });
    await platform.seam('management', { domains: { dns: 'OK' } });
    expect(await domains()).toContainEqual(
      expect.objectContaining({ ...bound, Status: 'SUCCESS', DNSStatus: 'OK' }),
    );
    await call('tcb', 'DeleteHTTPServiceRoute', { Domain: 'shop.example.com' });
    expect(await domains()).toHaveLength(1);
  });

  it('have a default one, whose answers may be downloads whatever a function says', async () => {
    const source =
      "exports.main = () => ({ statusCode: 200, headers: { 'Content-Disposition': 'inline' } })";
    await platform.library.functions.createFunction({
      func: { name: 'page' },
      base64Code: Buffer.from(zipSync({ 'index.js': Buffer.from(source) })).toString('base64'),
    });
    const page = { Path: '/page', UpstreamResourceType: 'SCF', UpstreamResourceName: 'page' };
    const Routes = [{ ...page, EnableSafeDomain: false }];
    await call('tcb', 'CreateHTTPServiceRoute', {
      Domain: { Domain: new URL(platform.emulator.url).host, Routes },
    });
    const dispositions = () =>
      Promise.all(
        ['/page', '/', '/admin'].map(async path =>
          (await fetch(platform.emulator.url + path)).headers.get('content-disposition'),
        ),
      );
    expect(await dispositions()).toEqual(['inline', null, null]);
    await platform.seam('management', { domains: { isDownload: true } });
    expect(await dispositions()).toEqual(['attachment', 'attachment', 'attachment']);
  });

  it('have a default one some time after the service was switched on, and from then on', async () => {
    await using empty = await startPlatform({
      conditions: { delays: { httpAccess: 60_000 } },
      isHttpAccessOff: true,
    });
    const list = async () =>
      (
        (await empty.library.commonService('tcb', '2018-06-08').call({
          Action: 'DescribeHTTPServiceRoute',
          Param: { EnvId: ENV_ID },
        })) as { Domains: object[] }
      ).Domains;
    expect(await list()).toEqual([]);
    await empty.library.access.switchAuth(true);
    expect(await list()).toEqual([]);
    await empty.seam('clock', { now: Date.now() + 61_000 });
    expect(await list()).toMatchObject([{ DomainType: 'HTTPSERVICE', IsDefault: true }]);
    await empty.library.access.switchAuth(false);
    expect(await list()).toHaveLength(1);
  });

  it('answer nothing while the service is switched off', async () => {
    const { host } = new URL(platform.emulator.url);
    await createFunction('notified');
    const route = {
      Path: '/notify',
      UpstreamResourceType: 'SCF',
      UpstreamResourceName: 'notified',
      EnableSafeDomain: false,
    };
    await call('tcb', 'CreateHTTPServiceRoute', { Domain: { Domain: host, Routes: [route] } });
    expect(await get('/notify/7')).toBe('200 /7');
    await platform.library.access.switchAuth(false);
    expect(await get('/notify/7')).toMatch(/^403 .*HTTPSERVICE_NONACTIVATED/);
    await platform.restart();
    expect(await get('/notify/7')).toMatch(/^403 .*HTTPSERVICE_NONACTIVATED/);
  });
});

const KEYS = { secretId: 'AKIDlocal', secretKey: 'local-secret-key' };
const connected = () =>
  connectCloud({
    ...KEYS,
    envId: ENV_ID,
    region: 'ap-shanghai',
    endpoint: platform.emulator.url,
    close: () => Promise.resolve(),
  });

describe('a deployment reads what it needs', () => {
  it('without a document database not at all', async () => {
    await platform.seam('management', { databases: 'postgresql' });
    const cloud = connected();
    await expect(readFacts(cloud)).rejects.toThrow(/no document database/);
    cloud.close();
    await expect(
      call('tcb', 'DescribeResourcePermission', { ResourceType: 'function' }),
    ).rejects.toThrow(/does not support PostgreSQL type environments/);
  });
});
