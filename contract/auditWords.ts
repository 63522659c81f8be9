import { entities } from './entities.ts';
import type { ActionNames } from './entity.ts';
import { auditSentences } from './sentences/auditLogs.ts';

type Words = Record<string, string>;
const phrases: Partial<Record<keyof ActionNames, (kind: string) => string>> =
  auditSentences.phrases;

export interface AuditWords {
  kinds: Words;
  functions: Words;
  /** By function and action. */
  actions: Record<string, Words>;
}

/**
 * The log's words. Those of an entity follow from the name of its resource, unless `sentences/auditLogs.ts` has others.
 * @param nameOf what the resource is called
 */
export const auditWordsOf = (nameOf: (resource: string) => string | undefined): AuditWords => {
  const kinds: Words = { ...auditSentences.kinds };
  const functions: Words = { ...auditSentences.functions };
  const actions: Record<string, Words> = { ...auditSentences.actions };
  for (const [resource, { kind, function: at, names }] of Object.entries(entities)) {
    const word = (kinds[kind] ??= nameOf(resource) ?? '');
    functions[at] ??= word;
    const common = Object.entries<{ name: string }>(names).flatMap(([key, { name }]) => {
      const phrase = phrases[key as keyof ActionNames];
      return phrase && word ? [[name, phrase(word)]] : [];
    });
    actions[at] = { ...(Object.fromEntries(common) as Words), ...actions[at] };
  }
  return { kinds, functions, actions };
};
