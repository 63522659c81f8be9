import { collections } from '#contract/collections.ts';
import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';
import { readCollections, setAcl } from './collections.ts';

/** Functions hand out addresses; clients read no file and no collection themselves. */
const STORAGE_ACL = 'ADMINONLY';

/** Who may reach collections and files from a client. */
export const accessPart = ({ cloud, facts }: Deployment): Part => ({
  title: 'Access to collections and files',
  plan: async () => {
    const there = await readCollections(cloud, facts);
    // A new one is closed as soon as it is made.
    const known = collections.filter(({ name }) => there.has(name));
    const acls = await readAcls(
      cloud,
      known.map(({ name }) => name),
    );
    const ofCollections = collections.map(({ name, acl }): Step => {
      const actual = acls.get(name);
      return !there.has(name) || actual === acl
        ? { action: 'leave', name: `collection ${name}` }
        : {
            action: 'change',
            name: `collection ${name}`,
            why: `${acl}, is ${String(actual)}`,
            run: () => setAcl(cloud, name, acl),
          };
    });
    const acl = await readStorageAcl(cloud, facts.bucket);
    return [
      ...ofCollections,
      acl === STORAGE_ACL
        ? { action: 'leave', name: 'files' }
        : {
            action: 'change',
            name: 'files',
            why: `${STORAGE_ACL}, is ${String(acl)}`,
            run: () => setStorageAcl(cloud, facts.bucket),
          },
    ];
  },
});

interface Permissions {
  Data?: { PermissionList?: { Resource?: string; Permission?: string }[] | null };
}

/** The platform answers for this many at once. */
const AT_ONCE = 100;

const readAcls = async (
  { call, envId }: Cloud,
  names: string[],
): Promise<Map<string, string | undefined>> => {
  const found = new Map<string, string | undefined>();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const { Data } = await call<Permissions>('tcb', 'DescribeResourcePermission', {
      EnvId: envId,
      ResourceType: 'collection',
      Resources: names.slice(at, at + AT_ONCE),
    });
    for (const { Resource = '', Permission } of Data?.PermissionList ?? [])
      found.set(Resource, Permission);
  }
  return found;
};

const readStorageAcl = async ({ call, envId }: Cloud, bucket: string): Promise<unknown> => {
  const { Data } = await call<Permissions>('tcb', 'DescribeResourcePermission', {
    EnvId: envId,
    ResourceType: 'storage',
    Resources: [bucket],
  });
  return Data?.PermissionList?.[0]?.Permission;
};

const setStorageAcl = ({ call, envId }: Cloud, bucket: string): Promise<unknown> =>
  call('tcb', 'ModifyResourcePermission', {
    EnvId: envId,
    ResourceType: 'storage',
    Resource: bucket,
    Permission: STORAGE_ACL,
  });
