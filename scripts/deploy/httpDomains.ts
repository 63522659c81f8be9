import type { Cloud } from './cloud.ts';

export interface HttpDomain {
  Domain: string;
  /** `HTTPSERVICE` leads to functions, `STATIC_STORE` to the site. */
  DomainType?: string;
  IsDefault?: boolean;
  Enable?: boolean;
  Status?: string;
  /** `OK` once the domain's own entries lead here. */
  DNSStatus?: string;
  /** Where they are to lead. */
  Cname?: string;
  CertId?: string;
  Routes?: HttpRoute[] | null;
}

/** Whether it is an own domain, bound and reachable. The platform writes the states in upper or lower case. */
const isInUse = ({ IsDefault, Enable, Status, DNSStatus }: HttpDomain): boolean =>
  IsDefault === false && Enable !== false && is(Status, 'success') && is(DNSStatus, 'ok');

export const is = (state: string | undefined, wanted: string): boolean =>
  (state ?? '').toLowerCase() === wanted;

export interface HttpRoute {
  Path: string;
  UpstreamResourceType: string;
  /** Name of the function. */
  UpstreamResourceName: string;
  Enable?: boolean;
  EnableAuth?: boolean;
  EnableSafeDomain?: boolean;
  EnablePathTransmission?: boolean;
}

/** As other services need it, which neither sign in nor name a domain; functions see the whole path. */
export const OPEN = {
  Enable: true,
  EnableAuth: false,
  EnableSafeDomain: false,
  EnablePathTransmission: true,
};

export const openRoute = (
  Path: string,
  UpstreamResourceType: 'SCF' | 'STATIC_STORE',
  UpstreamResourceName: string,
): HttpRoute => ({ Path, UpstreamResourceType, UpstreamResourceName, ...OPEN });

/** More than this product needs; the platform allows 1,000. */
const MOST = 1_000;

/** Domains of functions and site, with what leads where. @throws CloudError */
export const readDomains = async ({ call, envId }: Cloud): Promise<HttpDomain[]> => {
  const { Domains } = await call<{ Domains?: HttpDomain[] | null }>(
    'tcb',
    'DescribeHTTPServiceRoute',
    { EnvId: envId, Limit: MOST },
  );
  return Domains ?? [];
};

/** Domains of the owner's, filed (ICP), and their certificate in Tencent's certificate service. */
export interface OwnDomains {
  site: string;
  api: string;
  certificate: string;
}

/** Where the site and callbacks are, once both domains lead here; undefined until then. */
export const addressesOf = async (
  cloud: Cloud,
  domains: OwnDomains | undefined,
): Promise<{ SITE_URL: string; HTTP_ACCESS_URL: string } | undefined> => {
  if (!domains) return undefined;
  const bound = await readDomains(cloud);
  const leadsHere = (domain: string) => bound.some(one => one.Domain === domain && isInUse(one));
  return leadsHere(domains.site) && leadsHere(domains.api)
    ? { SITE_URL: `https://${domains.site}`, HTTP_ACCESS_URL: `https://${domains.api}` }
    : undefined;
};
