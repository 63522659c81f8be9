import type { Approval } from '#contract/approval.ts';
import type { ActionInput } from '#contract/index.ts';
import { repository, type Stored } from '../base/repository.ts';

/** The call that gives credits, as it was asked for. */
export type CreditsWish =
  | { action: 'adjustCredits'; data: ActionInput<'adminUser', 'adjustCredits'> }
  | { action: 'updateUserPackage'; data: ActionInput<'adminUser', 'updateUserPackage'> };

export interface StoredApproval extends Stored, Omit<Approval, keyof Stored> {
  /** Of credits; null for a record that is stored by itself. */
  wish: CreditsWish | null;
  /** Of credits: what the membership and its package were, see `Gift`; otherwise it is asked for anew. */
  found?: string;
  /** Of the request with a key, see `base/repeats.ts`. */
  intent?: string;
}

export const approvals = repository<StoredApproval>('approvals');
