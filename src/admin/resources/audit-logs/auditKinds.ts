import { entities } from '#contract/entities.ts';

/**
 * Kind of record in the log → its resource here, '' where it has none; in the order in which people choose among them.
 * The log has no rows about itself.
 */
export const auditKinds: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(entities)
      .filter(([resource]) => resource !== 'audit-logs')
      .map(([resource, { kind }]) => [kind, resource]),
  ),
  file: 'images',
  setting: 'settings',
  export: '',
  printArchive: '',
  session: '',
};

/** The kind whose records this resource shows. */
export const auditKindOf = (resource: string): string | undefined =>
  Object.keys(auditKinds).find(kind => auditKinds[kind] === resource);
