import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { functions } from '#contract/index.ts';

/** The functions and actions of the contract that are in the log. */
export const auditActions: { name: string; actions: string[] }[] = Object.entries(functions)
  .map(([name, actions]) => ({
    name,
    actions: [
      ...Object.entries(actions)
        .filter(([, { effect, access }]) => effect === 'write' && access !== 'visitor')
        .map(([action]) => action),
      ...(name === LOOK_AT_PICTURES.function ? [LOOK_AT_PICTURES.action] : []),
    ],
  }))
  .filter(({ actions }) => actions.length > 0);
