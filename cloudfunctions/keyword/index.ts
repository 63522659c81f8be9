import { type Keyword, keywordDefaults, normaliseWord, keywordActions } from '#contract/keyword.ts';
import { keywordMoreActions } from '#contract/merging.ts';
import { _ } from '../_shared/cloud.ts';
import { crud, referenced } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { repository, type Stored } from '../_shared/repository.ts';
import { writeBatch } from './batch.ts';
import { derive } from './derive.ts';
import { loadMerge, mergeInto } from './merge.ts';

const keywords = crud<Keyword>({
  collection: 'keywords',
  resource: 'keyword',
  defaultSort: [
    ['weight', 'desc'],
    ['createTime', 'desc'],
  ],
  searchField: 'word',
  unique: { word: '已有相同的关键词' },
  derive,
});
const { records } = keywords;
const templates = repository<Stored>('templates');

const actions = { ...keywordActions, ...keywordMoreActions };

export const main = defineFunction('keyword', actions, {
  getKeywords: request => keywords.list(request),

  /** In the order of the request; missing ones are left out. */
  getKeywordsByIds: async ({ ids }) => {
    const found = ids.length > 0 ? await records.find({ _id: _.in(ids) }) : [];
    const byId = new Map(found.map(keyword => [keyword._id, keyword]));
    return { list: [...new Set(ids)].flatMap(id => byId.get(id) ?? []) };
  },

  createKeyword: ({ idemKey, ...fields }, context) =>
    keywords.create(
      { ...keywordDefaults, ...fields, norm: normaliseWord(fields.word) },
      context,
      idemKey,
    ),

  updateKeyword: withLoad(
    ({ _id }) => records.get(_id),
    ({ _id, rev, ...fields }, context, before) =>
      keywords.update(_id, rev, fields, context, before),
  ),

  deleteKeyword: withLoad(
    ({ _id }) => Promise.all([records.get(_id), templates.count({ keywordIds: _id })]),
    async ({ _id, rev }, context, [before, used]) => {
      if (used > 0) {
        throw referenced(`还有 ${used} 个模板使用该关键词，请先移除`, {
          resource: 'templates',
          count: used,
        });
      }
      return keywords.remove(_id, rev, context, before);
    },
  ),

  batchCreateKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'leave'),
  batchUpsertKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'update'),

  mergeKeywords: withLoad(loadMerge, (_data, context, [from, to]) => mergeInto(from, to, context)),

  getUsage: async ({ _id }) => {
    const [, used] = await Promise.all([
      records.require(_id),
      templates.count({ keywordIds: _id }),
    ]);
    return { templates: used };
  },
});
