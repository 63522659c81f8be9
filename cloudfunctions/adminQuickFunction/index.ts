import {
  type QuickFunction,
  quickFunctionDefaults,
  quickTargetProblems,
  quickFunctionActions,
} from '#contract/quickFunction.ts';
import { crud } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { laidOver } from '../_shared/fileUse.ts';
import { invalid, notFound } from '../_shared/errors.ts';
import { gramsOf } from '../_shared/search.ts';
import { sorting } from '../_shared/sorting.ts';
import { targetExists, withTargets } from './targets.ts';

const quickFunctions = crud<QuickFunction>({
  collection: 'quickFunctions',
  resource: 'quickFunction',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  stateField: 'status',
  states: ['enabled', 'disabled'],
  searchField: 'title',
  derive: ({ title }) => (title === undefined ? {} : { grams: gramsOf(title) }),
  fileFields: ['icon'],
});
const { records } = quickFunctions;

type Target = Parameters<typeof quickTargetProblems>[0];

/** Checks the fields of the target and that it exists. */
const checkTarget = async (target: Target) => {
  const problems = quickTargetProblems(target);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (!(await targetExists(target))) throw invalid({ targetId: '所选内容已不存在，请重新选择' });
};

const aims = ['targetType', 'targetId', 'path', 'appid', 'startTime', 'endTime'] as const;

export const main = defineFunction('adminQuickFunction', quickFunctionActions, {
  getQuickFunctions: async request => {
    const page = await quickFunctions.list(request);
    return { ...page, list: await withTargets(page.list) };
  },

  getQuickFunctionById: async ({ id }) => {
    const [shown] = await withTargets([await records.require(id)]);
    if (!shown) throw notFound();
    return shown;
  },

  createQuickFunction: withLoad(
    fields => checkTarget(laidOver(quickFunctionDefaults, fields) as Target),
    ({ idemKey, ...fields }, context) =>
      quickFunctions.create(
        { ...quickFunctionDefaults, ...fields, clickCount: 0 },
        context,
        idemKey,
      ),
  ),

  updateQuickFunction: withLoad(
    async ({ _id, ...fields }) => {
      const before = await records.get(_id);
      // A missing target may stay while other fields change; a new target must exist.
      if (before && aims.some(field => fields[field] !== undefined)) {
        await checkTarget(laidOver(before, fields) as Target);
      }
      return before;
    },
    ({ _id, rev, ...fields }, context, before) =>
      quickFunctions.update(_id, rev, fields, context, before),
  ),

  deleteQuickFunction: withLoad(
    ({ id }) => records.get(id),
    ({ id, rev }, context, before) => quickFunctions.remove(id, rev, context, before),
  ),

  setQuickFunctionStatus: withLoad(
    ({ id }) => records.get(id),
    ({ id, status, rev }, context, before) =>
      quickFunctions.update(id, rev, { status }, context, before),
  ),

  updateQuickFunctionSort: sorting(records, 'quickFunction'),
});
