import type { Template } from '#contract/template.ts';
import { type Actor, actorOf } from '../base/actor.ts';
import { changeRecord } from '../base/changeRecord.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { inParallel } from '../base/parallel.ts';
import { repository } from '../base/repository.ts';

const templates = repository<Template>('templates');
const PAGE = 100;
const TRIES = 8;

/**
 * Every template that names one of these names another instead, in pages; each template is one compare-and-set and one
 * audit row of its own. What was moved is no longer found, so a run that was cut off goes on where it stopped.
 * @returns how many templates were changed
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
