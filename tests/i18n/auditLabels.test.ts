import { describe, expect, it } from 'vitest';
import { functions } from '#contract/index.ts';
import { auditLogs } from '#i18n/zh/auditLogs.ts';
import { auditKinds } from '#src/admin/resources/audit-logs/auditKinds.ts';

const deeds = Object.entries(functions).flatMap(([name, actions]) =>
  Object.entries(actions)
    .filter(([, { effect, access }]) => effect === 'write' && access !== 'visitor')
    .map(([action]) => [name, action] as const),
);
const labels = auditLogs.actions as Record<string, Record<string, string>>;
const functionLabels = auditLogs.functions as Record<string, string>;

describe('the audit log', () => {
  it.each(deeds)('has words for %s.%s', (name, action) => {
    expect(functionLabels[name]).toBeTruthy();
    expect(labels[name]?.[action]).toBeTruthy();
  });

  it('distinguishes the actions of one function', () => {
    for (const words of Object.values(labels)) {
      expect(new Set(Object.values(words)).size).toBe(Object.keys(words).length);
    }
  });

  it('has a word for every kind of record', () => {
    expect(Object.keys(auditLogs.kinds).sort()).toEqual(Object.keys(auditKinds).sort());
  });
});
