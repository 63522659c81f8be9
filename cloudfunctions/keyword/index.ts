import { keywordActions, keywordEntity } from '#contract/keyword.ts';
import { searchMissEntity } from '#contract/searchMiss.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { templates } from '../_shared/templates/records.ts';
import { findingTemplates } from '../_shared/templates/search.ts';
import { withSuggestions } from '../_shared/templates/searchMisses.ts';
import { writeBatch } from './batch.ts';
import { loadMerge, mergeInto } from './merge.ts';
import { derive } from './rows.ts';
import { addSynonym, loadSynonym } from './synonym.ts';

const countOf = (id: string) => templates.count({ keywordIds: id });

const { records, handlers, ...keywords } = crud(keywordEntity, {
  unique: { word: keywordSentences.taken },
  derive,
  uses: async id => {
    const count = await countOf(id);
    const message = keywordSentences.usedByTemplates(count);
    return [{ resource: 'templates', count, message }];
  },
});

const misses = crud(searchMissEntity);

export const main = defineFunction('keyword', keywordActions, {
  ...handlers,

  /** Of hot words it is told whether they find anything: one wait more where there are some. */
  getKeywords: async request => {
    const { list, ...rest } = await keywords.list(request);
    const hot = list.filter(({ type, status }) => type === 'hot' && status === 'enabled');
    const finding = await findingTemplates(hot);
    const told = new Set(hot);
    return {
      ...rest,
      list: list.map(one =>
        told.has(one) ? { ...one, findsTemplates: finding.has(one._id) } : one,
      ),
    };
  },

  ...misses.handlers,

  getSearchMisses: async request => {
    const { list, ...rest } = await misses.list(request);
    return { ...rest, list: await withSuggestions(list) };
  },

  addSynonym: withLoad(loadSynonym, (_data, context, [miss, keyword]) =>
    addSynonym(miss, keyword, context),
  ),

  batchCreateKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'leave'),
  batchUpsertKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'update'),

  mergeKeywords: withLoad(loadMerge, (_data, context, [from, to]) => mergeInto(from, to, context)),

  getUsage: async ({ _id }) => {
    const [, used] = await Promise.all([records.require(_id), countOf(_id)]);
    return { templates: used };
  },
});
