/** What other resources may use of this one. */
export { MessageNotice } from './MessageNotice.tsx';
export { MessagePreview } from './MessagePreview.tsx';
export { RefundMessage } from './RefundMessage.tsx';
export { SendMessageButton } from './SendMessageButton.tsx';
export { useMessageEvents } from './useMessageEvents.tsx';
export { SENDING } from './useSending.ts';
