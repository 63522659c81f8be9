import type { CustomLoginKey } from './customLoginKey.ts';

/** How users may sign in; read at each sign-in, because a deployment may change it. */
export interface SignInSettings {
  /** Whether visitors may sign in without an account. */
  anonymous: boolean;
  /** Whether tickets are accepted. */
  custom: boolean;
  /** Keys whose tickets are accepted, the newest first. */
  ticketKeys: CustomLoginKey[];
  publishableKeys: string[];
}
