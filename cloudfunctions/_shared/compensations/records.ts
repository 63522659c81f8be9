import type { Compensation, CompensationRow } from '#contract/compensation.ts';
import { type Claimable, claimsOf } from '../base/claim.ts';
import type { AuthoredRecord } from '../base/crud.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';

/** A job as stored: the public fields and its progress. */
export interface StoredCompensation
  extends Claimable, AuthoredRecord, Omit<Compensation, keyof AuthoredRecord> {
  /** Names the pages of its targets. */
  selection: string;
  /** How many pages there are, and how many are done. */
  pages: number;
  page: number;
}

export interface StoredCompensationRow extends Stored, Omit<CompensationRow, keyof Stored> {}

/** Some of those whom it is for, by id: users, or tasks that run again. */
export interface TargetPage extends Stored {
  ids: string[];
  /** When it is purged. */
  expireTime: number;
}

/** Users or tasks that are worked on between two notes of the progress. */
export const TARGET_PAGE = 20;
export const targetPageId = (selection: string, page: number): string => `${selection}_${page}`;

/** One for each user or task, so that it happens once. */
export const rowIdOf = (compensationId: string, targetId: string): string =>
  `${compensationId}_${targetId}`;

export const compensations = repository<StoredCompensation>('compensations');
export const compensationRows = repository<StoredCompensationRow>('compensationRows');
export const targetPages = repository<TargetPage>('compensationTargets');
export const compensationClaims = claimsOf(compensations, () => environment.COMPENSATION_CLAIM_MS);
