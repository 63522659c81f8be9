/** What other resources may use of this one. */
export { AuditTrail } from './AuditTrail.tsx';
export { type AuditedRecord, useAuditEvents } from './useAuditEvents.tsx';
export { RevisionHistory } from './RevisionHistory.tsx';
