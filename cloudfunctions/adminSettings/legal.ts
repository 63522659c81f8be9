import type { LegalDraft } from '#contract/adminSettings.ts';
import type { ActionInput } from '#contract/index.ts';
import {
  type LegalKind,
  legalKinds,
  legalTexts,
  type LegalVersions,
  nextVersion,
  unfilledPlaces,
} from '#contract/legal.ts';
import { legalSentences } from '#contract/sentences/legal.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { settingsOf, type StoredSettings, valuesOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { legalFacts } from '../_shared/legal/facts.ts';
import {
  idOfText,
  missingNow,
  outdatedIn,
  publishedTexts,
  versionsOf,
} from '../_shared/legal/published.ts';
import { defaultTexts } from '../_shared/legal/texts/index.ts';

export const getLegalTexts = async () => {
  const [facts, { documents }, missing] = await Promise.all([
    legalFacts(),
    settingsOf('compliance'),
    missingNow(),
  ]);
  const ids = legalKinds.map(kind => idOfText(kind, documents[kind]));
  const current = await publishedTexts.find(
    { _id: _.in(ids) },
    { limit: ids.length, fields: ['kind', 'facts'] },
  );
  const list = legalKinds.map(kind => {
    const published = current.find(one => one.kind === kind);
    return {
      kind,
      version: published ? documents[kind] : '',
      outdated: published ? outdatedIn(published, facts) : [],
    };
  });
  return { list, missing };
};

export const getLegalText = async ({ kind }: { kind: LegalKind }): Promise<LegalDraft> => {
  const [facts, { documents }, history] = await Promise.all([
    legalFacts(),
    settingsOf('compliance'),
    versionsOf(kind),
  ]);
  const version = documents[kind];
  const current = version ? await publishedTexts.get(idOfText(kind, version)) : null;
  const suggested = defaultTexts[kind](facts);
  return { kind, version, text: current?.text ?? suggested, suggested, history };
};

/**
 * Text, current version and audit row in one transaction. The settings keep their `rev`: a form that is open beside it
 * has no conflict.
 */
export const publishLegalText = async (
  { kind, text, version: seen }: ActionInput<'adminSettings', 'publishLegalText'>,
  context: AdminContext,
) => {
  const places = unfilledPlaces(text);
  if (places.length > 0) throw invalid({ text: legalSentences.places(places.length, places[0]!) });
  const [facts, by, admin] = await Promise.all([legalFacts(), actorOf(context), context.admin()]);
  const author = authorOf(admin);
  return inTransaction(async transaction => {
    const found = await transaction.get<StoredSettings>('settings', 'compliance');
    const before = (valuesOf('compliance', found)['documents'] ?? {}) as Partial<LegalVersions>;
    const was = before[kind] ?? '';
    if (seen !== undefined && seen !== was) throw stateNotAllowed(legalSentences.changedMeanwhile);
    const today = shanghaiTime(transaction.now).slice(0, 10);
    const version = nextVersion(Object.values(before), today);
    const row = { _id: idOfText(kind, version), kind, version, text, facts, by: author };
    await transaction.insert('legalTexts', row);
    const documents = { ...before, [kind]: version };
    if (found) await transaction.note('settings', 'compliance', { documents });
    else await transaction.insert('settings', { _id: 'compliance', documents, files: [] });
    await transaction.audit({
      by,
      resource: 'setting',
      resourceId: 'compliance',
      reason: legalSentences.published(legalTexts[kind].label, version),
      before: { [`documents.${kind}`]: was },
      after: { [`documents.${kind}`]: version },
    });
    return { kind, version };
  });
};
