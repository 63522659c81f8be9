import type { LegalText } from '#contract/adminSettings.ts';
import type { ActionInput } from '#contract/index.ts';
import { type LegalKind, legalKinds, legalTexts, unfilledPlaces } from '#contract/legal.ts';
import { legalSentences } from '#contract/sentences/legal.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { merged, type StoredSettings, valuesOf } from '../_shared/base/settings.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import type { LegalFacts } from '../_shared/legal/facts.ts';
import {
  idOfText,
  legalFacts,
  missingNow,
  outdatedIn,
  publishedTexts,
  versionsOf,
} from '../_shared/legal/published.ts';
import { defaultTexts } from '../_shared/legal/texts/index.ts';

const shownText = async (
  kind: LegalKind,
  version: string,
  facts: LegalFacts,
): Promise<LegalText> => {
  const [current, history] = await Promise.all([
    version ? publishedTexts.get(idOfText(kind, version)) : null,
    versionsOf(kind),
  ]);
  const suggested = defaultTexts[kind].write(facts);
  return {
    kind,
    version: current ? version : '',
    text: current?.text ?? suggested,
    suggested,
    outdated: current ? outdatedIn(current, facts) : [],
    history: history.map(({ version: one, createTime, by }) => ({ version: one, createTime, by })),
  };
};

export const getLegalTexts = async () => {
  const [facts, { documents }, missing] = await Promise.all([
    legalFacts(),
    settingsOf('compliance'),
    missingNow(),
  ]);
  const list = await Promise.all(legalKinds.map(kind => shownText(kind, documents[kind], facts)));
  return { list, missing };
};

/** The day, and a number from the second text of that day on: no two texts share a version. */
const nextVersion = async (now: number): Promise<string> => {
  const day = shanghaiTime(now).slice(0, 10);
  const since = Date.parse(`${day}T00:00:00+08:00`);
  const today = await publishedTexts.count({ createTime: { $gte: since } });
  return today === 0 ? day : `${day}.${today + 1}`;
};

/** Text, current version and audit row in one transaction. */
export const publishLegalText = async (
  { kind, text, version: seen }: ActionInput<'adminSettings', 'publishLegalText'>,
  context: AdminContext,
): Promise<LegalText> => {
  const places = unfilledPlaces(text);
  if (places.length > 0) throw invalid({ text: legalSentences.places(places.length, places[0]!) });
  const [facts, version, by, admin] = await Promise.all([
    legalFacts(),
    nextVersion(Date.now()),
    actorOf(context),
    context.admin(),
  ]);
  const author = authorOf(admin);
  await inTransaction(async transaction => {
    const found = await transaction.get<StoredSettings>('settings', 'compliance');
    const before = valuesOf('compliance', found);
    const documents = (before['documents'] ?? {}) as Partial<Record<LegalKind, string>>;
    if (seen !== undefined && seen !== (documents[kind] ?? ''))
      throw stateNotAllowed(legalSentences.changedMeanwhile);
    const row = { _id: idOfText(kind, version), kind, version, text, facts, by: author };
    await transaction.insert('legalTexts', row);
    const change = {
      documents: merged(documents, { [kind]: version }),
      updateBy: author,
    };
    const entry = {
      by,
      resource: 'setting',
      reason: legalSentences.published(legalTexts[kind].label, version),
      before: { [`documents.${kind}`]: documents[kind] ?? '' },
      after: { [`documents.${kind}`]: version },
    };
    if (found) await transaction.change('settings', found, change, entry);
    else await transaction.insert('settings', { ...change, files: [], _id: 'compliance' }, entry);
  });
  return shownText(kind, version, facts);
};
