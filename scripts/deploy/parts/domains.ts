import { type Cloud, rest } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { type HttpDomain, type HttpRoute, is, openRoute, readDomains } from '../httpDomains.ts';
import type { Part, Step } from '../part.ts';

const BOUND_MS = 15 * 60_000;
const ASKED_EVERY_MS = 5_000;

/** Binds the domains of the site and of callbacks. The addresses change once the domains lead here. */
export const domainsPart = (deployment: Deployment): Part => ({
  title: 'Domains',
  plan: async () => {
    const { cloud, domains, facts, release } = deployment;
    if (!domains)
      return [
        cloud.endpoint
          ? { action: 'leave', name: 'default addresses' }
          : {
              action: 'manual',
              name: 'addresses of your own',
              why: 'a condition for real use: default ones are for trying out, limited in their rate, and browsers may have to confirm and then get the site as a download; give --site-domain, --api-domain and --certificate',
            },
      ];
    const bound = await readDomains(cloud);
    const callbacks = release.functions.flatMap(({ name, http = [] }) =>
      http.map(path => openRoute(path, 'SCF', name)),
    );
    const wanted: [string, HttpRoute[]][] = [
      [domains.site, [openRoute('/', 'STATIC_STORE', facts.hosting?.bucket ?? '')]],
      [domains.api, callbacks],
    ];
    return wanted.flatMap(([domain, routes]) =>
      planDomain(
        cloud,
        domain,
        routes,
        domains.certificate,
        bound.find(({ Domain }) => Domain === domain),
      ),
    );
  },
});

const planDomain = (
  cloud: Cloud,
  domain: string,
  routes: HttpRoute[],
  certificate: string,
  there: HttpDomain | undefined,
): Step[] => {
  const name = `domain ${domain}`;
  const setting = {
    EnvId: cloud.envId,
    Domain: {
      Domain: domain,
      AccessType: 'DIRECT',
      CertId: certificate,
      Protocol: 'HTTP_TO_HTTPS',
      Routes: routes,
    },
  };
  if (!there)
    return [
      {
        action: 'create',
        name,
        run: async () => {
          await verify(cloud, domain, certificate);
          await cloud.call('tcb', 'CreateHTTPServiceRoute', setting);
          await untilBound(cloud, domain);
        },
      },
    ];
  const isMissing = ({ Path, UpstreamResourceName }: HttpRoute) =>
    !there.Routes?.some(
      one =>
        one.Path === Path &&
        one.UpstreamResourceName === UpstreamResourceName &&
        one.Enable !== false &&
        !one.EnableAuth &&
        !one.EnableSafeDomain &&
        one.EnablePathTransmission !== false,
    );
  const isOther = there.CertId !== certificate;
  const step: Step =
    routes.some(isMissing) || isOther
      ? {
          action: 'change',
          name,
          ...(isOther && { why: `certificate ${certificate}, is ${String(there.CertId)}` }),
          run: () => cloud.call('tcb', 'ModifyHTTPServiceRoute', setting),
        }
      : is(there.Status, 'processing')
        ? { action: 'change', name, why: 'is being bound', run: () => untilBound(cloud, domain) }
        : { action: 'leave', name };
  return is(there.DNSStatus, 'ok')
    ? [step]
    : [
        step,
        {
          action: 'manual',
          name: `CNAME of ${domain}`,
          why: `where its names are kept, let ${domain} lead to ${there.Cname ?? 'the name in the console'}, then run again; until then the addresses stay as they are`,
        },
      ];
};

interface Check {
  Status?: string;
  Code?: string;
  Message?: string;
}

/** @throws with what to do before the domain can be bound */
const verify = async ({ call, envId }: Cloud, domain: string, certificate: string) => {
  const answer = await call<Record<string, unknown>>('tcb', 'VerifyHTTPServiceRoute', {
    EnvId: envId,
    Domain: { Domain: domain, CertId: certificate },
  });
  const failed = Object.entries(answer).flatMap(([what, check]) => {
    const { Status, Code, Message } = (check ?? {}) as Check;
    return Status === 'FAIL' ? [`${what}: ${Code ?? ''} ${Message ?? ''}`.trim()] : [];
  });
  if (failed.length > 0)
    throw new Error(
      `The domain ${domain} cannot be bound yet (${failed.join('; ')}). Mend that, and run again; what has been done stays.`,
    );
};

const untilBound = async (cloud: Cloud, domain: string): Promise<void> => {
  const until = Date.now() + BOUND_MS;
  for (;;) {
    const found = (await readDomains(cloud)).find(({ Domain }) => Domain === domain);
    if (is(found?.Status, 'success')) return;
    if (is(found?.Status, 'fail') || Date.now() > until)
      throw new Error(
        `The domain ${domain} is not bound (${found?.Status ?? 'not there'}): look at it in the console (HTTP 访问服务 › 域名关联), and run again.`,
      );
    await rest(ASKED_EVERY_MS);
  }
};
