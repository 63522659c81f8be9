/** What other resources may use of this one. */
export { InputControl, VisitorControl } from './VisitorControl.tsx';

export { startingValue, untouchedValue, type VisitorValue } from './visitorValues.ts';
