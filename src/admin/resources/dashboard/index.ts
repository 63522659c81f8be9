import { lazyScreen } from '../../kit/base/routes.tsx';

export const Dashboard = lazyScreen(() => import('./Dashboard.tsx'), 'Dashboard');
