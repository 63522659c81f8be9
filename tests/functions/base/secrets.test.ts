import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionSecrets, requireSecrets } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { opens, placeOf, seal, unseal } from '#cloudfunctions/_shared/base/secrets.ts';
import { wellKnown } from '#cloudfunctions/_shared/base/wellKnown.ts';

const random = () => randomBytes(32).toString('base64');

describe('a sealed secret', () => {
  const place = placeOf('apiKeys', 'key_1', 'key');
  beforeAll(() => {
    process.env['APP_KEK_1'] = random();
  });

  it('can be decrypted only in its place', () => {
    const sealed = seal('a secret 密钥', place);
    expect(unseal(sealed, place)).toBe('a secret 密钥');
    expect(opens(sealed, place)).toBe(true);
    expect(opens(sealed, placeOf('apiKeys', 'key_2', 'key'))).toBe(false);
  });

  it.each([0, 4, 8, 12, 13, 14, 15, 17])('cannot be decrypted with a tag of %i bytes', bytes => {
    const parts = seal('a secret', place).split(':');
    const tag = Buffer.concat([Buffer.from(parts[3] ?? '', 'base64url'), Buffer.alloc(1)]);
    parts[3] = tag.subarray(0, bytes).toString('base64url');
    expect(() => unseal(parts.join(':'), place)).toThrow('not a sealed secret');
  });

  it('cannot be decrypted after any part of it was changed', () => {
    const sealed = seal('a secret', place);
    for (const at of [2, 3, 4]) {
      const parts = sealed.split(':');
      const bytes = Buffer.from(parts[at] ?? '', 'base64url');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      parts[at] = bytes.toString('base64url');
      expect(opens(parts.join(':'), place)).toBe(false);
    }
  });
});

describe('a weak secret', () => {
  const all = Object.keys(functionSecrets);
  const good = (): Record<string, string> => ({
    APP_KEK_1: random(),
    VOD_SECRET_ID: `AKID${randomBytes(14).toString('hex')}`,
    VOD_SECRET_KEY: randomBytes(16).toString('hex'),
  });
  const withoutLogin = all.filter(name => name !== 'adminAuth');
  const bytes = (of: number | string) => Buffer.alloc(32, of).toString('base64');

  it.each(withoutLogin)('prevents the start of %s, with its name and without its value', name => {
    expect(() => requireSecrets(name, good())).not.toThrow();
    const counting = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64');
    const bad = ['', ' ', 'changeme', 'CHANGE_ME', '{{env.X}}', '<your key>', '00000000'];
    for (const variable of functionSecrets[name] ?? []) {
      const keys = [bytes(0), bytes(255), bytes('changeme'), counting, random().slice(4)];
      for (const value of [...bad, ...(variable === 'APP_KEK_1' ? keys : [])]) {
        const start = () => requireSecrets(name, { ...good(), [variable]: value });
        expect(start, value).toThrow(new RegExp(`^${name} does not start: ${variable} is `));
        if (value.trim()) expect(start).not.toThrow(value);
      }
      const { [variable]: _left, ...others } = good();
      expect(() => requireSecrets(name, others)).toThrow(`${variable} is missing`);
    }
  });

  it.each(['', 'changeme', '{}', '{"private_key_id":"a","env_id":"b","private_key":"c"}'])(
    'prevents the start of the sign-in: %j',
    value => {
      expect(() => requireSecrets('adminAuth', { CUSTOM_LOGIN_KEY: value })).toThrow(
        /^adminAuth does not start: CUSTOM_LOGIN_KEY is /,
      );
    },
  );

  it('is found among the keys of before and after a rotation', () => {
    const next = { ...good(), APP_KEK_CURRENT: '2' };
    expect(() => requireSecrets('adminOrder', next)).toThrow('APP_KEK_2 is missing');
    expect(() => requireSecrets('adminOrder', { ...next, APP_KEK_2: random() })).not.toThrow();
    const old = { ...next, APP_KEK_1: bytes(0), APP_KEK_2: random() };
    expect(() => requireSecrets('adminOrder', old)).toThrow('APP_KEK_1 is a pattern');
  });

  it.each(['admin', 'Password', '123456', '123123', 'aaaaaa', 'abcdefg', '654321', 'Change-Me!'])(
    'is %j',
    value => expect(wellKnown(value)).not.toBeNull(),
  );
  it.each(['local-admin-2026', '六个字符密码', 'correct horse 电池', 'T7-kq2_vBz1x'])(
    'is not %j',
    value => expect(wellKnown(value)).toBeNull(),
  );
});
