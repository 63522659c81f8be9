export { ClaimFact } from './ClaimFact.tsx';
export { UploadReason, UploadRetry } from './OrderUpload.tsx';
export { offlineFacts } from './offlineFacts.tsx';
export { useOrder } from './useOrder.ts';
export { WebOrderNotice } from './WebOrderNotice.tsx';
