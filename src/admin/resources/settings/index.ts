import { lazyScreen } from '../../kit/base/routes.tsx';

export const SettingsPage = lazyScreen(() => import('./SettingsPage.tsx'), 'SettingsPage');
