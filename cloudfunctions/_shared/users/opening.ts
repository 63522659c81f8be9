import { termsVersion } from '#contract/legal.ts';
import { openingSentences } from '#contract/sentences/opening.ts';
import { mergeSystemSettings } from '#contract/systemSettings.ts';
import type { Caller } from '../base/cloud.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import { isAbroadNow } from './consents.ts';
import { isWechatOpenid, knownOpenid } from './visitorUser.ts';

type Opening = Pick<Settings<'general'>, 'maintenance' | 'visitor'>;

/** The sentence for the caller while the service or the web side is closed to them; null where it is not. */
export const noticesFor = (caller: Caller, { maintenance, visitor }: Opening) => {
  const openid = knownOpenid(caller);
  const { on, allowOpenids, message } = maintenance;
  const isKeptOut = on && !allowOpenids.includes(openid);
  return {
    maintenance: isKeptOut ? message || openingSentences.maintenance : null,
    closed: visitor.enabled || isWechatOpenid(openid) ? null : openingSentences.webClosed,
  };
};

/**
 * Why the caller may begin nothing new; '' if they may. What they have already stays visible: works, orders, prints.
 */
export const notOpenFor = (caller: Caller, general: Opening): string => {
  const { maintenance, closed } = noticesFor(caller, general);
  const isAnonymous = general.visitor.needLogin && caller.isAnonymous;
  return maintenance ?? closed ?? (isAnonymous ? openingSentences.signInNeeded : '');
};

/** @throws 40902 */
export const checkOpen = async (caller: Caller): Promise<void> => {
  const refusal = notOpenFor(caller, await settingsOf('general'));
  if (refusal) throw stateNotAllowed(refusal);
};

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
