import type { LegalKind } from '#contract/legal.ts';
import { systemSettingsActions } from '#contract/settings.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { legalFacts } from '../_shared/legal/facts.ts';
import { idOfText, publishedTexts, versionsOf } from '../_shared/legal/published.ts';
import { defaultTexts } from '../_shared/legal/texts/index.ts';
import { visitorSettings } from '../_shared/users/opening.ts';

const getLegalText = async ({
  kind,
  version,
}: {
  kind: LegalKind;
  version?: string | undefined;
}) => {
  const { documents } = await settingsOf('compliance');
  const wanted = version ?? documents[kind];
  if (wanted === '')
    return { version: '', text: defaultTexts[kind](await legalFacts()), versions: [] };
  const [found, versions] = await Promise.all([
    publishedTexts.get(idOfText(kind, wanted)),
    versionsOf(kind),
  ]);
  if (!found) throw notFound();
  return { ...found, versions: versions.map(one => one.version) };
};

export const main = defineFunction('systemSettings', systemSettingsActions, {
  getSettings: (_data, context) => visitorSettings(context),

  getLegalText,
});
