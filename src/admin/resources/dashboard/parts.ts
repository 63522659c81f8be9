/** What other resources may use of this one. */
export { Change } from './Change.tsx';
export { usePeriod, usePeriodName } from './useDashboard.ts';
