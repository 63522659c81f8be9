import { type Keyword, MAX_ALIASES } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { keywordSentences } from '#contract/sentences/keywords.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict, invalid, notFound } from '../_shared/base/errors.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { keywords } from '../_shared/templates/records.ts';
import { replaceReference } from '../_shared/templates/replaceReference.ts';
import { termsOf } from './rows.ts';

export const loadMerge = ({ fromIds, toId }: { fromIds: string[]; toId: string }) =>
  Promise.all([keywords.find({ _id: _.in(fromIds) }), keywords.get(toId)]);

/** The words become aliases of one of them, templates refer to that one, and then they are removed. */
export const mergeInto = async (from: Keyword[], to: Keyword | null, context: AdminContext) => {
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

  const ids = from.map(({ _id }) => _id);
  const templates = await replaceReference('keywordIds', ids, to._id, context);
  await inParallel(from, keyword =>
    removeRecord(keywords, keyword, {}, { ...entry, after: { mergedInto: to._id } }),
  );
  return { _id: to._id, templates };
};
