/** What became of one try to send. */
export type Sending =
  | { kind: 'sent'; content: string }
  /** Never again by itself. */
  | { kind: 'unsubscribed' | 'failed' | 'skipped'; reason: string; content?: string }
  /** It did not go out and may later; `notBefore` where the service says when. */
  | { kind: 'later'; reason: string; notBefore?: number }
  /** It may have arrived. */
  | { kind: 'unanswered' };
