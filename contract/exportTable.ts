import type { ExportableResource } from './exports/columns.ts';
import { contentExports } from './exports/content.ts';
import { orderExports } from './exports/orders.ts';
import { printExports } from './exports/prints.ts';
import { taskExports } from './exports/tasks.ts';
import { userExports } from './exports/users.ts';

/** What can be exported, by route. */
export const exportTable = {
  ...contentExports,
  ...userExports,
  ...orderExports,
  ...printExports,
  ...taskExports,
};

export type ExportResourceName = keyof typeof exportTable;

export const exportable = (name: string): ExportableResource | undefined =>
  Object.hasOwn(exportTable, name) ? exportTable[name as ExportResourceName] : undefined;
