import { type AuditLog, outcomesOf } from './auditLog.ts';
import { entities } from './entities.ts';
import type { ActionNames } from './entity.ts';
import { auditSentences } from './sentences/auditLogs.ts';

type Words = Record<string, string>;
const phrases: Partial<Record<keyof ActionNames, (kind: string) => string>> =
  auditSentences.phrases;
const withOutcomes: readonly string[] = ['setField', 'setRecommend', 'setStatus'];

interface AuditWords {
  kinds: Words;
  functions: Words;
  /** By function and action. */
  actions: Record<string, Words>;
  /** By function, action and what it changed. */
  outcomes: Record<string, Record<string, Words>>;
}

/** Those of an entity follow from its name, unless `sentences/auditLogs.ts` has others. */
const followingFromNames = (): AuditWords => {
  const kinds: Words = { ...auditSentences.kinds };
  const functions: Words = { ...auditSentences.functions };
  const actions: AuditWords['actions'] = { ...auditSentences.actions };
  const outcomes: AuditWords['outcomes'] = { ...auditSentences.outcomes };
  for (const { kind, name, function: at, names, words } of Object.values(entities)) {
    const word = (kinds[kind] ??= name);
    functions[at] ??= word;
    const common = Object.entries<{ name: string }>(names).flatMap(([key, action]) => {
      const phrase = phrases[key as keyof ActionNames];
      return phrase ? [{ key, action: action.name, phrase: phrase(name) }] : [];
    });
    const plain = common.map(({ action, phrase }) => [action, phrase]);
    actions[at] = { ...(Object.fromEntries(plain) as Words), ...words, ...actions[at] };
    for (const { key, action } of common)
      if (withOutcomes.includes(key))
        (outcomes[at] = { ...outcomes[at] })[action] = {
          ...auditSentences.commonOutcomes(name),
          ...outcomes[at][action],
        };
  }
  return { kinds, functions, actions, outcomes };
};

/** The log's words, on its screen and in its export. */
export const auditWords = followingFromNames();

/** What a row calls its action, as the button did. */
export const actionWord = ({
  function: at,
  action,
  diff,
}: Pick<AuditLog, 'function' | 'action' | 'diff'>): string => {
  const words: Words = auditWords.outcomes[at]?.[action] ?? {};
  const outcome = outcomesOf(diff).find(key => words[key]);
  return (outcome && words[outcome]) || auditWords.actions[at]?.[action] || action;
};
