import type { SvgIconComponent } from '@mui/icons-material';
import AppsOutlined from '@mui/icons-material/AppsOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import StyleOutlined from '@mui/icons-material/StyleOutlined';

export interface MenuEntry {
  /** Below the admin path. */
  path: string;
  /** Translation key. */
  label: string;
}

export interface MenuSection extends MenuEntry {
  icon: SvgIconComponent;
  /** Pages of the section; shown while one of them, or the section, is open. */
  pages?: MenuEntry[];
}

/** The side menu (docs/specification.md#addresses). */
export const menu: MenuSection[] = [
  { path: '/dashboard', label: 'app.pages.dashboard', icon: DashboardOutlined },
  {
    path: '/local-app-templates',
    label: 'app.pages.localAppTemplates',
    icon: AppsOutlined,
    pages: [{ path: '/local-app-categories', label: 'app.pages.localAppCategories' }],
  },
  {
    path: '/templates',
    label: 'app.pages.templates',
    icon: StyleOutlined,
    pages: [
      { path: '/templates/presets', label: 'app.pages.presets' },
      { path: '/templates/quick-functions', label: 'app.pages.quickFunctions' },
      { path: '/keywords', label: 'app.pages.keywords' },
    ],
  },
  { path: '/categories', label: 'app.pages.categories', icon: CategoryOutlined },
  {
    path: '/users',
    label: 'app.pages.users',
    icon: PeopleOutlined,
    pages: [{ path: '/tasks', label: 'app.pages.tasks' }],
  },
  {
    path: '/orders',
    label: 'app.pages.orders',
    icon: ReceiptLongOutlined,
    pages: [
      { path: '/refunds', label: 'app.pages.refunds' },
      { path: '/reconciliation', label: 'app.pages.reconciliation' },
    ],
  },
  {
    path: '/print-orders',
    label: 'app.pages.printOrders',
    icon: LocalShippingOutlined,
    pages: [
      { path: '/print-size-config', label: 'app.pages.printSizes' },
      { path: '/package-prices', label: 'app.pages.packagePrices' },
    ],
  },
  { path: '/images', label: 'app.pages.images', icon: PhotoLibraryOutlined },
  {
    path: '/activation-codes',
    label: 'app.pages.activationCodes',
    icon: ConfirmationNumberOutlined,
  },
  {
    path: '/settings',
    label: 'app.pages.settings',
    icon: SettingsOutlined,
    pages: [
      { path: '/api-keys', label: 'app.pages.apiKeys' },
      { path: '/audit-logs', label: 'app.pages.auditLogs' },
    ],
  },
];

/** The entry an address belongs to: the longest path above it. */
export const menuEntryAt = (pathname: string): MenuEntry | undefined =>
  menu
    .flatMap(section => [section, ...(section.pages ?? [])])
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
