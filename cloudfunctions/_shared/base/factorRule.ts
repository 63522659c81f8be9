import type { Admin } from '#contract/admin.ts';
import { repository, type Stored } from './repository.ts';

/** The part of the settings that is needed here: every function has this file, and not what all settings are made of. */
interface Rule {
  secondFactor?: { roles?: string[] };
}

const settings = repository<Stored & { data?: Rule }>('settings');

/** Whether its role must have a second factor. */
export const needsSecondFactor = ({ role }: Pick<Admin, 'role'>, { secondFactor }: Rule): boolean =>
  secondFactor?.roles?.includes(role) ?? false;

/** The same by the settings as they are now. */
export const isFactorRequired = async (admin: Pick<Admin, 'role'>): Promise<boolean> =>
  needsSecondFactor(admin, (await settings.get('system'))?.data ?? {});
