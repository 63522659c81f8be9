import { collections } from '#contract/collections.ts';
import { each } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';
import { readCollections, setAcl } from './collections.ts';

/** Functions hand out addresses; clients read no file and no collection themselves. */
const STORAGE_ACL = 'ADMINONLY';

/** Who may reach collections and files from a client. */
export const accessPart = ({ cloud }: Deployment): Part => ({
  title: 'Access to collections and files',
  plan: async () => {
    const { library, attempt, call, envId } = cloud;
    const there = await readCollections(cloud);
    const ofCollections = await each(collections, async ({ name, acl }): Promise<Step> => {
      // A new one is closed as soon as it is made.
      if (!there.has(name)) return { action: 'leave', name: `collection ${name}` };
      const param = { EnvId: envId, CollectionName: name };
      const { AclTag } = await call<{ AclTag: string }>('tcb', 'DescribeDatabaseACL', param);
      return AclTag === acl
        ? { action: 'leave', name: `collection ${name}` }
        : {
            action: 'change',
            name: `collection ${name}`,
            why: `${acl}, is ${AclTag}`,
            run: () => setAcl(cloud, name, acl),
          };
    });
    const acl: unknown = await attempt('DescribeStorageSafeRule', () =>
      library.storage.getStorageAcl(),
    );
    return [
      ...ofCollections,
      acl === STORAGE_ACL
        ? { action: 'leave', name: 'files' }
        : {
            action: 'change',
            name: 'files',
            why: `${STORAGE_ACL}, is ${String(acl)}`,
            run: async () =>
              void (await attempt('ModifyStorageSafeRule', () =>
                library.storage.setStorageAcl(STORAGE_ACL),
              )),
          },
    ];
  },
});
