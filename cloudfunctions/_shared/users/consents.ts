import {
  coversPhotos,
  faceVersion,
  isLater,
  refundsVersion,
  termsVersion,
} from '#contract/legal.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { Consent } from '#contract/user.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import type { StoredUser } from './ledger.ts';

/** Rows are kept as evidence, without anything that names the user. */
export interface StoredConsent extends Stored, Omit<Consent, keyof Stored> {
  userId: string;
}

export const consents = repository<StoredConsent>('consents');

const apiKeys = repository<Stored & { region: string }>('apiKeys');

/** Whether photos go abroad: whether there is a key of the image service's international site. */
export const isAbroadNow = async (): Promise<boolean> =>
  (await apiKeys.find({ region: 'ai' }, { limit: 1, fields: ['region'] })).length > 0;

/** What is to be agreed to now. Database round trips: 1. */
export const currentVersions = async () => {
  const [general, { documents, minors }, isAbroad] = await Promise.all([
    settingsOf('general'),
    settingsOf('compliance'),
    isAbroadNow(),
  ]);
  return {
    terms: termsVersion(documents, general.agreementVersion),
    face: faceVersion(documents, isAbroad),
    under14: minors.under14,
  };
};

type Versions = Awaited<ReturnType<typeof currentVersions>>;

/** The version of the text on faces that the user's consent holds for; '' for none, or when it was taken back. */
export const photoConsentOf = ({ photoConsent, guardian }: StoredUser): string => {
  if (!photoConsent || photoConsent.withdrawnTime) return '';
  return photoConsent.age === 'guardian' && !guardian ? '' : photoConsent.version;
};

/** @throws 40902 for a user below fourteen while the service is not for them */
const checkAge = ({ photoConsent }: StoredUser, { minors }: Settings<'compliance'>): void => {
  if (photoConsent?.age === 'guardian' && !photoConsent.withdrawnTime && !minors.under14)
    throw stateNotAllowed(userSentences.notUnder14);
};

/** A mini-program that cannot ask yet is given time until a day. */
const isAsked = (openid: string, { miniProgram }: Settings<'compliance'>): boolean =>
  !isWechatOpenid(openid) || !isLater(miniProgram);

/**
 * Before anything of the visitor is processed: a task, a purchase, a code, an address.
 * @throws 40902 with `needsAgreement` where the user has not agreed to the current agreement and privacy text
 */
export const checkTerms = (
  { agreement }: StoredUser,
  { agreementVersion }: Settings<'general'>,
  { documents }: Settings<'compliance'>,
): void => {
  if (agreement?.version !== termsVersion(documents, agreementVersion))
    throw stateNotAllowed(pictureSentences.agreeFirst, { needsAgreement: true });
};

/** Before a photo is used, also one that was uploaded earlier. @throws 40902 with `needsPhotoConsent` */
export const checkPhotoConsent = (
  user: StoredUser,
  { face }: Pick<Versions, 'face'>,
  compliance: Settings<'compliance'>,
): void => {
  checkAge(user, compliance);
  if (isAsked(user.openid, compliance) && !coversPhotos(photoConsentOf(user), face))
    throw stateNotAllowed(pictureSentences.consentFirst, { needsPhotoConsent: true });
};

/** Before something is paid. @throws 40902 with `needsRefundRules` where the current rules were not confirmed */
export const checkRefundRules = (
  openid: string,
  confirmed: string | undefined,
  compliance: Settings<'compliance'>,
): void => {
  if (isAsked(openid, compliance) && confirmed !== refundsVersion(compliance.documents))
    throw stateNotAllowed(orderSentences.refundRulesFirst, { needsRefundRules: true });
};
