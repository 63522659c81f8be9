/** What other resources may use of this one. */
export { ImageGrid } from './ImageGrid.tsx';
