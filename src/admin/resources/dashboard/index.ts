import { lazyScreen } from '../../kit/base/lazyScreen.ts';

export const Dashboard = lazyScreen(() => import('./Dashboard.tsx'), 'Dashboard');
