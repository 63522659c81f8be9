import { type ReactNode, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';

export interface FormTab {
  /** Part of the address. */
  id: string;
  label: string;
  /** The fields whose errors it counts. */
  fields?: readonly string[];
  content: ReactNode;
  /** Read-only: rendered only while it is visible. */
  lazy?: boolean;
}

/** Paths of all wrong fields below a node of react-hook-form's errors. */
export const errorPaths = (node: unknown, path = ''): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { type, message } = node as { type?: unknown; message?: unknown };
  if (typeof type === 'string' || typeof message === 'string') return [path];
  // `ref` is the input itself.
  return Object.entries(node).flatMap(([key, child]) =>
    key === 'ref' ? [] : errorPaths(child, path ? `${path}.${key}` : key),
  );
};

const rootOf = (path: string) => path.split('.')[0] ?? '';

/** Number of invalid fields of each tab; a newly invalid field opens its tab. */
export const useErrorTabs = (
  tabs: readonly FormTab[],
  tab: string,
  setTab: (id: string) => void,
): Record<string, number> => {
  const { setFocus } = useFormContext();
  const { errors } = useFormState();
  const paths = errorPaths(errors);
  const tabOf = (path: string) =>
    tabs.find(({ fields = [] }) => fields.includes(rootOf(path)))?.id ?? '';
  const known = useRef<string[]>([]);
  const look = useEvent((wrong: string[]) => {
    const fresh = wrong.filter(path => !known.current.includes(path));
    known.current = wrong;
    const first = tabs.find(({ id }) => fresh.some(path => tabOf(path) === id))?.id;
    const path = fresh.find(one => tabOf(one) === first);
    if (!first || !path || fresh.some(one => tabOf(one) === tab)) return;
    setTab(first);
    // When it has become visible.
    setTimeout(() => setFocus(path));
  });
  const all = paths.join('\n');
  useEffect(() => look(all === '' ? [] : all.split('\n')), [all, look]);
  return Object.fromEntries(
    tabs.map(({ id }) => [id, paths.filter(path => tabOf(path) === id).length]),
  );
};
