export { ClaimFact } from './ClaimFact.tsx';
export { offlineFacts } from './offlineFacts.tsx';
export { useOrder } from './useOrder.ts';
export { WebOrderNotice } from './WebOrderNotice.tsx';
