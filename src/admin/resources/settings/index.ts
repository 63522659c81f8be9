import { lazyScreen } from '../../kit/base/lazyScreen.ts';

export const SettingsPage = lazyScreen(() => import('./SettingsPage.tsx'), 'SettingsPage');
