/** What other resources may use of this one. */
export { GoodsState } from './GoodsState.tsx';
