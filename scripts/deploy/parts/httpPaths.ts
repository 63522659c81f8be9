import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { type FunctionsNow, isOurs } from '../functions.ts';
import { type HttpRoute, OPEN, openRoute, readDomains } from '../httpDomains.ts';
import type { Part, Step } from '../part.ts';

/**
 * Where other services reach functions. The functions check who calls them, so the platform must not. A path that leads
 * to a function of another version is led to this version's in one step: no notice is lost.
 */
export const httpPathsPart = ({
  cloud,
  facts,
  functionsNow,
  release,
}: Deployment & { functionsNow: FunctionsNow }): Part => ({
  title: 'HTTP paths',
  plan: async () => {
    const [paths, functions] = await Promise.all([
      readPaths(cloud, facts.httpDomain),
      functionsNow(),
    ]);
    const declared = new Map(
      release.functions.flatMap(({ name, http = [] }) => http.map(path => [path, name] as const)),
    );
    const isDeclared = (name: string) => release.functions.some(one => one.name === name);
    const surplus = paths.filter(({ name, path }) => isDeclared(name) && !declared.has(path));
    const steps = [...declared].map(([path, name]): Step => {
      const there = paths.find(one => one.path === path);
      const step = `${path} → ${name}`;
      // Until there is room for it.
      if (!functions.has(name)) return { action: there ? 'change' : 'create', name: step };
      if (!there)
        return {
          action: 'create',
          name: step,
          run: () => createPath(cloud, facts.httpDomain, path, name),
        };
      const why = there.name === name ? there.obstacle : `leads to ${there.name}`;
      if (!why) return { action: 'leave', name: step };
      const other = functions.get(there.name);
      if (there.name !== name && other && !isOurs(other))
        return {
          action: 'manual',
          name: step,
          why: `${path} leads to ${there.name}: delete that path in the console, then run again`,
        };
      return { action: 'change', name: step, why, run: () => there.lead(name) };
    });
    return [
      ...steps,
      ...surplus.map(({ name, path }): Step => ({
        action: 'leave',
        name: `${path} → ${name}`,
        why: 'is not declared; delete it in the console unless another service calls it',
      })),
    ];
  },
});

interface HttpPath {
  path: string;
  /** Name of the function. */
  name: string;
  /** Why other services are not let through to it; undefined where they are. */
  obstacle?: string;
  /** To this function, open to all. */
  lead(to: string): Promise<unknown>;
}

/** What keeps the requests of servers away, which neither sign in nor name a domain. */
const obstacleIn = ({ Enable, EnableAuth, EnableSafeDomain, ...route }: HttpRoute) => {
  if (Enable === false) return 'is switched off';
  if (route.EnablePathTransmission === false) return 'does not tell the function which path it is';
  if (EnableAuth) return 'asks for sign-in, which other services do not have';
  return EnableSafeDomain ? 'asks for a domain, which other services do not name' : undefined;
};

export const readPaths = async (cloud: Cloud, domain: string): Promise<HttpPath[]> => {
  const found = (await readDomains(cloud)).find(
    ({ Domain, DomainType }) => Domain === domain && DomainType === 'HTTPSERVICE',
  );
  return (found?.Routes ?? [])
    .filter(({ UpstreamResourceType }) => UpstreamResourceType === 'SCF')
    .map(route => {
      const obstacle = obstacleIn(route);
      return {
        path: route.Path,
        name: route.UpstreamResourceName,
        ...(obstacle && { obstacle }),
        lead: to => {
          const Routes = [{ ...route, ...OPEN, UpstreamResourceName: to }];
          const param = { EnvId: cloud.envId, Domain: { Domain: domain, Routes } };
          return cloud.call('tcb', 'ModifyHTTPServiceRoute', param);
        },
      };
    });
};

const createPath = (cloud: Cloud, domain: string, path: string, name: string): Promise<unknown> =>
  cloud
    .call('tcb', 'CreateHTTPServiceRoute', {
      EnvId: cloud.envId,
      Domain: { Domain: domain, Routes: [openRoute(path, 'SCF', name)] },
    })
    .catch(async (error: unknown) => {
      // No document says the code for one that an interrupted run has made.
      const paths = await readPaths(cloud, domain);
      if (!paths.some(one => one.path === path && one.name === name)) throw error;
    });
