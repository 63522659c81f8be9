/** What the home page reads besides templates. */
import type { ActionOutput } from '#contract/index.ts';
import type { PublicCategory } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createReadOnce, type ReadOnce } from './readOnce.ts';

/** Quick functions, recommended local apps, and popular search words. */
export type Extras = ActionOutput<'appTemplate', 'getHome'>;

export interface Catalogue {
  categories: ReadOnce<PublicCategory[]>;
  extras: ReadOnce<Extras>;
  /** A quick function was opened. */
  countClick: (id: string) => void;
}

const nothing: Extras = { quickFunctions: [], localApps: [], keywords: [] };

export const createCatalogue = (invoke: Invoke): Catalogue => ({
  categories: createReadOnce(
    async () => (await invoke('appTemplate', 'getCategories', {})).list,
    [],
  ),
  extras: createReadOnce(
    // Functions of the version before answer no local apps.
    async () => ({ ...nothing, ...(await invoke('appTemplate', 'getHome', {})) }),
    nothing,
  ),
  countClick: id => void invoke('appUser', 'countClick', { id }).catch(() => undefined),
});
