import { type Keyword, MAX_ALIASES, MAX_WORD_LENGTH } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict, invalid, notFound } from '../_shared/base/errors.ts';
import { keywords } from '../_shared/templates/records.ts';
import { searchMisses } from '../_shared/templates/searchMisses.ts';
import { termsOf } from './rows.ts';

export const loadSynonym = ({ missId, keywordId }: { missId: string; keywordId: string }) =>
  Promise.all([searchMisses.get(missId), keywords.get(keywordId)]);

/** What was searched for becomes a synonym, unless the keyword has it, and is no longer listed. */
export const addSynonym = async (
  miss: { _id: string; q: string } | null,
  keyword: Keyword | null,
  context: AdminContext,
): Promise<Keyword> => {
  if (!miss || !keyword) throw notFound();
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
