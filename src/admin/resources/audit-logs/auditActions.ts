import { functions } from '#contract/index.ts';

/** The functions whose deeds are in the log, each with its deeds, as the contract has them. */
export const auditActions: { name: string; actions: string[] }[] = Object.entries(functions)
  .map(([name, actions]) => ({
    name,
    actions: Object.entries(actions)
      .filter(([, { effect, access }]) => effect === 'write' && access !== 'visitor')
      .map(([action]) => action),
  }))
  .filter(({ actions }) => actions.length > 0);
