import { PlatformError } from '../types.ts';
import { invalidParam, requestFailed } from './ejson.ts';

/** The parsed body of an action. Nothing in it may be trusted. */
export type Body = Record<string, unknown>;

export function nameOf(body: Body): string {
  const { collectionName } = body;
  if (typeof collectionName !== 'string' || collectionName === '')
    throw invalidParam('The collection name is required.');
  return collectionName;
}

export function natural(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParam(`The ${name} must be a whole number, and not negative.`);
  return value;
}

/** Anything unforeseen: the caller gets no inner text, the log gets the cause. */
export function known(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const failure = requestFailed('The database failed internally.');
  failure.cause = error;
  return failure;
}
