import type { Actions } from '#contract/action.ts';
import { functions } from '#contract/index.ts';
import { resources } from '#dataProvider/resources.ts';
import { NOT_FOUND } from '#src/admin/kit/base/Resource.tsx';
import { screens } from '#src/admin/shell/AdminApp.tsx';
import { screenRoutes } from '#src/admin/shell/screenRoutes.tsx';

/** For these resources, a record of the demo data other than the one in the contract's example. */
const samples: Record<string, string> = {
  users: 'usr_0002',
  // One of the last days, which have been compared.
  reconciliation: new Date(Date.now() - 4 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', ''),
};

/** The record that the example of reading, or of changing, one of them names. */
const exampleOf = (resource: string): string | undefined => {
  const row = resources[resource as keyof typeof resources] as {
    function: keyof typeof functions;
    getOne?: readonly string[];
    update?: readonly string[];
  };
  const [action = '', idName = ''] = row.getOne ?? row.update ?? [];
  const example = (functions[row.function] as Actions)[action]?.example;
  return (example as Record<string, string> | undefined)?.[idName];
};

export interface Address {
  /** With its record, `/admin/users/usr_0002`. */
  address: string;
  /** As in the page table, `/users/:id/*`. */
  path: string;
  /** Translation key. */
  title: string;
}

/** The address of every page of the management side, on demo data. */
export const everyPage = (): Address[] =>
  screenRoutes(screens).map(({ path, resource, page }) => {
    const id = resource === undefined ? '' : (samples[resource] ?? exampleOf(resource) ?? '');
    const address = path.replace(/\/\*$/, '').replace(/:\w+/, id);
    const own = path === NOT_FOUND ? 'notFound' : path.slice(1);
    const title =
      resource === undefined ? `app.pages.${own}` : `resources.${resource}.page.${page}`;
    return { path, title, address: `/admin${address}` };
  });
