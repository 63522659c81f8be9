import { actors } from '#contract/sentences/actors.ts';
import { legalSentences } from '#contract/sentences/legal.ts';
import { templateSentences } from '#contract/sentences/templates.ts';
import { moveAtOf, type Template } from '#contract/template.ts';
import { missingSentence, missingToPublish } from '#contract/templatePublishing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { eachDue, findDue } from '../_shared/base/eachDue.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { missingNow } from '../_shared/legal/published.ts';
import { alertAdmins } from '../_shared/messages/outbox.ts';
import { usablePools, withMissingKey } from '../_shared/tasks/service.ts';
import { templates } from '../_shared/templates/records.ts';

const by = systemActor(actors.system, 'worker', 'templateTimes');

/** Why it cannot go online; '' where it can. */
const obstacleOf = (template: Template, pools: string[], missing: string[]): string => {
  const needs = withMissingKey(missingToPublish(template), template, pools);
  if (Object.keys(needs).length > 0) return missingSentence(needs);
  return missing.length > 0 ? legalSentences.missing(missing) : '';
};

/** By the rules of going online by hand; what may not go online is reported, and not tried again. */
const moveOne = async (id: string): Promise<boolean> => {
  const [pools, missing] = await Promise.all([usablePools(), missingNow()]);
  return inTransaction(async transaction => {
    const before = await transaction.get<Template>('templates', id);
    const { now } = transaction;
    const isOver = (time: number | null | undefined) => time != null && time <= now;
    const [isOn, isOff] = [isOver(before?.onlineAt), isOver(before?.offlineAt)];
    if (!before || (!isOn && !isOff)) return false;
    const { status, name } = before;
    const times = { ...(isOn && { onlineAt: null }), ...(isOff && { offlineAt: null }) };
    const over = { ...times, moveAt: moveAtOf({ ...before, ...times }) };
    const entry = { by, resource: 'template' };
    const { onTime, offTime } = templateSentences;
    // Where both have passed meanwhile, it would be offline again by now.
    if (isOff) {
      const moved = { ...over, ...(status === 'online' && { status: 'offline' as const }) };
      await transaction.change('templates', before, moved, { ...entry, reason: offTime });
      return true;
    }
    const obstacle = status === 'online' ? '' : obstacleOf(before, pools, missing);
    const isMoved = status !== 'online' && obstacle === '';
    const moved = { ...over, ...(isMoved && { status: 'online' as const, publishTime: now }) };
    if (isMoved && before.priceFen) transaction.due('virtualGoods', now);
    await transaction.change('templates', before, moved, { ...entry, reason: obstacle || onTime });
    if (obstacle)
      await alertAdmins(transaction, {
        event: 'templateHeld',
        key: `${id}_${before.onlineAt}`,
        values: { name, reason: obstacle },
        path: `templates/edit/${id}`,
      });
    return true;
  });
};

/** Templates go on and off line at their times. */
export const moveTemplates = async (): Promise<number> => {
  const { done } = await eachDue({
    find: page => findDue(templates, 'moveAt', {}, { fields: ['_id'], ...page }),
    work: ({ _id }) => moveOne(_id),
  });
  return done;
};
