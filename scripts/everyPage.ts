import { pages } from '#src/admin/shell/pages.ts';

/** A record of the demo data for each resource that has pages of single records. */
const samples: Record<string, string> = {
  templates: 'tpl_0001',
  'templates/presets': 'pre_0001',
  'templates/quick-functions': 'qf_0001',
  'local-app-templates': 'app_0001',
  'local-app-categories': 'lcat_0001',
  categories: 'cat_0001',
  keywords: 'kw_0001',
  users: 'usr_0002',
  orders: 'ord_0001',
  'print-orders': 'prt_0001',
  'api-keys': 'key_0001',
  'print-size-config': 'size_0001',
  'package-prices': 'price_0001_v1',
  'activation-codes': 'bat_0001',
  'audit-logs': 'log_0001',
  tasks: 'task_0001',
  // One of the last days, which have been compared.
  reconciliation: new Date(Date.now() - 4 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', ''),
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
  pages.map(({ path, title, resource = '' }) => {
    const id = samples[resource];
    if (path.includes(':') && !id) {
      throw new Error(`No sample record for ${path}: add one to scripts/everyPage.ts`);
    }
    const address = path.replace(/\/\*$/, '').replace(/:\w+/, id ?? '');
    return { path, title, address: `/admin${address}` };
  });
