import AppsOutlined from '@mui/icons-material/AppsOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import StyleOutlined from '@mui/icons-material/StyleOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import type { SvgIconComponent } from '@mui/icons-material';

export interface MenuEntry {
  /** Below the admin path. */
  path: string;
  /** Translation key. */
  label: string;
  icon: SvgIconComponent;
  /** Indented under the entry before it. */
  sub?: boolean;
}

/** The side menu in SPEC §2's order; only what works. */
export const menu: MenuEntry[] = [
  { path: '/dashboard', label: 'app.pages.dashboard', icon: DashboardOutlined },
  { path: '/local-app-templates', label: 'app.pages.localAppTemplates', icon: AppsOutlined },
  {
    path: '/local-app-categories',
    label: 'app.pages.localAppCategories',
    icon: AppsOutlined,
    sub: true,
  },
  { path: '/templates', label: 'app.pages.templates', icon: StyleOutlined },
  { path: '/templates/presets', label: 'app.pages.presets', icon: TuneOutlined, sub: true },
  {
    path: '/templates/quick-functions',
    label: 'app.pages.quickFunctions',
    icon: GridViewOutlined,
    sub: true,
  },
  { path: '/keywords', label: 'app.pages.keywords', icon: LabelOutlined, sub: true },
  { path: '/categories', label: 'app.pages.categories', icon: CategoryOutlined },
  { path: '/users', label: 'app.pages.users', icon: PeopleOutlined },
  { path: '/tasks', label: 'app.pages.tasks', icon: PeopleOutlined, sub: true },
  { path: '/orders', label: 'app.pages.orders', icon: ReceiptLongOutlined },
  { path: '/refunds', label: 'app.pages.refunds', icon: ReceiptLongOutlined, sub: true },
  { path: '/print-orders', label: 'app.pages.printOrders', icon: LocalShippingOutlined },
  { path: '/images', label: 'app.pages.images', icon: PhotoLibraryOutlined },
  {
    path: '/activation-codes',
    label: 'app.pages.activationCodes',
    icon: ConfirmationNumberOutlined,
  },
  { path: '/settings', label: 'app.pages.settings', icon: SettingsOutlined },
  { path: '/api-keys', label: 'app.pages.apiKeys', icon: SettingsOutlined, sub: true },
];

/** The entry an address belongs to: the longest path above it. */
export const menuEntryAt = (pathname: string): MenuEntry | undefined =>
  menu
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
