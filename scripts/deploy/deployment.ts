import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configScript } from '../build/configScript.ts';
import { type CloudHosts, policyElement } from '../build/contentPolicy.ts';
import { deployedFunctions } from '../build/platform.ts';
import { dist } from '../shared/built.js';
import type { Cloud } from './cloud.ts';
import { type Facts, readFacts } from './facts.ts';
import { type ActualFunction, readFunctions } from './functions.ts';
import type { GatewayWay } from './gateway/ways.ts';
import { addressesOf, type OwnDomains } from './httpDomains.ts';
import { contentOf, type Release, type SiteFile, versionOf, zippedFolder } from './release.ts';
import { planVariables, type Variables } from './variables.ts';
import { archivedRelease, readVersions, type Versions } from './versions.ts';

interface BuiltReleaseOptions {
  /** Holds `functions/` and `app/`, as `npm run build` leaves them. */
  dist: string;
  /** What pages may speak with beside their own origin. */
  hosts: CloudHosts;
  /** The content of `/config.js`. */
  config: string;
}

/** What was built here, for one environment. */
const builtRelease = ({ dist, hosts, config }: BuiltReleaseOptions): Release => {
  const functions = deployedFunctions().map(declared => ({
    ...declared,
    code: zippedFolder(path.join(dist, 'functions', declared.name)),
  }));
  const site = siteFiles(path.join(dist, 'app'), hosts, config);
  return { version: versionOf({ functions, site }), functions, site };
};

const siteFiles = (folder: string, hosts: CloudHosts, config: string): SiteFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
    .map(file => {
      const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
      return {
        path: name,
        type: typeOf(name),
        isHashed: name.startsWith('/assets/'),
        content: contentOf(adapted(name, readFileSync(file), hosts, config)),
      };
    });

const adapted = (name: string, bytes: Buffer, hosts: CloudHosts, config: string): Buffer => {
  if (name === '/config.js') return Buffer.from(config);
  if (!name.endsWith('.html')) return bytes;
  const page = bytes.toString();
  return Buffer.from(
    page.replace(/<meta charset="utf-8" \/>/, mark => mark + policyElement(page, hosts)),
  );
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const typeOf = (name: string): string => {
  const type = types[path.extname(name)];
  if (!type) throw new Error(`${name} has no known type: add it to scripts/deploy/deployment.ts`);
  return type;
};

/** An environment as it is now, and the release that is to be in it. */
export interface Deployment {
  cloud: Cloud;
  facts: Facts;
  functions: ReadonlyMap<string, ActualFunction>;
  /** Functions that the plan allows, and timers of one; undefined where the platform does not say. */
  allowed: { functions: number | undefined; timers: number | undefined };
  /** Absent until it is made. */
  publishableKey: string | undefined;
  release: Release;
  variables: Variables;
  versions: Versions;
  /** Where the site is opened, e.g. `https://…`. */
  siteUrl: string;
  gatewayWay: GatewayWay;
  domains: OwnDomains | undefined;
  /** Whether indexes go that no kept version needs. */
  dropIndexes: boolean;
}

export interface DeploymentOptions {
  /** A version that is kept; the one built here when absent. */
  version?: string;
  /** Holds `app/` and `functions/`. */
  built?: string;
  given?: Record<string, string | undefined>;
  /** As last time when absent. */
  gatewayWay?: GatewayWay;
  /** As last time when absent. */
  domains?: OwnDomains;
  dropIndexes?: boolean;
}

/** Reads everything; changes nothing. @throws CloudError */
export const openDeployment = async (
  cloud: Cloud,
  { version, built = dist, given = process.env, ...options }: DeploymentOptions = {},
): Promise<Deployment> => {
  const facts = await readFacts(cloud);
  const [functions, allowed, publishableKey, versions] = await Promise.all([
    readFunctions(cloud),
    readAllowed(cloud),
    readPublishableKey(cloud),
    readVersions(cloud, facts),
  ]);
  const domains = options.domains ?? versions.domains;
  const addresses = await addressesOf(cloud, domains);
  const ownUrl = cloud.endpoint ?? (facts.hosting ? `https://${facts.hosting.domain}` : '');
  // Without a domain, until HTTP access is on, nothing is kept that would have to be corrected by hand.
  const httpUrl = cloud.endpoint ?? (facts.httpDomain ? `https://${facts.httpDomain}` : '');
  const hosts: CloudHosts = {
    envId: cloud.envId,
    region: facts.region,
    filesDomain: facts.filesDomain,
    endpoint: cloud.endpoint,
  };
  const release = version
    ? archivedRelease(cloud, facts, versions, version)
    : builtRelease({
        dist: path.resolve(built),
        hosts,
        config: configScript({
          envId: cloud.envId,
          region: facts.region,
          publishableKey: publishableKey ?? '',
          ...(cloud.endpoint && { endpoint: cloud.endpoint }),
        }),
      });
  const variables = planVariables({
    declared: release.functions,
    actual: functions,
    given: { ...addresses, ...given },
    fallback: {
      STORAGE_BUCKET: facts.bucket,
      ...(ownUrl && { SITE_URL: ownUrl }),
      ...(httpUrl && { HTTP_ACCESS_URL: httpUrl }),
    },
  });
  return {
    cloud,
    facts,
    functions,
    allowed,
    publishableKey,
    release,
    variables,
    versions,
    siteUrl: variables.value('SITE_URL') ?? ownUrl,
    gatewayWay: options.gatewayWay ?? versions.gatewayWay ?? 'own',
    domains,
    dropIndexes: options.dropIndexes ?? false,
  };
};

/** The environment with the version that was deployed last. @throws where this command has deployed none */
export const openInUse = async (cloud: Cloud): Promise<Deployment> => {
  const { current } = await readVersions(cloud, await readFacts(cloud));
  if (!current)
    throw new Error(`No version was deployed to ${cloud.envId} yet: run npm run deploy first.`);
  // What is set where this runs is not what is in use.
  return openDeployment(cloud, { version: current, given: {} });
};

/** Hosts, with their ports, of the pages that call functions and send files. */
export const originsOf = (siteUrl: string, { hosting }: Pick<Facts, 'hosting'>): string[] => {
  const urls = [siteUrl, hosting ? `https://${hosting.domain}` : ''];
  return [...new Set(urls.filter(Boolean).map(url => new URL(url).host))];
};

const readPublishableKey = async ({ library, attempt }: Cloud): Promise<string | undefined> => {
  const answer = await attempt('DescribeApiKeyList', () =>
    library.env.describeApiKeyList({ KeyType: 'publish_key', PageNumber: 1, PageSize: 10 }),
  );
  return answer.Data?.find(({ ApiKey }) => ApiKey)?.ApiKey ?? undefined;
};

interface Account {
  AccountLimit?: {
    Namespace?: { Namespace?: string; FunctionsCount?: number; Trigger?: { Timer?: number } }[];
  };
}

const readAllowed = async (cloud: Cloud): Promise<Deployment['allowed']> => {
  const { AccountLimit } = await cloud.call<Account>('scf', 'GetAccount', {});
  // Those of other namespaces say nothing about this one, and 0 stands for an unknown limit.
  const own = AccountLimit?.Namespace?.find(({ Namespace }) => Namespace === cloud.envId);
  return {
    functions: own?.FunctionsCount || undefined,
    timers: own?.Trigger?.Timer || undefined,
  };
};
