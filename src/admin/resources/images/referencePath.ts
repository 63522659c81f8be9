import type { FileReference } from '#contract/file.ts';
import { editPath } from '../../kit/base/record.ts';

const resources: Record<string, string> = {
  template: 'templates',
  category: 'categories',
  preset: 'templates/presets',
  localApp: 'local-app-templates',
  localAppCategory: 'local-app-categories',
};
const pages: Record<string, string> = {
  quickFunction: '/templates/quick-functions',
  setting: '/settings',
  printOrder: '/print-orders',
};

/** Where a record that uses a picture is edited. */
export const referencePath = ({ resource, _id, name }: FileReference): string | undefined => {
  const edited = resources[resource];
  if (edited) return editPath(edited, _id);
  if (resource === 'printOrder')
    return `/print-orders?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`;
  return pages[resource];
};
