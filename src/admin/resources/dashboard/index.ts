import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const Dashboard = lazyScreen(() => import('./Dashboard.tsx'), 'Dashboard');
