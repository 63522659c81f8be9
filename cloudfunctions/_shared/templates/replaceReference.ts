import type { Template } from '#contract/template.ts';
import { type Actor, actorOf } from '../base/actor.ts';
import { changeRecord } from '../base/changeRecord.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { inParallel } from '../base/parallel.ts';
import { templates } from './records.ts';

const PAGE = 100;
const TRIES = 8;

/**
 * Replaces a reference in every template that has it, in pages; each template is changed by a compare-and-set with its
 * own audit row. Changed templates no longer match, so an interrupted run continues where it stopped.
 * @returns the number of changed templates
 */
export const replaceReference = async (
  field: 'categoryIds' | 'keywordIds',
  from: string[],
  to: string,
  context: AdminContext,
): Promise<number> => {
  const by = await actorOf(context);
  let moved = 0;
  for (;;) {
    const page = await templates.find({ [field]: _.in(from) }, { limit: PAGE });
    await inParallel(page, template => replaceIn(template, field, from, to, by));
    moved += page.length;
    if (page.length < PAGE) return moved;
  }
};

const replaceIn = async (
  found: Template,
  field: 'categoryIds' | 'keywordIds',
  from: string[],
  to: string,
  by: Actor,
): Promise<void> => {
  let before: Template | null = found;
  for (let tries = 0; before && tries < TRIES; tries += 1) {
    const ids: string[] = before[field];
    if (!ids.some(id => from.includes(id))) return;
    const after = await changeRecord(
      templates,
      before,
      { rev: before.rev },
      { [field]: [...new Set(ids.map(id => (from.includes(id) ? to : id)))] },
      { by, resource: 'template', keepAuthor: true },
    );
    if (after) return;
    before = await templates.get(before._id);
  }
  if (before) throw new Error('others kept changing a template');
};
