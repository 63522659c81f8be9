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
    fieldLabel: (kind: string, path: string) => {
      const labels = `resources.${auditKinds[kind] || kind}.fields`;
      const [key = '', ...above] = path.split('.').reverse();
      const map = known([`${labels}.${above.reverse().join('.')}`], '');
      const own = known([`${labels}.${path}`, `auditLogs.fields.${path}`], '');
      // A key that is free, as of a message's field or a picture's style.
      return own || (map ? `${map}（${key}）` : known([`auditLogs.fields.${key}`], path));
    },
  };
};
