/** What other resources may use of this one. */
export { ReprintButton } from './actions/ReprintButton.tsx';
export { printPath } from './paths.ts';
