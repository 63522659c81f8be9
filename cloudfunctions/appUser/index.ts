import { isDeepStrictEqual } from 'node:util';
import { appUserActions } from '#contract/appUser.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import type { Message } from '#contract/message.ts';
import { userEvents, type UserEventName } from '#contract/messageEvents.ts';
import type { QuickFunction } from '#contract/quickFunction.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { keysOf } from '#contract/states.ts';
import { type LedgerEntry, userLogTypes } from '#contract/user.ts';
import { deletionOf } from '../_shared/accounts/anonymous.ts';
import { deleteAccount } from '../_shared/accounts/closing.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { countAll, countAttempt, withCounters } from '../_shared/base/attempts.ts';
import { _ } from '../_shared/base/cloud.ts';
import { type CallContext, defineFunction } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { networkOf } from '../_shared/base/network.ts';
import { repository } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { redeemCode, type Redeemed } from '../_shared/codes/redeem.ts';
import { CodeRefused } from '../_shared/codes/rules.ts';
import { countFreeUse } from '../_shared/counting/uses.ts';
import {
  checkTerms,
  consents,
  currentVersions,
  photoConsentOf,
  type StoredConsent,
} from '../_shared/users/consents.ts';
import { feedback, type StoredFeedback } from '../_shared/users/feedback.ts';
import { guardianFields, guardianOf, noGuardian } from '../_shared/users/guardian.ts';
import { rewards } from '../_shared/users/invitations.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';
import { checkOpen } from '../_shared/users/opening.ts';
import { ownList } from '../_shared/users/ownList.ts';
import { sessionFields } from '../_shared/users/session.ts';
import { logUser, type StoredUserLog } from '../_shared/users/userLog.ts';
import { openidOf, visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';
import { codeSession } from '../_shared/weChat/client.ts';
import { answerFeedback, openFeedback, sendFeedback } from './feedback.ts';
import { useLocalApp } from './useLocalApp.ts';

const ownMessages = ownList<Message>('messages');

/** Given and taken back in turn, each leaves a row for good. */
const CONSENTS_A_DAY = 20;

/** As support reads it, beside the row that is kept as evidence. */
const log = (user: StoredUser, title: string, version: string, { ip }: CallContext) =>
  logUser(user, { type: 'status', title, detail: userSentences.versionOf(version), ip });

/** Agreement and privacy text. Repeating it changes nothing. */
const agree = async (
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
const consentToPhotos = async (
  { version, age, guardian: by }: ActionInput<'appUser', 'consentToPhotos'>,
  context: CallContext,
) => {
  const [user, { face, under14 }] = await Promise.all([visitorUser(context), currentVersions()]);
  if (version !== face) throw stateNotAllowed(userSentences.agreementChanged);
  if (age === 'guardian' && !under14) throw stateNotAllowed(userSentences.notUnder14);
  if (age === 'guardian' && !by) throw invalid({ guardian: userSentences.guardianMissing });
  if (age !== 'guardian' && by) throw invalid({ guardian: userSentences.guardianOfOthers });
  const guardian = by ? { name: by.name, contact: by.contact } : null;
  const given = user.photoConsent;
  const isSame = given?.version === version && given.age === age && !given.withdrawnTime;
  if (isSame && isDeepStrictEqual(guardianOf(user), guardian))
    return { photoConsent: version, time: given.time };
  await countAttempt(`consents ${user.openid}`, CONSENTS_A_DAY, DAY_MS);
  const time = Date.now();
  await consents.insert({ userId: user._id, kind: 'face', version, isGiven: true, age });
  const consent = {
    photoConsent: { version, time, age, withdrawnTime: null },
    ...(guardian ? guardianFields(user._id, guardian) : noGuardian),
  };
  const [noted] = await Promise.all([
    users.noteWhile(user._id, { openid: user.openid }, consent),
    log(user, userSentences.agreedFace, version, context),
  ]);
  if (!noted) throw stateNotAllowed(userSentences.accountDeleted);
  return { photoConsent: version, time };
};

/** @throws 40902 for a code that is not the caller's, 50201 */
const keepWechatSession = async (
  { code }: ActionInput<'appUser', 'keepWechatSession'>,
  context: CallContext,
) => {
  const session = await codeSession(code);
  if (session.kind === 'unknown' || session.kind === 'unset')
    throw new ActionError(codes.thirdParty);
  const openid = openidOf(context);
  if (session.kind === 'refused' || session.data.openid !== openid)
    throw stateNotAllowed(orderSentences.signInAnew);
  const { _id } = await visitorUser(context);
  const noted = await users.noteWhile(
    _id,
    { openid },
    sessionFields(_id, session.data.session_key),
  );
  if (!noted) throw stateNotAllowed(userSentences.accountDeleted);
  return {};
};

/**
 * From now on no photo is taken. The worker, which begins before this is answered, erases those that are there and ends
 * the tasks that have not ended.
 */
const withdrawPhotoConsent = async (context: CallContext) => {
  const user = await visitorSeen(context);
  const { _id: userId, photoConsent } = user;
  const time = Date.now();
  if (!photoConsent || photoConsent.withdrawnTime) return { photoConsent: '', time };
  const { version } = photoConsent;
  const withdrawn = { ...photoConsent, withdrawnTime: time };
  await Promise.all([
    users.note(userId, { photoConsent: withdrawn, closingTime: time, ...noGuardian }),
    markDue('closings', time),
    consents.insert({ userId, kind: 'face', version, isGiven: false }),
    log(user, userSentences.withdrewFace, version, context),
  ]);
  return { photoConsent: '', time };
};

/** That support has written a note is for support. */
const loggedTypes = keysOf(userLogTypes).filter(type => type !== 'note');

const MOST_UNREAD = 9;

/** Only support sees why it was refused. */
const refuse = async (user: StoredUser, { why, codeId }: CodeRefused, { ip }: CallContext) => {
  const about = { refType: 'activationCode', refId: codeId, ip };
  const title = activationCodeSentences.redemptionFailed;
  await logUser(user, { type: 'redeem', title, detail: why, ...about });
  return stateNotAllowed(activationCodeSentences.refused);
};

/** A wrong code counts; nothing else does. */
const redeem = async (
  { code }: ActionInput<'appUser', 'redeemCode'>,
  context: CallContext,
): Promise<Redeemed> => {
  const name = `redeem ${openidOf(context)} ${networkOf(context.ip)}`;
  const { REDEEM_WRONG_TRIES, REDEEM_WINDOW_MS } = environment;
  const [seen, limits, general, compliance] = await Promise.all([
    visitorSeen(context),
    withCounters([[name, REDEEM_WRONG_TRIES, REDEEM_WINDOW_MS]]),
    settingsOf('general'),
    settingsOf('compliance'),
    checkOpen(context),
  ]);
  checkTerms(seen, general, compliance);
  const counting = await countAll(limits);
  let takenBack: Promise<void> | undefined;
  const takeBack = () => (takenBack ??= counting());
  let isWrong = false;
  try {
    const user = await visitorUser(context, seen);
    return await redeemCode(code, user, undefined, takeBack).catch(async (error: unknown) => {
      isWrong = error instanceof CodeRefused;
      throw error instanceof CodeRefused ? await refuse(user, error, context) : error;
    });
  } finally {
    if (!isWrong) await takeBack();
  }
};

const nothing = { photos: 0, works: 0, prints: 0, kept: 0, open: [] };

/** Orders stay as they are: the upload of a delivery that still waits takes payer and payment from them. */
const deleteMyData = async (preview: boolean, context: CallContext) => {
  const user = await visitorSeen(context);
  if (user._id === '') return { ...nothing, isErased: !preview };
  const effects = await deletionOf(user);
  if (preview) return { ...effects, isErased: false };
  const by = visitorActor(context);
  await deleteAccount(user, { by, reason: userSentences.deletedByHimself });
  return { ...effects, isErased: true };
};

const quickFunctions = repository<QuickFunction>('quickFunctions');

export const main = defineFunction('appUser', appUserActions, {
  getMe: async (_data, context) => {
    const [user, unreadLetters, { invitation }] = await Promise.all([
      visitorSeen(context),
      feedback.count({ openid: openidOf(context), isUnread: true }, MOST_UNREAD),
      settingsOf('general'),
    ]);
    return {
      ...user,
      unreadLetters: Math.min(unreadLetters, MOST_UNREAD),
      agreedVersion: user.agreement?.version ?? '',
      photoConsent: photoConsentOf(user),
      guardian: guardianOf(user),
      invitation: rewards(invitation) ? invitation : null,
    };
  },

  agree,
  consentToPhotos,
  keepWechatSession,
  withdrawPhotoConsent: (_data, context) => withdrawPhotoConsent(context),

  sendFeedback,

  deleteMyData: ({ preview }, context) => deleteMyData(preview, context),

  redeemCode: redeem,
  useLocalApp,

  countClick: async ({ id }, context) => {
    await quickFunctions.require(id);
    await countFreeUse(context, 'quickFunctions', id);
    return {};
  },

  getLedger: ownList<LedgerEntry>('creditLedger'),
  getFeedbacks: ownList<StoredFeedback>('feedback'),

  openFeedback: ({ id }, context) => openFeedback(id, context),
  answerFeedback,

  getConsents: ownList<StoredConsent>('consents'),
  getLog: ownList<StoredUserLog>('userLogs', { type: _.in(loggedTypes) }),
  getMessages: async (request, context) => {
    const { list, ...page } = await ownMessages(request, context);
    const titleOf = (event: string) => userEvents[event as UserEventName].label;
    return { ...page, list: list.map(one => ({ ...one, title: titleOf(one.event) })) };
  },
});
