import { isDeepStrictEqual } from 'node:util';
import { migrationIds } from '../../migrations/list.ts';
import { deleteObjects } from '../bucket.ts';
import type { Deployment } from '../deployment.ts';
import { readGateway } from '../gateway/state.ts';
import { declaredIndexes } from '../oldIndexes.ts';
import type { Part } from '../part.ts';
import {
  archive,
  readVersions,
  recordBegun,
  recordVersion,
  type Version,
  type Versions,
} from '../versions.ts';

/** Before anything is changed: what a later rollback to this version needs. */
export const archivePart = ({ cloud, facts, release, versions }: Deployment): Part => ({
  title: 'Archive',
  plan: () => [
    versions.kept.some(({ version }) => version === release.version)
      ? { action: 'leave', name: `version ${release.version}` }
      : {
          action: 'create',
          name: `version ${release.version}`,
          run: () => archive(cloud, facts, release),
        },
  ],
});

/**
 * Before anything of another version is put in use: a rollback then knows whether this was finished, whatever else was
 * changed in the environment.
 * @param returnTo the version that is returned to; absent in a deployment
 */
export const beginPart = (
  { cloud, facts, release: { version }, versions, gatewayWay }: Deployment,
  returnTo?: Version,
): Part => ({
  title: returnTo ? 'Rollback' : 'Change of version',
  plan: () => {
    const begun = { version, isRollback: returnTo !== undefined };
    const isNoted = versions.begun
      ? versions.begun.version === version && versions.begun.isRollback === begun.isRollback
      : versions.current === version;
    const why = returnTo && `deployed ${when(returnTo)}`;
    return [
      {
        action: isNoted ? 'leave' : 'change',
        name: `to version ${version}`,
        ...(why && { why }),
        ...(!isNoted && {
          run: async () =>
            recordBegun(
              cloud,
              facts,
              versions,
              begun,
              gatewayWay === 'by-hand' ? undefined : await readGateway(cloud),
            ),
        }),
      },
    ];
  },
});

const when = ({ deployTime, commit }: Version) =>
  `${new Date(deployTime).toISOString().slice(0, 16).replace('T', ' ')} UTC${commit ? `, built from ${commit.slice(0, 8)}` : ''}`;

type Chosen = Pick<Deployment, 'gatewayWay' | 'domains'>;

const isRecorded = (
  { current, begun, gatewayWay = 'own', domains }: Versions,
  version: string,
  chosen: Chosen,
) =>
  current === version &&
  !begun &&
  gatewayWay === chosen.gatewayWay &&
  isDeepStrictEqual(domains, chosen.domains);

/** Of the version in use, whose code may be older than the newest of them. */
const knows = ({ current, kept }: Versions, what: 'migrations' | 'indexes') =>
  isDeepStrictEqual(
    kept.find(({ version }) => version === current)?.[what],
    { migrations: migrationIds, indexes: declaredIndexes }[what],
  );

const whyRecorded = (versions: Versions, version: string) => {
  const { current, begun } = versions;
  if (current !== version) return `was ${current}`;
  if (begun) return 'a change of it was not finished';
  if (!knows(versions, 'migrations')) return 'brings further migrations';
  return knows(versions, 'indexes')
    ? 'gateway or domains are chosen otherwise'
    : 'its indexes are noted';
};

/** After everything else: the version is in use, and files that only older ones name go. */
export const recordPart = (
  { cloud, facts, release, versions, gatewayWay, domains }: Deployment,
  commit: string | null,
  isRollback = false,
): Part => ({
  title: 'Version',
  plan: () => [
    isRecorded(versions, release.version, { gatewayWay, domains }) &&
    (isRollback || (knows(versions, 'migrations') && knows(versions, 'indexes')))
      ? { action: 'leave', name: release.version }
      : {
          action: versions.current ? 'change' : 'create',
          name: release.version,
          ...(versions.current && { why: whyRecorded(versions, release.version) }),
          run: async () => {
            const about = {
              deployTime: Date.now(),
              commit,
              migrations: migrationIds,
              indexes: declaredIndexes,
            };
            const next = await recordVersion(
              cloud,
              facts,
              // With what was noted when this began.
              await readVersions(cloud, facts),
              release,
              about,
              isRollback,
              { gatewayWay, ...(domains && { domains }) },
            );
            const needed = new Set(next.kept.flatMap(({ site }) => site.map(({ path }) => path)));
            const unneeded = versions.kept
              .flatMap(({ site }) => site.filter(({ isHashed }) => isHashed))
              .filter(({ path }) => !needed.has(path));
            if (facts.hosting && unneeded.length > 0)
              await deleteObjects(
                cloud,
                { name: facts.hosting.bucket, region: facts.hosting.region },
                unneeded.map(({ path }) => path.slice(1)),
              );
          },
        },
  ],
});
