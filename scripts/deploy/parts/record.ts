import { migrationIds } from '../../migrations/list.ts';
import { deleteObjects } from '../bucket.ts';
import type { Deployment } from '../deployment.ts';
import type { Part } from '../part.ts';
import { archive, recordReturn, recordVersion } from '../versions.ts';

/** Before anything is changed: what a later rollback to this version needs. */
export const archivePart = ({ cloud, facts, release, versions }: Deployment): Part => ({
  title: 'Archive',
  plan: () =>
    Promise.resolve([
      versions.kept.some(({ version }) => version === release.version)
        ? { action: 'leave', name: `version ${release.version}` }
        : {
            action: 'create',
            name: `version ${release.version}`,
            run: () => archive(cloud, facts, release),
          },
    ]),
});

/** Before a rollback changes anything: when it was killed half way, the next one returns to the same version. */
export const returnPart = ({ cloud, facts, release, versions }: Deployment): Part => ({
  title: 'Rollback',
  plan: () =>
    Promise.resolve([
      versions.returningTo === release.version || versions.current === release.version
        ? { action: 'leave', name: `to version ${release.version}` }
        : {
            action: 'change',
            name: `to version ${release.version}`,
            run: () => recordReturn(cloud, facts, versions, release.version),
          },
    ]),
});

/** After everything else: the version is in use, and files that only older ones name go. */
export const recordPart = (
  { cloud, facts, release, versions }: Deployment,
  commit: string | null,
): Part => ({
  title: 'Version',
  plan: () =>
    Promise.resolve([
      versions.current === release.version && !versions.returningTo
        ? { action: 'leave', name: release.version }
        : {
            action: versions.current ? 'change' : 'create',
            name: release.version,
            ...(versions.current &&
              versions.current !== release.version && { why: `was ${versions.current}` }),
            run: async () => {
              const next = await recordVersion(cloud, facts, versions, release, {
                deployTime: Date.now(),
                commit,
                migrations: migrationIds,
              });
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
    ]),
});
