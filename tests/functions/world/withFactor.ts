import { URI } from 'otpauth';
import type { World } from './harness.ts';
import { PASSWORD } from './inProcess.ts';

/** What an administrator has on the phone, and on paper. */
export interface Factor {
  /** @param periods ahead of the clock */
  code: (periods?: number) => string;
  recoveryCodes: string[];
}

/** The codes of an authenticator that has scanned this. */
export const codesOf = (uri: string) => {
  const totp = URI.parse(uri);
  return (periods = 0) => {
    if (!('period' in totp)) throw new Error('no codes by time');
    return totp.generate({ timestamp: Date.now() + periods * totp.period * 1_000 });
  };
};

/** Sets a second factor up as the page does, with the code of the period before, so that this one's is unused. */
export const setUpFactor = async (
  { ok }: Pick<World, 'ok'>,
  token: string,
  password = PASSWORD,
): Promise<Factor> => {
  const { uri } = await ok('adminAuth', 'beginSecondFactor', { password }, { token });
  const code = codesOf(uri);
  const enabled = { code: code(-1) };
  const { recoveryCodes } = await ok('adminAuth', 'enableSecondFactor', enabled, { token });
  return { code, recoveryCodes };
};
