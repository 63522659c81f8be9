/** What other resources may use of this one. */
export type { ApiKeyRecord } from './ApiKeyRecord.ts';
