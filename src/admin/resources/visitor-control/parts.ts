/** What other resources may use of this one. */
export { InputControl } from './InputControl.tsx';
export { VisitorControl } from './VisitorControl.tsx';
export { startingValue, untouchedValue, type VisitorValue } from './visitorValues.ts';
