import type { Folder } from '#contract/folders.ts';
import { deleteObjects, getObject, listObjects, putObject } from './bucket.ts';
import { type Cloud, each } from './cloud.ts';
import type { Facts } from './facts.ts';
import type { GatewayState } from './gateway/state.ts';
import type { GatewayWay } from './gateway/ways.ts';
import type { OwnDomains } from './httpDomains.ts';
import type { Content, Release, ReleasedFunction, SiteFile } from './release.ts';

/**
 * The last versions that were deployed, kept in the environment's own storage, where nobody but its functions and the
 * keys' owner can read. Nothing of a deployment is stored anywhere else.
 */
export interface Versions {
  /** The version that is in use, if the last deployment came to its end. */
  current?: string;
  /** Since when it is, in milliseconds. */
  since?: number;
  /** What was begun and has not come to its end; functions and pages may be of this version or of another. */
  begun?: { version: string; isRollback: boolean };
  /** How the gateway is opened; `own` when absent. */
  gatewayWay?: GatewayWay;
  /** Domains of the site and of callbacks; the platform's own when absent. */
  domains?: OwnDomains;
  /** Newest first. */
  kept: Version[];
}

export interface Version {
  version: string;
  /** Milliseconds. */
  deployTime: number;
  /** Commit that it was built from; null for a copy without its history. */
  commit: string | null;
  /** The migrations that it knows. */
  migrations: string[];
  /** The names of the indexes that it declares, by collection. */
  indexes: IndexNames;
  functions: Archived<ReleasedFunction, 'code'>[];
  site: Archived<SiteFile, 'content'>[];
  /** The gateway's policies when another version began to replace it. */
  gateway?: GatewayState;
  /** A rollback has taken it out of use: no later one returns to it. */
  isRejected?: boolean;
}

export type IndexNames = Record<string, string[]>;

/** With the hash of its bytes, instead of the bytes. */
type Archived<T, Key extends keyof T> = Omit<T, Key> & { hash: string };

const FOLDER = 'deployments/' satisfies `${Folder}/`;
const INDEX = `${FOLDER}versions.json`;
const contentKey = (hash: string) => `${FOLDER}content/${hash}`;

/** The deployed versions whose files stay; as many rejected ones, of which pages may be open. */
const KEPT = 3;

const newestOf = (versions: Version[]): Version[] => {
  let [good, rejected] = [0, 0];
  return versions.filter(({ isRejected }) => (isRejected ? ++rejected : ++good) <= KEPT);
};

const bucketOf = ({ bucket, region }: Pick<Facts, 'bucket' | 'region'>) => ({
  name: bucket,
  region,
});

export const readVersions = async (
  cloud: Cloud,
  facts: Pick<Facts, 'bucket' | 'region'>,
): Promise<Versions> => {
  const stored = await getObject(cloud, bucketOf(facts), INDEX);
  return stored ? (JSON.parse(stored.toString()) as Versions) : { kept: [] };
};

/** A version that was deployed before, with what its functions and pages were made of. */
export const archivedRelease = (
  cloud: Cloud,
  facts: Pick<Facts, 'bucket' | 'region'>,
  { kept }: Versions,
  wanted: string,
): Release => {
  const found = kept.find(({ version }) => version === wanted);
  if (!found) throw new Error(`version ${wanted} is not kept any more`);
  const contentOf = (hash: string): Content => ({
    hash,
    read: async () => {
      const bytes = await getObject(cloud, bucketOf(facts), contentKey(hash));
      if (bytes) return bytes;
      throw new Error(
        `the archive of version ${wanted} is incomplete: ${contentKey(hash)} is missing`,
      );
    },
  });
  return {
    version: found.version,
    functions: found.functions.map(({ hash, ...rest }) => ({ ...rest, code: contentOf(hash) })),
    site: found.site.map(({ hash, ...rest }) => ({ ...rest, content: contentOf(hash) })),
  };
};

/** Stores what a later rollback needs. Before the release is put in use, so that it can always be returned to. */
export const archive = async (
  cloud: Cloud,
  facts: Pick<Facts, 'bucket' | 'region'>,
  { functions, site }: Release,
): Promise<void> => {
  const bucket = bucketOf(facts);
  const stored = new Set((await listObjects(cloud, bucket, FOLDER)).map(({ key }) => key));
  const contents = [
    ...functions.map(({ code }) => code),
    ...site.filter(({ isHashed }) => !isHashed).map(({ content }) => content),
  ];
  const missing = new Map(
    contents
      .filter(({ hash }) => !stored.has(contentKey(hash)))
      .map(content => [content.hash, content]),
  );
  await each([...missing.values()], async content =>
    putObject(cloud, bucket, contentKey(content.hash), await content.read(), {
      type: 'application/octet-stream',
    }),
  );
};

