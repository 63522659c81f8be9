import { termsVersion } from '#contract/legal.ts';
import { mergeSystemSettings } from '#contract/systemSettings.ts';
import type { Caller } from '../base/cloud.ts';
import { settingsOf } from '../base/settings.ts';
import { isAbroadNow } from './consents.ts';
import { noticesFor } from './opening.ts';

/** What pages and mini-programs know of the settings. */
export const visitorSettings = async (caller: Caller) => {
  const [system, general, legal, isAbroad] = await Promise.all([
    settingsOf('system'),
    settingsOf('general'),
    settingsOf('compliance'),
    isAbroadNow(),
  ]);
  const agreementVersion = termsVersion(legal.documents, general.agreementVersion);
  return mergeSystemSettings({
    ...system,
    site: { ...general, legal, isAbroad, agreementVersion, ...noticesFor(caller, general) },
  });
};
