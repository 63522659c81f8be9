import type { Cloud } from './cloud.ts';

export interface HttpDomain {
  Domain: string;
  DomainType?: string;
  IsDefault?: boolean;
  Enable?: boolean;
  Status?: string;
  Routes?: HttpRoute[] | null;
}

export interface HttpRoute {
  Path: string;
  UpstreamResourceType: string;
  /** Of the function. */
  UpstreamResourceName: string;
  Enable?: boolean;
  EnableAuth?: boolean;
  EnableSafeDomain?: boolean;
  EnablePathTransmission?: boolean;
}

/** More than this product needs; the platform allows 1,000. */
const MOST = 1_000;

/** Domains at which functions are reached, with what leads where. @throws CloudError */
export const readDomains = async ({ call, envId }: Cloud): Promise<HttpDomain[]> => {
  const { Domains } = await call<{ Domains?: HttpDomain[] | null }>(
    'tcb',
    'DescribeHTTPServiceRoute',
    { EnvId: envId, Limit: MOST },
  );
  return (Domains ?? []).filter(({ DomainType }) => DomainType === 'HTTPSERVICE');
};
