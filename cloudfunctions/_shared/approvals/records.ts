import type { Approval } from '#contract/approval.ts';
import type { ActionInput } from '#contract/index.ts';
import { repository, type Stored } from '../base/repository.ts';

/** The call that gives credits, as it was asked for. */
export type CreditsWish =
  | { action: 'adjustCredits'; data: ActionInput<'adminUser', 'adjustCredits'> }
  | { action: 'updateUserPackage'; data: ActionInput<'adminUser', 'updateUserPackage'> };

export interface StoredApproval extends Stored, Omit<Approval, keyof Stored> {
  /** Only for requests about credits; null where the requested record is stored by itself. */
  wish: CreditsWish | null;
  /** Only for credits: the membership and its package at the time of the request, see `Gift`. */
  found?: string;
  /** Identifies the request that was sent with a key, see `base/repeats.ts`. */
  intent?: string;
}

export const approvals = repository<StoredApproval>('approvals');
