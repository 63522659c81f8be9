import type { Migration } from './migration.ts';

/**
 * In the order in which they run. None is changed or removed once a version with it has been released. The first one is
 * an example: every export that a released version stores has its sums.
 */
export const migrations = [
  {
    id: '0001-export-sums',
    kind: 'adds',
    sentence: 'Begins again exports that were requested before their sums were kept',
    load: () => import('./0001-export-sums.ts'),
  },
] as const satisfies readonly Migration[];

export const migrationIds: string[] = migrations.map(({ id }) => id);
