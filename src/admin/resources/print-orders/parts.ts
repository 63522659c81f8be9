/** What other resources may use of this one. */
export { printPath } from './paths.ts';
