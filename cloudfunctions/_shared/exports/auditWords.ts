import { auditWords } from '#contract/auditWords.ts';

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
