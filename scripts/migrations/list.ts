import type { Migration } from './migration.ts';

/** In the order in which they run. None is changed or removed once a version with it has been released. */
export const migrations = [
  {
    id: '0001-figures-as-text',
    kind: 'adds',
    sentence:
      "Rewrites the dashboard's figures of earlier months as text, in rows for each template",
    load: () => import('./0001-figures-as-text.ts'),
  },
  {
    id: '0002-export-sums',
    kind: 'adds',
    sentence: 'Begins again exports that were requested before their sums were kept',
    load: () => import('./0002-export-sums.ts'),
  },
  {
    id: '0003-next-grants',
    kind: 'adds',
    sentence: 'Says when the grant of a paid order that waits for it is tried next',
    load: () => import('./0003-next-grants.ts'),
  },
  {
    id: '0004-refunding-credits',
    kind: 'adds',
    sentence: 'Begins to count anew which credits of users are being refunded',
    load: () => import('./0004-refunding-credits.ts'),
  },
  {
    id: '0005-synonym-terms',
    kind: 'adds',
    sentence: 'Makes keywords found by their synonyms',
    load: () => import('./0005-synonym-terms.ts'),
  },
  {
    id: '0006-task-numbers',
    kind: 'adds',
    sentence: 'Makes tasks found by the end of their numbers',
    load: () => import('./0006-task-numbers.ts'),
  },
  {
    id: '0007-receipt-numbers',
    kind: 'adds',
    sentence: 'Makes complaints found by the end of their receipt numbers',
    load: () => import('./0007-receipt-numbers.ts'),
  },
  {
    id: '0008-batch-numbers',
    kind: 'adds',
    sentence: 'Makes batches of codes found by the end of their numbers',
    load: () => import('./0008-batch-numbers.ts'),
  },
  {
    id: '0009-roles',
    kind: 'adds',
    sentence: 'Gives administrators of earlier versions the role with all rights',
    load: () => import('./0009-roles.ts'),
  },
] as const satisfies readonly Migration[];

export const migrationIds: string[] = migrations.map(({ id }) => id);
