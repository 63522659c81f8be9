/** What other resources may use of this one. */
export { TrialButton } from './TrialButton.tsx';
export { TrialDialog } from './TrialDialog.tsx';
export { useMayTry } from './useMayTry.ts';
