import { useTranslate } from 'react-admin';
import { type AuditLog, outcomesOf } from '#contract/auditLog.ts';
import { auditKinds } from './auditKinds.ts';

/** The words of the log: `updateTemplate` of `adminTemplate` → 修改模板. */
export const useAuditLabels = () => {
  const translate = useTranslate();
  const known = (keys: readonly string[], fallback: string) => {
    for (const key of keys) {
      const label = translate(key, { _: '' });
      if (label !== '') return label;
    }
    return fallback;
  };
  return {
    functionLabel: (name: string) => known([`auditLogs.functions.${name}`], name),
    actionLabel: (name: string, action: string, diff: AuditLog['diff'] = []) =>
      known(
        [
          ...outcomesOf(diff).map(outcome => `auditLogs.outcomes.${name}.${action}.${outcome}`),
          `auditLogs.actions.${name}.${action}`,
        ],
        action,
      ),
    kindLabel: (kind: string) => known([`auditLogs.kinds.${kind}`], kind),
    fieldLabel: (kind: string, path: string) =>
      known(
        [
          `resources.${auditKinds[kind] || kind}.fields.${path}`,
          `auditLogs.fields.${path}`,
          `auditLogs.fields.${path.split('.').at(-1)}`,
        ],
        path,
      ),
  };
};
