import { type Template, templatePublishRules } from '#contract/template.ts';
import type { RecordOf } from '../../record.ts';

export type PublishField = keyof typeof templatePublishRules;
export const publishFields = Object.keys(templatePublishRules) as PublishField[];

/** The fields without which a template cannot go online. */
export const missingToPublish = (template: Pick<RecordOf<Template>, PublishField>) =>
  publishFields.filter(field => template[field].length === 0);
