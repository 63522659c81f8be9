import { entities } from './entities.ts';
import type { ActionNames } from './entity.ts';
import { auditSentences } from './sentences/auditLogs.ts';

type Words = Record<string, string>;
const phrases: Partial<Record<keyof ActionNames, (kind: string) => string>> =
  auditSentences.phrases;

interface AuditWords {
  kinds: Words;
  functions: Words;
  /** By function and action. */
  actions: Record<string, Words>;
}

/** Those of an entity follow from its name, unless `sentences/auditLogs.ts` has others. */
const followingFromNames = (): AuditWords => {
  const kinds: Words = { ...auditSentences.kinds };
  const functions: Words = { ...auditSentences.functions };
  const actions: Record<string, Words> = { ...auditSentences.actions };
  for (const { kind, name, function: at, names } of Object.values(entities)) {
    const word = (kinds[kind] ??= name);
    functions[at] ??= word;
    const common = Object.entries<{ name: string }>(names).flatMap(([key, action]) => {
      const phrase = phrases[key as keyof ActionNames];
      return phrase ? [[action.name, phrase(word)]] : [];
    });
    actions[at] = { ...(Object.fromEntries(common) as Words), ...actions[at] };
  }
  return { kinds, functions, actions };
};

/** The log's words, on its screen and in its export. */
export const auditWords = followingFromNames();
