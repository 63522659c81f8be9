/** What other resources may use of this one. */
export { CompensateSelectedButton, CompensateTasksButton } from './CompensateButtons.tsx';
