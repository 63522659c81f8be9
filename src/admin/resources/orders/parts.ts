/** What other resources may use of this one. */
export { ClaimFact, WebOrderNotice } from './WebOrderNotice.tsx';
export { linePast } from './lineNames.ts';
export { UploadReason, UploadRetry } from './OrderUpload.tsx';
export { offlineFacts } from './offlineFacts.tsx';
export { PhotosInput } from './PhotosInput.tsx';
export { RefundActs } from './RefundActs.tsx';
export { RefundButton, RefundObstacle } from './RefundButton.tsx';
export { ReprintButton } from './ReprintButton.tsx';
export { useOrder } from './useOrder.ts';
