import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startWorld } from '../../emulator/tests/conformance/fixture.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import { ofBrowsers } from '../../scripts/doctor/probe/browsers.ts';
import { ofKeys } from '../../scripts/doctor/probe/keys.ts';
import { filledIn, readRows } from '../../scripts/doctor/probe/page.ts';
import { questions } from '../../scripts/doctor/probe/run.ts';

describe('the page', () => {
  it('says "probe" of what the command asks, and of nothing else', () => {
    const rows = readRows();
    const asked = rows.filter(({ by }) => by === 'probe').map(({ question }) => question);
    expect(asked.sort()).toEqual([...questions].sort());
    expect(rows.every(({ by }) => by === 'probe' || by === 'hand')).toBe(true);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, at) => at + 1));
    expect(rows.every(({ how, meaning }) => how !== '' && meaning !== '')).toBe(true);
  });

  it('is printed with what was found, in one line a row', () => {
    const text = filledIn(new Map([['How is a duplicate told?', 'one | two\nthree']]));
    expect(text).toContain('| 13 | How is a duplicate told? | one / two three | `known`');
    expect(text).toContain('| by hand: a key of `.ai` at `.cn` |');
    expect(text.split('\n').filter(line => /^\| \d+ /.test(line))).toHaveLength(readRows().length);
  });
});

describe('a version in use', () => {
  it('is asked how large a body may be', async () => {
    await using world = await startWorld({
      config: { functions: { systemSettings: { rule: true } } },
      sources: { systemSettings: 'exports.main = async () => ({ code: 0 });' },
    });
    const { url, publishableKey } = world.emulator;
    const deployment = {
      cloud: { endpoint: url, envId: world.emulator.envId },
      publishableKey,
      siteUrl: url,
    } as unknown as Deployment;
    expect(await ofBrowsers['How large may the body of a call be?']!(deployment)).toMatch(
      /^90 KB passes; 150 KB 413 EXCEED_MAX_PAYLOAD_SIZE/,
    );
  });

  it.each([
    [1_024, 'pkcs1', 'rsa, 1024 bits, PKCS#1'],
    [2_048, 'pkcs8', 'rsa, 2048 bits, PKCS#8'],
  ] as const)('is asked what its key is like, and never shows it: %i', async (bits, type, says) => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: bits,
      privateKeyEncoding: { type, format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const value = () => JSON.stringify({ private_key: privateKey });
    const deployment = { variables: { value } } as unknown as Deployment;
    expect(await ofKeys['What key is made?']!(deployment)).toBe(says);
  });
});
