import { CANARY_KEY, CANARY_PHONE } from '../world/fixtures/people.ts';
import { PASSWORD, type World } from '../world/harness.ts';
import type { RegisteredAction } from '../world/registry.ts';

/** Recognisable values in the place of every secret (docs/security.md#secrets). */
export const NEW_PASSWORD = 'canary-new-password-7251';
export const generatorKeys = {
  create: 'c1ca4a41c0ffee11c0ffee11c0ffee11',
  rotate: 'd1ca4a41c0ffee22c0ffee22c0ffee22',
};
const recipient = '18877665544';

/** Where a secret is handed out on purpose: once, with a reason that is recorded. */
export const handedOut: Record<string, readonly string[]> = {
  'adminActivationCode.revealCodes': ['activation code'],
  'adminActivationCode.exportBatch': ['activation code'],
  'adminUser.revealContact': ['phone of a user'],
  'adminFeedback.revealContact': [],
  'adminPrintOrder.revealAddress': ['phone of a recipient'],
};

/** An example with the canaries where it has a place for a secret. */
export const withCanaries = (
  { title }: RegisteredAction,
  example: Record<string, unknown>,
): Record<string, unknown> => {
  const data = structuredClone(example);
  for (const field of ['newPassword', 'confirmPassword'])
    if (field in data) data[field] = NEW_PASSWORD;
  if (title === 'adminApiKey.createApiKey') data['key'] = generatorKeys.create;
  if (title === 'adminApiKey.rotateApiKey') data['key'] = generatorKeys.rotate;
  const address = data['address'] as Record<string, unknown> | undefined;
  if (address && 'phone' in address) address['phone'] = recipient;
  return data;
};

/** A secret in every encoding in which it might leak. */
const dressed = (secret: string): string[] => {
  // Of a key of several lines any one of them is too much.
  const lines = secret.split('\n').filter(line => line.length >= 40 && !line.startsWith('-----'));
  const parts = secret.includes('\n') ? lines : [secret];
  return parts.flatMap(part => {
    const bytes = Buffer.from(part, 'utf8');
    const encoded = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
    return [
      part,
      JSON.stringify(part).slice(1, -1),
      encodeURIComponent(part),
      // The end of base64 depends on what follows.
      ...encoded.map(text => text.slice(0, Math.floor(text.length * 0.9))),
    ];
  });
};

/** What must never be seen, by name: all secrets of this world, and what is kept later. */
export const createVault = async (world: World) => {
  const texts = new Map<string, Set<string>>();
  const keep = (name: string, ...secrets: string[]) => {
    const known = texts.get(name) ?? new Set<string>();
    for (const secret of secrets) {
      if (secret.length < 6) throw new Error(`${name} is too short to be recognised`);
      for (const text of dressed(secret)) known.add(text);
    }
    texts.set(name, known);
  };
  /** Names of the secrets that are in there. */
  const seenIn = (text: string, allowed: readonly string[] = []): string[] =>
    [...texts]
      .filter(([name]) => !allowed.includes(name))
      .filter(([, forms]) => [...forms].some(form => text.includes(form)))
      .map(([name]) => name);

  const { token } = await world.reset();
  const { credentials } = world.sandbox.wechatpay;
  const { openCode } = await import('#cloudfunctions/_shared/codes/codes.ts');
  const { formatCode } = await import('#contract/codeText.ts');
  keep('session token', token);
  keep('password', PASSWORD, NEW_PASSWORD);
  keep('key of other keys', String(process.env['APP_KEK_1']));
  keep('generator key', CANARY_KEY, ...Object.values(generatorKeys));
  keep('payment key', credentials.apiV3Key, credentials.privateKey);
  keep('video key', String(process.env['VOD_SECRET_KEY']));
  keep('platform key', world.emulator.secretKey);
  keep('sign-in key', world.emulator.customLoginKey.private_key);
  keep('phone of a user', CANARY_PHONE);
  keep('phone of a recipient', recipient);
  for (const row of await world.rows('activationCodes')) {
    const code = openCode(row as never);
    keep('activation code', code, formatCode(code));
  }
  const admins = await world.rows('admins');
  keep('password hash', ...admins.map(({ passwordHash }) => String(passwordHash)));
  return { keep, seenIn };
};
