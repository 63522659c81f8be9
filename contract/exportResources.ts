/** The lists that can be exported, by route; `exportTable.ts` declares the content of their files. */
export const exportResources = [
  'templates',
  'templates/presets',
  'templates/quick-functions',
  'local-app-templates',
  'categories',
  'keywords',
  'images',
  'users',
  'orders',
  'print-orders',
  'tasks',
  'reconciliation',
  'reconciliation/differences',
  'audit-logs',
] as const;
