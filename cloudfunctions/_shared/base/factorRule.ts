import { repository, type Stored } from './repository.ts';

/** The part of the settings that is needed here: every function has this file, and not what all settings are made of. */
interface Rule {
  secondFactor?: { roles?: string[] };
}

const settings = repository<Stored & { data?: Rule }>('settings');

/** The role that administrators of before there were roles have. */
const FIRST_ROLE = 'admin';

export const roleOf = (admin: object): string => (admin as { role?: string }).role ?? FIRST_ROLE;

/** Whether its role must have a second factor. */
export const needsSecondFactor = (admin: object, { secondFactor }: Rule): boolean =>
  secondFactor?.roles?.includes(roleOf(admin)) ?? false;

/** The same by the settings as they are now. */
export const isFactorRequired = async (admin: object): Promise<boolean> =>
  needsSecondFactor(admin, (await settings.get('system'))?.data ?? {});
