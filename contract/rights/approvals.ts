/** What may need approval, and the rights that it takes to read of it and to decide on it, beside those of approvals. */
export const approvalRights = {
  refund: { read: 'orders.read', decide: 'orders.refund' },
  credits: { read: 'users.read', decide: 'users.credits' },
  compensation: { read: 'compensations.read', decide: 'compensations.write' },
} as const satisfies Record<string, { read: string; decide: string }>;
export type ApprovalKind = keyof typeof approvalRights;

/**
 * The id of the request for a refund, a compensation, or credits by the id of their line in the ledger: there is one for
 * each.
 */
export const approvalIdOf = (kind: ApprovalKind, of: string): string => `${kind}_${of}`;

/** null for an id that no request has. */
export const kindOfApproval = (id: string): ApprovalKind | null => {
  const kind = id.split('_')[0] ?? '';
  return Object.hasOwn(approvalRights, kind) ? (kind as ApprovalKind) : null;
};
