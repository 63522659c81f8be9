import type { Deployment } from '../deployment.ts';
import type { Part } from '../part.ts';
import { readCollections } from './collections.ts';

/** Who makes the first administrator; the password is shown to the operator, once. */
export interface FirstAdministrator {
  /** Whether there is one already. */
  exists(): Promise<boolean>;
  /** Null where there is one already. */
  create(): Promise<{ username: string; password: string } | null>;
}

/** @param showPassword gets the name and the one-time password; absent where nobody would read it but a log */
export const administratorPart = (
  { create, exists }: FirstAdministrator,
  { cloud, facts }: Deployment,
  showPassword: ((username: string, password: string) => void) | undefined,
): Part => ({
  title: 'First administrator',
  plan: async () => {
    const isThere = (await readCollections(cloud, facts)).has('admins') && (await exists());
    if (isThere) return [{ action: 'leave', name: 'there is one' }];
    if (!showPassword)
      return [
        {
          action: 'manual',
          name: 'admin',
          why: `a password would stand in this log: run npm run admin -- create NAME --env ${cloud.envId} in a terminal, or this with --print`,
        },
      ];
    return [
      {
        action: 'create',
        name: 'admin',
        why: 'with a one-time password, shown once',
        run: async () => {
          const made = await create();
          if (made) showPassword(made.username, made.password);
        },
      },
    ];
  },
});
