import { type Cloud, CloudError } from '../cloud.ts';
import { type Deployment, originsOf } from '../deployment.ts';
import { enableHosting, unlessThere } from '../facts.ts';
import { planHttpAccess } from '../httpAccess.ts';
import type { Part, Step } from '../part.ts';

/** The platform's name for sign-in with a ticket that the functions make. */
const CUSTOM_LOGIN = 'custom';

/** Of sessions of one user; 1 where nothing was set (https://docs.cloudbase.net/authentication-v2/auth/token). */
const ANY = -1;
/** As many as all documents allow, where any number is refused. */
const MOST = 50;

/** How many an administrator may have is checked by the functions. What has begun keeps the number it began with. */
const allowSessions = async ({ library, attempt, envId }: Cloud): Promise<unknown> => {
  const set = (MaxDevice: number) =>
    attempt('ModifyClient', () => library.env.modifyClient({ Id: envId, MaxDevice }));
  return set(ANY).catch((error: unknown) => {
    if (error instanceof CloudError && /^InvalidParameter/.test(error.code)) return set(MOST);
    throw error;
  });
};

/**
 * What everything else builds on: HTTP access, whose domain the functions get, hosting, ways to sign in, keys, and the
 * origins that calls may come from.
 */
export const foundation = ({ cloud, facts, publishableKey, siteUrl }: Deployment): Part => ({
  title: 'Environment',
  plan: async () => {
    const { library, attempt, call, envId } = cloud;
    const [httpAccess, client, login, providers, domains] = await Promise.all([
      planHttpAccess(cloud),
      attempt('DescribeClient', () => library.env.describeClient(envId)),
      attempt('DescribeLoginConfig', () => library.env.getLoginConfig()),
      attempt('GetProviders', () => library.env.getProviders()),
      attempt('DescribeAuthDomains', () => library.env.getEnvAuthDomains()),
    ]);
    const custom = providers.Data?.find(({ Id }) => Id === CUSTOM_LOGIN);
    const origins = originsOf(siteUrl, facts);
    const known = new Set(domains.Domains.map(({ Domain }) => Domain));
    const { MaxDevice: sessions = 1 } = client;
    const steps: Step[] = [
      httpAccess,
      facts.hosting
        ? { action: 'leave', name: 'static hosting' }
        : {
            action: 'create',
            name: 'static hosting',
            run: () => enableHosting(cloud),
          },
      sessions === ANY || sessions >= MOST
        ? { action: 'leave', name: 'sessions of a user' }
        : {
            action: 'change',
            name: 'sessions of a user',
            why: `any number, is ${sessions}; all devices of an administrator are one user of the platform`,
            run: () => allowSessions(cloud),
          },
      login.AnonymousLogin
        ? { action: 'leave', name: 'anonymous sign-in' }
        : {
            action: 'change',
            name: 'anonymous sign-in',
            why: 'is off; visitors need it',
            run: () => {
              const { PhoneNumberLogin, EmailLogin, UserNameLogin } = login;
              return attempt('ModifyLoginConfig', () =>
                library.env.modifyLoginConfig({
                  PhoneNumberLogin,
                  EmailLogin,
                  UserNameLogin,
                  AnonymousLogin: true,
                }),
              );
            },
          },
      custom?.On === 'TRUE'
        ? { action: 'leave', name: 'custom sign-in' }
        : {
            action: custom ? 'change' : 'create',
            name: 'custom sign-in',
            why: 'administrators sign in with it',
            run: () =>
              custom
                ? attempt('ModifyProvider', () =>
                    library.env.modifyProvider({ Id: CUSTOM_LOGIN, On: 'TRUE' }),
                  )
                : attempt('AddProvider', () =>
                    library.env.addProvider({
                      Id: CUSTOM_LOGIN,
                      ProviderType: 'CUSTOM',
                      Name: { Message: 'Custom' },
                      On: 'TRUE',
                    }),
                  ).catch(unlessThere),
          },
      publishableKey
        ? { action: 'leave', name: 'publishable key' }
        : {
            action: 'create',
            name: 'publishable key',
            run: () =>
              attempt('CreateApiKey', () =>
                library.env.createApiKey({ KeyType: 'publish_key' }),
              ).catch(unlessThere),
          },
      ...origins.map((domain): Step =>
        known.has(domain)
          ? { action: 'leave', name: `origin ${domain}` }
          : {
              action: 'create',
              name: `origin ${domain}`,
              why: 'in effect after about ten minutes, for which the deployment waits',
              run: () =>
                call('tcb', 'CreateAuthDomain', { EnvId: envId, Domains: [domain] }).catch(
                  unlessThere,
                ),
            },
      ),
    ];
    return steps;
  },
});
