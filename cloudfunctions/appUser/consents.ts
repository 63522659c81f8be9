import type { ActionInput } from '#contract/index.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { completeClosing, CUT_OFF_MS } from '../_shared/accounts/closing.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { countAttempt } from '../_shared/base/attempts.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { consents, currentVersions } from '../_shared/users/consents.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';
import { logUser } from '../_shared/users/userLog.ts';
import { visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';

/** Given and taken back in turn, each leaves a row for good. */
const CONSENTS_A_DAY = 20;

/** As support reads it, beside the row that is kept as evidence. */
const log = (user: StoredUser, title: string, version: string, { ip }: CallContext) =>
  logUser(user, { type: 'status', title, detail: userSentences.versionOf(version), ip });

/** Agreement and privacy text. Repeating it changes nothing. */
export const agree = async (
  { version, invitedBy }: ActionInput<'appUser', 'agree'>,
  context: CallContext,
) => {
  const [user, { terms }] = await Promise.all([
    visitorUser(context, undefined, invitedBy),
    currentVersions(),
  ]);
  if (version !== terms) throw stateNotAllowed(userSentences.agreementChanged);
  const agreed = user.agreement;
  if (agreed?.version === version) return { agreedVersion: version, time: agreed.time };
  const agreement = { version, time: Date.now(), ip: context.ip };
  const row = { userId: user._id, kind: 'terms' as const, version, isGiven: true };
  await consents.insertUnlessThere(row, `${user._id}_terms_${version}`);
  await Promise.all([
    users.note(user._id, { agreement }),
    log(user, userSentences.agreedTerms, version, context),
  ]);
  return { agreedVersion: version, time: agreement.time };
};

/** The consent to photos of faces, apart from all else. Repeating it changes nothing. @throws 42901 */
export const consentToPhotos = async (
  { version, age }: ActionInput<'appUser', 'consentToPhotos'>,
  context: CallContext,
) => {
  const [user, { face }] = await Promise.all([visitorUser(context), currentVersions()]);
  if (version !== face) throw stateNotAllowed(userSentences.agreementChanged);
  const given = user.photoConsent;
  if (given?.version === version && given.age === age && !given.withdrawnTime)
    return { photoConsent: version, time: given.time };
  await countAttempt(`consents ${user.openid}`, CONSENTS_A_DAY, DAY_MS);
  const time = Date.now();
  await consents.insert({ userId: user._id, kind: 'face', version, isGiven: true, age });
  await Promise.all([
    users.note(user._id, { photoConsent: { version, time, age, withdrawnTime: null } }),
    log(user, userSentences.agreedFace, version, context),
  ]);
  return { photoConsent: version, time };
};

/**
 * From now on no photo is taken; those that are there go at once, and so do tasks that have not ended. What is cut off is
 * completed by the job for accounts.
 */
export const withdrawPhotoConsent = async (context: CallContext) => {
  const user = await visitorSeen(context);
  const { _id: userId, photoConsent } = user;
  const time = Date.now();
  if (!photoConsent || photoConsent.withdrawnTime) return { photoConsent: '', time };
  const { version } = photoConsent;
  const withdrawn = { ...photoConsent, withdrawnTime: time };
  const closingTime = time + CUT_OFF_MS;
  await markDue('closings', closingTime);
  await users.note(userId, { photoConsent: withdrawn, closingTime });
  await consents.insert({ userId, kind: 'face', version, isGiven: false });
  await log(user, userSentences.withdrewFace, version, context);
  const by = visitorActor(context);
  await completeClosing({ ...user, photoConsent: withdrawn }, by);
  return { photoConsent: '', time };
};
