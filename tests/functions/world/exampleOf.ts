import { functions } from '#contract/index.ts';
import type { World } from './harness.ts';
import { PASSWORD } from './inProcess.ts';
import type { RegisteredAction } from './registry.ts';
import { codesOf, setUpFactor } from './withFactor.ts';

type Data = Record<string, unknown>;
type Prepare = (world: World, token: string) => Promise<Data>;

/** What answers code 0 a single time, and is made when it is to be sent. */
const prepared: Record<string, Prepare> = {
  'adminAuth.enableSecondFactor': async (world, token) => {
    const password = { password: PASSWORD };
    const { uri } = await world.ok('adminAuth', 'beginSecondFactor', password, { token });
    return { code: codesOf(uri)() };
  },
  'adminAuth.renewRecoveryCodes': async (world, token) => {
    const { recoveryCodes } = await setUpFactor(world, token);
    return { code: recoveryCodes[0] };
  },
  'appUser.keepWechatSession': async world => {
    const openid = 'custom:first_admin';
    const wish = { method: 'POST', body: JSON.stringify({ openid }) };
    const answer = await fetch(`${world.emulator.url}/__sandbox/wechat/login`, wish);
    return (await answer.json()) as Data;
  },
  'adminTemplate.cancelTrial': async (world, token) => {
    const { example } = functions.adminTemplate.runTrial;
    const { _id } = await world.ok('adminTemplate', 'runTrial', example, { token });
    return { id: _id };
  },
  'adminAuth.confirmLogin': async (world, token) => {
    const { recoveryCodes } = await setUpFactor(world, token);
    const password = { username: 'admin', password: PASSWORD };
    const { data } = await world.call('adminAuth', 'login', password);
    const { challenge } = data as unknown as { challenge: string };
    return { challenge, code: recoveryCodes[0] };
  },
};

/** The example of an action as it succeeds in this world. */
export const exampleOf = async (
  world: World,
  { title, definition }: RegisteredAction,
  token: string,
): Promise<Data> => {
  const data = { ...(definition.example as Data) };
  for (const field of ['password', 'oldPassword']) if (field in data) data[field] = PASSWORD;
  return { ...data, ...(await prepared[title]?.(world, token)) };
};
