import type { Tone } from '#contract/action.ts';
import type { KeywordLine } from './parseKeywords.ts';
import type { ImportMode, Outcome } from './useKeywordImport.ts';

export type LineKind =
  | Outcome['result']
  | 'new'
  | 'update'
  | 'leave'
  | 'duplicate'
  | 'wrong'
  | 'checking';

export interface ImportPlan {
  mode: ImportMode;
  /** What exists, in normal spelling; unknown while it is being asked for. */
  stored: ReadonlySet<string> | undefined;
  checking: boolean;
  outcomes: ReadonlyMap<KeywordLine, Outcome>;
}

/** The result of a line, or the expected one. */
export const kindOf = (line: KeywordLine, plan: ImportPlan): LineKind => {
  const outcome = plan.outcomes.get(line);
  if (outcome) return outcome.result;
  if (line.problem) return 'wrong';
  if (line.duplicateOf !== undefined) return 'duplicate';
  if (plan.checking) return 'checking';
  if (!plan.stored?.has(line.norm)) return 'new';
  return plan.mode === 'upsert' ? 'update' : 'leave';
};

export const tones: Record<LineKind, Tone> = {
  new: 'success',
  update: 'info',
  leave: 'neutral',
  checking: 'neutral',
  duplicate: 'warning',
  wrong: 'danger',
  created: 'success',
  updated: 'info',
  skipped: 'neutral',
  failed: 'danger',
};

export const tabs = {
  all: Object.keys(tones) as LineKind[],
  ready: ['new', 'update', 'checking'],
  existing: ['leave'],
  wrong: ['duplicate', 'wrong', 'failed'],
  done: ['created', 'updated', 'skipped'],
} satisfies Record<string, LineKind[]>;
export type LineTab = keyof typeof tabs;

export const isIn = (tab: LineTab, kind: LineKind) => (tabs[tab] as LineKind[]).includes(kind);

/** Lines worth sending: all valid ones that have not been stored yet. */
export const isToSend = (kind: LineKind) => isIn('ready', kind) || kind === 'failed';
