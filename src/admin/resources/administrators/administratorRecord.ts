import type { Administrator, AdministratorDetail } from '#contract/administrator.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** As its page has it; what a list does not carry may be missing for a moment. */
export type AdministratorOnPage = RecordOf<Administrator> &
  Partial<Pick<AdministratorDetail, 'sessions' | 'rememberedDevices'>>;

export const nameOfAdministrator = ({
  nickName,
  username,
}: Pick<Administrator, 'nickName' | 'username'>) => nickName || username;
