import { quickFunctionEntity, quickTargetProblems } from '#contract/quickFunction.ts';
import { quickFunctionSentences } from '#contract/sentences/localApps.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { invalid, notFound } from '../_shared/base/errors.ts';
import { patched } from '../_shared/base/repository.ts';
import { targetExists, withTargets } from '../_shared/templates/quickTargets.ts';

type Target = Parameters<typeof quickTargetProblems>[0];

/** Checks the fields of the target and that it exists. */
const checkTarget = async (target: Target) => {
  const problems = quickTargetProblems(target);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (!(await targetExists(target))) throw invalid({ targetId: quickFunctionSentences.targetGone });
};

const aims = ['targetType', 'targetId', 'path', 'appid', 'startTime', 'endTime'] as const;

const { records, list, handlers } = crud(quickFunctionEntity, {
  // A missing target may stay while other fields change; a new target must exist.
  check: async (fields, { reading }) => {
    const before = reading ? await reading : quickFunctionEntity.defaults;
    if (before && aims.some(field => fields[field] !== undefined))
      await checkTarget(patched(before, fields) as Target);
  },
});

export const main = defineFunction('adminQuickFunction', quickFunctionEntity.actions, {
  ...handlers,

  getQuickFunctions: async request => {
    const page = await list(request);
    return { ...page, list: await withTargets(page.list) };
  },

  getQuickFunctionById: async ({ id }) => {
    const [shown] = await withTargets([await records.require(id)]);
    if (!shown) throw notFound();
    return shown;
  },
});
