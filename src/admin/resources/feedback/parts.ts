/** What other resources may use of this one. */
export { QuickReplies } from './QuickReplies.tsx';
