/** What other resources may use of this one. */
export { VisitorControl } from './VisitorControl.tsx';
export { startingValue, type VisitorValue } from './visitorValues.ts';
