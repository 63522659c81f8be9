/** What other resources may use of this one. */
export { AboveGift, AboveLimit } from './AboveLimit.tsx';
export { ApprovalState } from './ApprovalState.tsx';
