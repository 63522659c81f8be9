export { ClaimFact } from './ClaimFact.tsx';
export { linePast } from './lineNames.ts';
export { UploadReason, UploadRetry } from './OrderUpload.tsx';
export { offlineFacts } from './offlineFacts.tsx';
export { RefundButton, RefundObstacle } from './RefundButton.tsx';
export { useOrder } from './useOrder.ts';
export { WebOrderNotice } from './WebOrderNotice.tsx';
