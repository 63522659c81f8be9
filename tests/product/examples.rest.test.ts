import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { createCaller, type Product, startProduct } from './product.ts';

/** These take back what the others need, end their session, or change the password that signs in. */
const last = [
  'appUser.withdrawPhotoConsent',
  'adminAuth.login',
  'adminAuth.logout',
  'adminAuth.changePassword',
];

/** Each takes what is made when it is sent: a code, a challenge, a trial (`tests/functions/world/exampleOf.ts`). */
const ofTheMoment = [
  'adminAuth.enableSecondFactor',
  'adminAuth.renewRecoveryCodes',
  'adminAuth.confirmLogin',
  'adminTemplate.cancelTrial',
];

const examples = Object.entries(functions)
  .flatMap(([name, actions]) =>
    Object.entries(actions as Record<string, Action>).map(([action, { example }]) => ({
      name,
      action,
      example,
    })),
  )
  .filter(({ name, action }) => !ofTheMoment.includes(`${name}.${action}`))
  .sort((a, b) => last.indexOf(`${a.name}.${a.action}`) - last.indexOf(`${b.name}.${b.action}`));

describe('on fresh demo data', () => {
  let product: Product;
  let caller: ReturnType<typeof createCaller>;

  beforeAll(async () => {
    product = await startProduct();
    caller = createCaller(product.url);
    await caller.signIn();
  });
  afterAll(() => product.dispose());

  it.each(examples)('the example of $name $action answers 0', async ({ name, action, example }) => {
    if (action === 'changePassword') await caller.signIn();
    const { code, message, data } = await caller.call(name, action, example);
    expect({ code, message, fields: code === 0 ? undefined : data?.['fields'] }).toEqual({
      code: 0,
      message: 'ok',
      fields: undefined,
    });
  });
});
