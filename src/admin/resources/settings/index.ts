import { lazyScreen } from '../../kit/base/lazyScreen.ts';

export const SystemStatusPage = lazyScreen(
  () => import('./SystemStatusPage.tsx'),
  'SystemStatusPage',
);
export const SettingsPage = lazyScreen(() => import('./SettingsPage.tsx'), 'SettingsPage');
