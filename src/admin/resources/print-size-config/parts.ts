/** What other resources may use of this one. */
export { usePrintSizes } from './usePrintSizes.ts';
