import type { Template } from '#contract/template.ts';
import { missingToRun } from '#contract/templatePublishing.ts';
import { templates } from './records.ts';

/** Published by older rules; a job takes it offline, and until then it is not shown. */
export const canRun = (template: Template) => Object.keys(missingToRun(template)).length === 0;

/** Null for one that visitors may not see, whether it exists or not. Database round trips: 1. */
export const publishedTemplate = async (id: string): Promise<Template | null> => {
  const template = await templates.get(id);
  return template?.status === 'online' && canRun(template) ? template : null;
};
