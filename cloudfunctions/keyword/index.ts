import { keywordActions, keywordEntity } from '#contract/keyword.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { writeBatch } from './batch.ts';
import { loadMerge, mergeInto } from './merge.ts';
import { derive } from './rows.ts';

const templates = repository<Stored>('templates');

const countOf = (id: string) => templates.count({ keywordIds: id });

const { records, handlers } = crud(keywordEntity, {
  unique: { word: keywordSentences.taken },
  derive,
  uses: async id => {
    const count = await countOf(id);
    const message = keywordSentences.usedByTemplates(count);
    return [{ resource: 'templates', count, message }];
  },
});

export const main = defineFunction('keyword', keywordActions, {
  ...handlers,

  batchCreateKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'leave'),
  batchUpsertKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'update'),

  mergeKeywords: withLoad(loadMerge, (_data, context, [from, to]) => mergeInto(from, to, context)),

  getUsage: async ({ _id }) => {
    const [, used] = await Promise.all([records.require(_id), countOf(_id)]);
    return { templates: used };
  },
});
