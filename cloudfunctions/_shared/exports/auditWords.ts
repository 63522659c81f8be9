import type { AuditLog } from '#contract/auditLog.ts';
import { auditWords } from '#contract/auditWords.ts';
import { auditSentences } from '#contract/sentences/auditLogs.ts';
import { labelsOfKinds } from '../base/fromEntities.ts';

const otherLabels: Readonly<Record<string, string>> = auditSentences.fields;

/** A row's changes, by the names of the fields. */
export const auditChanges = ({ resource, diff }: Pick<AuditLog, 'resource' | 'diff'>) =>
  diff.map(({ path, ...change }) => ({
    path: labelsOfKinds[resource]?.[path] ?? otherLabels[path] ?? path,
    ...change,
  }));

/** @param functions of which the action may be; actions of several functions have the same name */
export const auditWord = (
  field: string,
  code: string,
  functions: readonly string[] = Object.keys(auditWords.actions),
): string => {
  if (field === 'function') return auditWords.functions[code] || code;
  if (field === 'resource') return auditWords.kinds[code] || code;
  const labels = functions.map(name => auditWords.actions[name]?.[code]).filter(Boolean);
  return [...new Set(labels)].join('、') || code;
};
