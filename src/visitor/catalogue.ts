/** What the home page reads besides templates. */
import type { ActionOutput } from '#contract/index.ts';
import type { PublicCategory } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createReadOnce, type ReadOnce } from './readOnce.ts';

/** Quick functions, and popular search words. */
export type Extras = ActionOutput<'appTemplate', 'getHome'>;

export interface Catalogue {
  categories: ReadOnce<PublicCategory[]>;
  extras: ReadOnce<Extras>;
}

export const createCatalogue = (invoke: Invoke): Catalogue => ({
  categories: createReadOnce(
    async () => (await invoke('appTemplate', 'getCategories', {})).list,
    [],
  ),
  extras: createReadOnce(() => invoke('appTemplate', 'getHome', {}), {
    quickFunctions: [],
    keywords: [],
  }),
});
