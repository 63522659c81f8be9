/** What other resources may use of this one. */
export { AboveGift, AboveLimit, ApprovalState } from './ApprovalState.tsx';