/**
 * What is kept once a version is in use. One that is deployed comes before all others, though it was there earlier; one
 * that is returned to stays in its place, and those after it are rejected.
 */
export const inUse = (
  { kept }: Versions,
  { isRejected: _before, ...entry }: Version,
  since: number,
  isRollback: boolean,
): Versions => {
  const at = kept.findIndex(({ version }) => version === entry.version);
  const newer = kept.slice(0, Math.max(at, 0)).map(one => ({ ...one, isRejected: true }));
  const others = kept.filter(({ version }) => version !== entry.version);
  return {
    current: entry.version,
    since,
    kept: isRollback ? [...newer, entry, ...kept.slice(at + 1)] : newestOf([entry, ...others]),
  };
};

/** Notes that a release is in use, and forgets the oldest. */
export const recordVersion = async (
  cloud: Cloud,
  facts: Pick<Facts, 'bucket' | 'region'>,
  versions: Versions,
  release: Release,
  about: Pick<Version, 'deployTime' | 'commit' | 'migrations' | 'indexes'>,
  isRollback: boolean,
  chosen: Pick<Versions, 'gatewayWay' | 'domains'>,
): Promise<Versions> => {
  const known = versions.kept.find(({ version }) => version === release.version);
  const entry: Version = known ?? {
    version: release.version,
    ...about,
    functions: release.functions.map(({ code, ...rest }) => ({ ...rest, hash: code.hash })),
    site: release.site.map(({ content, ...rest }) => ({ ...rest, hash: content.hash })),
  };
  // What was built from the same code may bring further migrations, and other indexes.
  const { migrations, indexes } = isRollback ? entry : about;
  const next: Versions = {
    ...inUse(versions, { ...entry, migrations, indexes }, about.deployTime, isRollback),
    ...chosen,
  };
  const bucket = bucketOf(facts);
  await putObject(cloud, bucket, INDEX, Buffer.from(JSON.stringify(next)), {
    type: 'application/json',
  });
  const needed = new Set(
    next.kept.flatMap(({ functions, site }) =>
      [...functions, ...site].map(({ hash }) => contentKey(hash)),
    ),
  );
  const stored = await listObjects(cloud, bucket, `${FOLDER}content/`);
  await deleteObjects(
    cloud,
    bucket,
    stored.map(({ key }) => key).filter(key => !needed.has(key)),
  );
  return next;
};

/** Notes what is begun before it changes anything. */
export const recordBegun = async (
  cloud: Cloud,
  facts: Pick<Facts, 'bucket' | 'region'>,
  versions: Versions,
  begun: NonNullable<Versions['begun']>,
  gateway: GatewayState | undefined,
): Promise<void> => {
  // What an interrupted change has done to the gateway is not what the version in use had.
  const kept =
    versions.begun || !gateway
      ? versions.kept
      : versions.kept.map(one => (one.version === versions.current ? { ...one, gateway } : one));
  const next: Versions = { ...versions, kept, begun };
  await putObject(cloud, bucketOf(facts), INDEX, Buffer.from(JSON.stringify(next)), {
    type: 'application/json',
  });
};

/**
 * The version that `--rollback` returns to: that of a rollback which was not finished; the one in use, where a change of
 * version was not finished; else the one that was in use before.
 */
export const versionBefore = ({ begun, current, kept }: Versions): Version | undefined => {
  if (begun?.isRollback) return kept.find(({ version }) => version === begun.version);
  const at = kept.findIndex(({ version }) => version === current);
  if (begun) return kept[at];
  return kept.slice(at + 1).find(({ isRejected }) => !isRejected);
};

/** The other versions that a rollback can return to, once this one is in use. */
export const returnableBeside = ({ kept }: Versions, version: string): Version[] =>
  kept.filter(one => one.version !== version && !one.isRejected).slice(0, KEPT - 1);

/** The other versions that serve, or that a rollback can return to, until this one is in use. */
export const servingBeside = (
  { kept, begun }: Versions,
  version: string,
): (Pick<Version, 'version'> & Partial<Version>)[] => {
  const others = kept.filter(one => one.version !== version);
  const unfinished = begun && begun.version !== version ? begun.version : undefined;
  return [
    ...others.filter(one => !one.isRejected || one.version === unfinished),
    // Its functions may be in use, though it was never recorded.
    ...(unfinished !== undefined && !others.some(one => one.version === unfinished)
      ? [{ version: unfinished }]
      : []),
  ];
};
