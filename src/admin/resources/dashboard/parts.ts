/** What other resources may use of this one. */
export { usePeriod, usePeriodName } from './useDashboard.ts';
