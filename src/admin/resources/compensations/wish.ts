import type { CompensationWish } from '#contract/compensation.ts';

type Values = Record<string, unknown>;

/** Without what was left empty. */
const filled = (value: unknown): unknown => {
  if (value === null || value === '' || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value !== 'object') return value;
  const parts = Object.entries(value)
    .map(([name, part]) => [name, filled(part)] as const)
    .filter(([, part]) => part !== undefined);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
};

/** What the form says, without what does not belong to the kind and the target that were chosen. */
export const wishOf = (values: Values): Partial<CompensationWish> => {
  const { what, amount, target, userIds, users, q, tasks } = values;
  const forTasks = what === 'retry' || target === 'tasks';
  const chosen = userIds ? { userIds } : { users, q };
  return (filled({
    what,
    target: forTasks ? 'tasks' : target,
    ...(what !== 'retry' && { amount }),
    ...(forTasks ? { tasks } : chosen),
  }) ?? {}) as Partial<CompensationWish>;
};

/** The same with its reasons, as it is sent. */
export const requestOf = (values: Values): Values => {
  const { what, packageId, reason, userNote, expectCount } = values;
  return {
    ...wishOf(values),
    ...(what === 'membership' && packageId ? { packageId } : {}),
    reason,
    ...(what === 'credits' && userNote ? { userNote } : {}),
    expectCount,
  };
};
