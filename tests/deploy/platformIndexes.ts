import type CloudBase from '@cloudbase/manager-node';
import type { Platform } from '../../emulator/tests/conformance/management/platform.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';

type Library = Pick<CloudBase, 'database'>;

export const cloudOf = ({ emulator }: Platform) =>
  connectCloud({
    envId: emulator.envId,
    region: 'ap-shanghai',
    secretId: 'AKIDlocal',
    secretKey: 'local-secret-key',
    close: () => Promise.resolve(),
    endpoint: emulator.url,
  });

export const indexNames = async ({ database }: Library, collection: string) =>
  ((await database.describeCollection(collection)).Indexes ?? []).map(({ Name }) => Name);

export const dropIndex = ({ database }: Library, collection: string, index: string) =>
  database.updateCollection(collection, { DropIndexes: [{ IndexName: index }] });

/** As an earlier version has declared it, or an operator in the console. */
export const addIndex = ({ database }: Library, collection: string, index: string) => {
  const keys = { MgoIsUnique: false, MgoIndexKeys: [{ Name: index, Direction: '1' }] };
  return database.updateCollection(collection, {
    CreateIndexes: [{ IndexName: index, MgoKeySchema: keys }],
  });
};
