/** What other resources may use of this one. */
export type { ApiKeyRecord } from './ApiKeyDialog.tsx';
