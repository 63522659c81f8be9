import { type Settings, settingsOf } from './settings.ts';

/** The role that administrators of before there were roles have. */
const FIRST_ROLE = 'admin';

export const roleOf = (admin: object): string => (admin as { role?: string }).role ?? FIRST_ROLE;

/** Whether its role must have a second factor. */
export const needsSecondFactor = (admin: object, { secondFactor }: Settings<'system'>): boolean =>
  secondFactor.roles.includes(roleOf(admin));

/** The same by the settings as they are now. */
export const isFactorRequired = async (admin: object): Promise<boolean> =>
  needsSecondFactor(admin, await settingsOf('system'));
