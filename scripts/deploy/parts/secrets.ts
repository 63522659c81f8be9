import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';

/**
 * Secrets that nobody has to think of: the platform or this command makes them, and only the functions' variables hold
 * them. A run that ends before they are stored makes new ones; nothing is encrypted with them yet.
 */
export const secretsPart = ({ cloud, variables }: Deployment): Part => ({
  title: 'Secrets',
  plan: () => {
    const login: Step = variables.value('CUSTOM_LOGIN_KEY')
      ? { action: 'leave', name: 'custom-login key' }
      : {
          action: 'create',
          name: 'custom-login key',
          why: 'a key of it that other software of this environment uses ends',
          run: async () => {
            const { call, envId } = cloud;
            const { PrivateKey, KeyID } = await call<{ PrivateKey: string; KeyID: string }>(
              'tcb',
              'CreateCustomLoginKey',
              { EnvId: envId },
            );
            const key = { private_key_id: KeyID, private_key: PrivateKey, env_id: envId };
            variables.set('CUSTOM_LOGIN_KEY', JSON.stringify(key));
          },
        };
    return [
      login,
      ...variables.made.map((name): Step => ({
        action: 'create',
        name,
        why: 'made here; the functions keep it',
        run: () => Promise.resolve(),
      })),
    ];
  },
});
