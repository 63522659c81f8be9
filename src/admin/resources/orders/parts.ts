export { ClaimFact } from './ClaimFact.tsx';
export { WebOrderNotice } from './WebOrderNotice.tsx';
