/** What other resources may use of this one. */
export { TrialButton, useMayTry } from './TrialButton.tsx';
export { TrialDialog } from './TrialDialog.tsx';
