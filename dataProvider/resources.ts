import { entities } from '#contract/entities.ts';
import type { FunctionName } from '#contract/index.ts';
import { ofEntity, type ResourceActions } from './rows.ts';

/** Checks each row against the actions of its function. */
const resource = <F extends FunctionName>(actions: ResourceActions<F>) => actions;

type OfEntities = { [N in keyof typeof entities]: ResourceActions<never> };

/** react-admin's resources, named like their routes, and their actions: all entities, and what else is listed. */
export const resources = {
  ...(Object.fromEntries(
    Object.entries(entities).map(([name, one]) => [name, ofEntity(one)]),
  ) as OfEntities),
  'users/orders': resource({
    function: 'adminUser',
    getList: 'getUserOrders',
    owner: 'userId',
    writable: [],
  }),
  'users/print-orders': resource({
    function: 'adminUser',
    getList: 'getUserPrintOrders',
    owner: 'userId',
    writable: [],
  }),
  'users/credits': resource({
    function: 'adminUser',
    getList: 'getCreditLedger',
    writable: [],
  }),
  'users/logs': resource({
    function: 'adminUser',
    getList: 'getUserLogs',
    owner: 'userId',
    writable: [],
  }),
  'users/notes': resource({
    function: 'adminUser',
    getList: 'getNotes',
    owner: 'id',
    writable: [],
  }),
  images: resource({
    function: 'adminStorage',
    getList: 'getImages',
    idField: 'filePath',
    getOne: ['getImageById', 'filePath'],
    delete: ['deleteImage', 'filePath'],
    trashed: 'trash',
    writable: [],
  }),
} as const;
