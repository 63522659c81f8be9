import { expect, it } from 'vitest';
import { openEnvironment } from './environment.ts';
import { deployed, doneIn, MINUTES } from './steps.ts';

const OWN = ['--site-domain', 'shop.example.com', '--api-domain', 'api.example.com'];

it(
  "binds the owner's domains, and moves there once their names lead here",
  { timeout: 8 * MINUTES },
  async () => {
    await using environment = await openEnvironment({
      conditions: { delays: { httpAccess: 3_000 } },
    });
    const args = ['--yes', ...OWN, '--certificate', 'cert-1'];
    const early = await environment.deploy(args);
    expect(early.code).toBe(1);
    expect(early.output).toMatch(
      /shop\.example\.com cannot be bound yet \(Cert: CERT_VERIFY_FAILED/,
    );

    await environment.seam('management', {
      domains: { certificates: ['cert-1'] },
      delays: { domain: 3_000 },
    });
    const bound = await environment.deploy(args);
    expect(bound.code, bound.output).toBe(0);
    expect(doneIn(bound.output)).toEqual(
      expect.arrayContaining(['domain api.example.com', 'domain shop.example.com']),
    );
    expect(bound.output).toContain('! CNAME of shop.example.com: where its names are kept');
    // Until the names lead here nobody is sent there.
    const { functions } = environment.library;
    const addressesOf = async (name: string) => {
      const { Environment } = await functions.getFunctionDetail(name);
      const variables = new Map(Environment.Variables.map(({ Key, Value }) => [Key, Value]));
      return [variables.get('SITE_URL'), variables.get('HTTP_ACCESS_URL')];
    };
    expect(await addressesOf('appOrder')).toEqual([
      environment.emulator.url,
      environment.emulator.url,
    ]);

    await environment.seam('management', { domains: { dns: 'OK' } });
    // What was chosen once holds.
    const moved = await deployed(environment);
    expect(doneIn(moved)).toEqual(
      expect.arrayContaining(['origin shop.example.com', 'cross-origin rules of the bucket']),
    );
    const own = ['https://shop.example.com', 'https://api.example.com'];
    expect(await addressesOf('appOrder')).toEqual(own);
    expect(await addressesOf('callback')).toEqual(own);
    expect((await environment.deploy()).output).toMatch(/Nothing to do\./);
  },
);

it('names what is missing or wrong about domains', async () => {
  await using environment = await openEnvironment();
  const says = async (...args: string[]) => (await environment.deploy(['--plan', ...args])).output;
  expect(await says('--site-domain', 'shop.example.com')).toContain('belong together');
  expect(await says(...OWN.slice(0, 3), 'shop.example.com', '--certificate', 'c')).toContain(
    'are two domains',
  );
  expect(await says(...OWN.slice(0, 3), 'https://x', '--certificate', 'c')).toContain(
    'is no domain',
  );
});
