import { lazyScreen } from '../../kit/base/lazyScreen.ts';

export const SystemStatusPage = lazyScreen(
  () => import('./SystemStatusPage.tsx'),
  'SystemStatusPage',
);
export const YearlyDutiesPage = lazyScreen(
  () => import('./YearlyDutiesPage.tsx'),
  'YearlyDutiesPage',
);
export const SettingsPage = lazyScreen(() => import('./SettingsPage.tsx'), 'SettingsPage');
