import tcb from '@cloudbase/node-sdk';
import { expect, it } from 'vitest';
import { startPlatform } from '../../emulator/tests/conformance/management/platform.ts';
import { carryOut, changesOf, planAll } from '../../scripts/deploy/carryOut.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import { explain } from '../../scripts/deploy/explain.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';
import { foundation } from '../../scripts/deploy/parts/foundation.ts';
import { cloudOf } from './platformIndexes.ts';

it('a plan that takes no origin is named, and nothing about rights of the key', async () => {
  await using platform = await startPlatform({ conditions: { packageId: 'baas_free' } });
  const cloud = cloudOf(platform);
  const deployment = { cloud, facts: await readFacts(cloud), siteUrl: 'https://shop.example.com' };
  const part = foundation(deployment as unknown as Deployment);
  const origin = (await part.plan()).find(({ name }) => name === 'origin shop.example.com');
  expect(origin?.why).toContain('ten minutes');
  const said = await origin?.run?.().then(String, (error: unknown) => explain(error, cloud));
  expect(said).toMatch(
    /^The plan of shop-1a2b does not allow this, the free one above all: .*套餐变配/,
  );
  cloud.close();
});

it.each([true, false])(
  'six devices of an administrator stay signed in, where any number of sessions may be set: %s',
  async takesAnyDevices => {
    await using platform = await startPlatform({ conditions: { takesAnyDevices } });
    const cloud = cloudOf(platform);
    const open = async () => {
      const deployment = { cloud, facts: await readFacts(cloud), siteUrl: platform.emulator.url };
      return foundation(deployment as unknown as Deployment);
    };
    const begun = await planAll([await open()]);
    expect(changesOf(begun)).toContainEqual(
      expect.objectContaining({
        name: 'sessions of a user',
        why: expect.stringContaining('is 1') as string,
      }),
    );
    await carryOut(
      [await open()],
      () => undefined,
      () => Promise.resolve(),
    );
    const again = changesOf(await planAll([await open()]));
    expect(again.filter(({ name }) => name === 'sessions of a user')).toEqual([]);

    const { PrivateKey, KeyID } = await platform.library.env.createCustomLoginKeys();
    const { envId, url } = platform.emulator;
    const credentials = { private_key_id: KeyID, private_key: PrivateKey, env_id: envId };
    const app = tcb.init({ env: envId, secretId: 'one', secretKey: 'one', credentials });
    const auth = async (path: string, body: object) => {
      const answer = await fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { refresh_token: string; access_token?: string };
    };
    const devices = [];
    for (let device = 1; device <= 6; device += 1) {
      const ticket = app.auth().createTicket('administrator.1');
      devices.push(await auth('signin/custom', { provider_id: 'custom', ticket }));
    }
    const renewed = await Promise.all(
      devices.map(({ refresh_token }) =>
        auth('token', { client_id: envId, grant_type: 'refresh_token', refresh_token }),
      ),
    );
    expect(renewed.filter(({ access_token }) => access_token)).toHaveLength(6);
    cloud.close();
  },
);
