import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const SettingsPage = lazyScreen(() => import('./SettingsPage.tsx'), 'SettingsPage');
