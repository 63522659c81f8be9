import { collections } from '#contract/collections.ts';
import { type Cloud, each } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';
import { withSuccessor } from '../successors.ts';
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

const KIND = 'DescribeResourcePermission';

interface Permissions {
  Data?: { PermissionList?: { Resource?: string; Permission?: string }[] | null };
}

/** The platform answers for this many at once. */
const AT_ONCE = 100;

const readAcls = async (
  cloud: Cloud,
  names: string[],
): Promise<Map<string, string | undefined>> => {
  const { call, envId } = cloud;
  if (names.length === 0) return new Map();
  return withSuccessor(cloud, KIND, {
    now: async () => {
      const found = new Map<string, string | undefined>();
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const { Data } = await call<Permissions>('tcb', KIND, {
          EnvId: envId,
          ResourceType: 'collection',
          Resources: names.slice(at, at + AT_ONCE),
        });
        for (const { Resource = '', Permission } of Data?.PermissionList ?? [])
          found.set(Resource, Permission);
      }
      return found;
    },
    before: async () => {
      const read = await each(names, async CollectionName => {
        const param = { EnvId: envId, CollectionName };
        const { AclTag } = await call<{ AclTag: string }>('tcb', 'DescribeDatabaseACL', param);
        return [CollectionName, AclTag] as const;
      });
      return new Map(read);
    },
  });
};

const readStorageAcl = (cloud: Cloud, bucket: string): Promise<unknown> => {
  const { library, attempt, call, envId } = cloud;
  return withSuccessor<unknown>(cloud, KIND, {
    now: async () => {
      const { Data } = await call<Permissions>('tcb', KIND, {
        EnvId: envId,
        ResourceType: 'storage',
        Resources: [bucket],
      });
      return Data?.PermissionList?.[0]?.Permission;
    },
    before: () => attempt('DescribeStorageSafeRule', () => library.storage.getStorageAcl()),
  });
};

const setStorageAcl = (cloud: Cloud, bucket: string): Promise<unknown> => {
  const { library, attempt, call, envId } = cloud;
  return withSuccessor<unknown>(cloud, KIND, {
    now: () =>
      call('tcb', 'ModifyResourcePermission', {
        EnvId: envId,
        ResourceType: 'storage',
        Resource: bucket,
        Permission: STORAGE_ACL,
      }),
    before: () =>
      attempt('ModifyStorageSafeRule', () => library.storage.setStorageAcl(STORAGE_ACL)),
  });
};
