import {
  type Keyword,
  keywordActions,
  keywordEntity,
  MAX_ALIASES,
  MAX_WORD_LENGTH,
  searchMissEntity,
} from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { conflict, invalid, notFound } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { idsOf } from '../_shared/base/repository.ts';
import { templates } from '../_shared/templates/records.ts';
import { replaceReference } from '../_shared/templates/replaceReference.ts';
import { findingTemplates } from '../_shared/templates/search.ts';
import { searchMisses, withSuggestions } from '../_shared/templates/searchMisses.ts';
import { writeBatch } from './batch.ts';
import { termsOf } from './rows.ts';

const countOf = (id: string) => templates.count({ keywordIds: id });

const {
  records: keywords,
  handlers,
  list,
} = crud(keywordEntity, {
  unique: { word: keywordSentences.taken },
  uses: async id => {
    const count = await countOf(id);
    const message = keywordSentences.usedByTemplates(count);
    return [{ resource: 'templates', count, message }];
  },
});

const misses = crud(searchMissEntity);

const loadSynonym = ({ missId, keywordId }: { missId: string; keywordId: string }) =>
  Promise.all([searchMisses.require(missId), keywords.require(keywordId)]);

/** What was searched for becomes a synonym, unless the keyword has it, and is no longer listed. */
const addSynonym = async (
  _data: unknown,
  context: AdminContext,
  [miss, keyword]: Awaited<ReturnType<typeof loadSynonym>>,
): Promise<Keyword> => {
  const changed = await withSynonym(keyword, miss.q, context);
  await searchMisses.remove(miss._id);
  return changed;
};

const withSynonym = async (keyword: Keyword, q: string, context: AdminContext) => {
  const known = [keyword.word, ...keyword.aliases].map(normalForm);
  if (known.includes(normalForm(q))) return keyword;
  if (keyword.aliases.length >= MAX_ALIASES)
    throw invalid({ keywordId: keywordSentences.aliasesFull(MAX_ALIASES) });
  if ([...q].length > MAX_WORD_LENGTH)
    throw invalid({ missId: keywordSentences.aliasTooLong(MAX_WORD_LENGTH) });
  const aliases = [...keyword.aliases, q];
  const patch = { aliases, ...termsOf({ aliases }, keyword) };
  const entry = { by: await actorOf(context), resource: 'keyword' };
  const changed = await changeRecord(keywords, keyword, { rev: keyword.rev }, patch, entry);
  if (!changed) throw conflict(await keywords.get(keyword._id));
  return changed;
};

const loadMerge = ({ fromIds, toId }: { fromIds: string[]; toId: string }) =>
  Promise.all([keywords.find({ _id: _.in(fromIds) }), keywords.get(toId)]);

/** The words become aliases of one of them, templates refer to that one, and then they are removed. */
const mergeInto = async (
  _data: unknown,
  context: AdminContext,
  [from, to]: Awaited<ReturnType<typeof loadMerge>>,
) => {
  if (from.length === 0) throw notFound();
  if (!to || from.some(({ _id }) => _id === to._id)) {
    throw invalid({ toId: keywordSentences.otherRequired });
  }
  const known = new Set([to.word, ...to.aliases].map(normalForm));
  const more = from
    .flatMap(({ word, aliases }) => [word, ...aliases])
    .filter(name => !known.has(normalForm(name)) && known.add(normalForm(name)));
  const aliases = [...to.aliases, ...more];
  if (aliases.length > MAX_ALIASES) {
    throw invalid({ fromIds: keywordSentences.tooManyAliases(MAX_ALIASES) });
  }
  const by = await actorOf(context);
  const entry = { by, resource: 'keyword', keepAuthor: true } as const;
  const changed = { aliases, ...termsOf({ aliases }, to) };
  const written = await changeRecord(keywords, to, { rev: to.rev }, changed, entry);
  if (!written) throw conflict(await keywords.get(to._id));

  const moved = await replaceReference('keywordIds', idsOf(from), to._id, context);
  await inParallel(from, keyword =>
    removeRecord(keywords, keyword, {}, { ...entry, after: { mergedInto: to._id } }),
  );
  return { _id: to._id, templates: moved };
};

export const main = defineFunction('keyword', keywordActions, {
  ...handlers,

  /** Hot words say whether they find anything, for one more database round trip where there are some. */
  getKeywords: async request => {
    const { list: page, ...rest } = await list(request);
    const hot = page.filter(({ type, status }) => type === 'hot' && status === 'enabled');
    const finding = await findingTemplates(hot);
    const hotOnes = new Set(hot);
    return {
      ...rest,
      list: page.map(one =>
        hotOnes.has(one) ? { ...one, findsTemplates: finding.has(one._id) } : one,
      ),
    };
  },

  ...misses.handlers,

  getSearchMisses: async request => {
    const page = await misses.list(request);
    return { ...page, list: await withSuggestions(page.list) };
  },

  addSynonym: withLoad(loadSynonym, addSynonym),

  batchCreateKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'leave'),
  batchUpsertKeywords: ({ keywords: rows }, context) => writeBatch(rows, context, 'update'),

  mergeKeywords: withLoad(loadMerge, mergeInto),

  getUsage: async ({ _id }) => {
    const [, used] = await Promise.all([keywords.require(_id), countOf(_id)]);
    return { templates: used };
  },
});
