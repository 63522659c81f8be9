import type { CollectionName } from '#contract/collections.ts';
import type { QuickFunction, QuickTarget } from '#contract/quickFunction.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';

interface Target extends Stored {
  name: string;
  status: string;
  icon?: string;
  coverImage: string;
}

/** The kinds of targets, and the state in which visitors can reach them. */
const kinds: Partial<Record<QuickTarget, { collection: CollectionName; live: string }>> = {
  template: { collection: 'templates', live: 'online' },
  category: { collection: 'categories', live: 'enabled' },
  local_app: { collection: 'localApps', live: 'enabled' },
};

type Pointer = Pick<QuickFunction, 'targetType' | 'targetId'>;
const keyOf = ({ targetType, targetId }: Pointer) => `${targetType} ${targetId}`;

/** What is shown of these targets, and their states; one query per kind, all at once. */
const targetsOf = async (pointers: Pointer[]): Promise<Map<string, Target>> => {
  const found = await Promise.all(
    Object.entries(kinds).map(async ([targetType, { collection }]) => {
      const ids = pointers
        .filter(pointer => pointer.targetType === targetType)
        .map(({ targetId }) => targetId);
      if (ids.length === 0) return [];
      const fields = ['_id', 'name', 'status', 'icon', 'coverImage'];
      const rows = await repository<Target>(collection).find({ _id: _.in(ids) }, { fields });
      return rows.map(
        row => [keyOf({ targetType: targetType as QuickTarget, targetId: row._id }), row] as const,
      );
    }),
  );
  return new Map(found.flat());
};

export const targetExists = async (pointer: Pointer): Promise<boolean> =>
  !kinds[pointer.targetType] || (await targetsOf([pointer])).has(keyOf(pointer));

/** The records with their targets; missing or hidden targets are flagged, and not shown to visitors. */
export const withTargets = async <R extends Pointer>(list: R[]) => {
  const targets = await targetsOf(list);
  return list.map(record => {
    const target = targets.get(keyOf(record));
    const kind = kinds[record.targetType];
    return {
      ...record,
      targetName: target?.name ?? '',
      targetPicture: target?.icon || target?.coverImage || '',
      targetDead: kind !== undefined && target?.status !== kind.live,
    };
  });
};
