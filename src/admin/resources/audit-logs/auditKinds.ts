import { entities } from '#contract/entities.ts';

/**
 * Kind of record in the log → its resource here, '' where it has no page of its own; in the order in which people choose
 * among them. Entities that are not named follow.
 */
export const auditKinds: Record<string, string> = {
  template: 'templates',
  preset: 'templates/presets',
  quickFunction: 'templates/quick-functions',
  category: 'categories',
  keyword: 'keywords',
  localApp: 'local-app-templates',
  localAppCategory: 'local-app-categories',
  file: 'images',
  user: 'users',
  order: 'orders',
  refund: '',
  reconciliation: 'reconciliation',
  reconciliationDifference: '',
  printOrder: 'print-orders',
  printSize: 'print-size-config',
  packagePrice: 'package-prices',
  package: 'packages',
  activationBatch: 'activation-codes',
  activationCode: '',
  apiKey: 'api-keys',
  task: 'tasks',
  video: '',
  setting: 'settings',
  export: '',
  admin: '',
  session: '',
  ...Object.fromEntries(Object.entries(entities).map(([resource, { kind }]) => [kind, resource])),
};

/** The kind whose records this resource shows. */
export const auditKindOf = (resource: string): string | undefined =>
  Object.keys(auditKinds).find(kind => auditKinds[kind] === resource);
