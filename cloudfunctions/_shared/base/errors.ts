import { type Code, codeMessages, codes, type FieldErrors } from '#contract/envelope.ts';

/**
 * Thrown by a handler to answer a nonzero code. The message is shown as it is: Chinese, fixed, without ids, user input
 * or upstream text. Details go into `data`.
 */
export class ActionError extends Error {
  constructor(
    readonly code: Exclude<Code, 0 | -1>,
    message: string = codeMessages[code],
    readonly data: unknown = null,
  ) {
    super(message);
    this.name = 'ActionError';
  }
}

/** No live session. Only the dispatcher throws it, so that −1 has no other meaning. */
export class UnauthenticatedError extends Error {
  constructor() {
    super(codeMessages[codes.unauthenticated]);
    this.name = 'UnauthenticatedError';
  }
}

/** 40001 with a sentence beside each field it concerns. */
export const invalid = (fields: FieldErrors) =>
  new ActionError(codes.invalidInput, codeMessages[codes.invalidInput], { fields });

/** 40305: what the role does not permit, or not as far. The dispatcher records it in the audit log. */
export const forbidden = (message?: string) => new ActionError(codes.forbidden, message);

export const notFound = () => new ActionError(codes.notFound);

/** 40901; `current` is the stored record, for merging. */
export const conflict = (current: unknown) =>
  new ActionError(codes.conflict, undefined, { current });

export const stateNotAllowed = (message?: string, data?: unknown) =>
  new ActionError(codes.stateNotAllowed, message, data);

/** What the server SDK throws; its codes are strings. */
interface PlatformFailure {
  code?: unknown;
  message?: unknown;
}

/**
 * The database's storage is full: writes fail, reads and deletes work. The platform has no code for it; this recognises
 * its message and MongoDB's.
 */
export const isStorageFull = (error: unknown): boolean =>
  /storage is full|disk (is )?full|ENOSPC|no space left|(storage|disk|capacity).{0,40}(exceed|exhaust|quota|insufficient)|(exceed|exhaust|insufficient).{0,40}(storage|disk|capacity)/i.test(
    String((error as PlatformFailure | null)?.message ?? ''),
  );

/**
 * The platform takes no more requests for now: too many a second or at the same time, or the plan is used up. This one
 * was not carried out.
 */
export const isOverloaded = (error: unknown): boolean =>
  /^EXCEED_(CONCURRENT_REQUEST_LIMIT|RATELIMIT|REQUEST_LIMIT)$/.test(
    String((error as PlatformFailure | null)?.code),
  );

/** Another transaction writes, or has just written, the same record: nothing of this was stored. */
export const isTransactionConflict = (error: unknown): boolean =>
  (error as PlatformFailure | null)?.code === 'DATABASE_TRANSACTION_CONFLICT';

/**
 * A unique index refused the write. The platform documents a code for it; logs of the real one have MongoDB's text under
 * the code of every failure.
 */
export const isDuplicate = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as PlatformFailure;
  return (
    code === 'DATABASE_DUPLICATE_WRITE' ||
    /E11000|duplicate key|key duplicate/i.test(String(message))
  );
};
