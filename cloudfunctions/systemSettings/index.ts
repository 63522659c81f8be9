import { type LegalKind, termsVersion } from '#contract/legal.ts';
import { systemSettingsActions } from '#contract/settings.ts';
import { mergeSystemSettings } from '#contract/systemSettings.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { legalFacts } from '../_shared/legal/facts.ts';
import { idOfText, publishedTexts, versionsOf } from '../_shared/legal/published.ts';
import { defaultTexts } from '../_shared/legal/texts/index.ts';
import { isAbroadNow } from '../_shared/users/consents.ts';
import { noticesFor } from '../_shared/users/opening.ts';

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
  getSettings: async (_data, context) => {
    const [system, general, legal, isAbroad] = await Promise.all([
      settingsOf('system'),
      settingsOf('general'),
      settingsOf('compliance'),
      isAbroadNow(),
    ]);
    const agreementVersion = termsVersion(legal.documents, general.agreementVersion);
    return mergeSystemSettings({
      ...system,
      site: { ...general, legal, isAbroad, agreementVersion, ...noticesFor(context, general) },
    });
  },

  getLegalText,
});
