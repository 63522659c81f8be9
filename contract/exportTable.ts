import { entities } from './entities.ts';
import { type ExportableResource, ofEntity } from './exports/columns.ts';
import { contentExports } from './exports/content.ts';
import { orderExports } from './exports/orders.ts';
import { printExports } from './exports/prints.ts';
import { taskExports } from './exports/tasks.ts';
import { userExports } from './exports/users.ts';

/** Entities that say so, with all that administrators write. */
const ofEntities = Object.fromEntries(
  Object.entries(entities).flatMap(([name, one]) =>
    one.isExported ? [[name, ofEntity(one, '_id createTime updateTime')]] : [],
  ),
) as {
  [
    N in keyof typeof entities as (typeof entities)[N]['isExported'] extends true ? N : never
  ]: ExportableResource;
};

/** What can be exported, by route. */
export const exportTable = {
  ...ofEntities,
  ...contentExports,
  ...userExports,
  ...orderExports,
  ...printExports,
  ...taskExports,
};

export type ExportResourceName = keyof typeof exportTable;

export const exportable = (name: string): ExportableResource | undefined =>
  Object.hasOwn(exportTable, name) ? exportTable[name as ExportResourceName] : undefined;
