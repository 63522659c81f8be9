/** The lists that can be exported, by their routes; what their files hold is in `exportTable.ts`. */
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
