import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { type Message, messageActions, messageEntity } from '#contract/message.ts';
import { type UserEventName, userEventNames } from '#contract/messageEvents.ts';
import { type MessageObstacle, messageObstacle } from '#contract/messageObstacle.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, insertRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, onRecord } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { conflict, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { intended, once } from '../_shared/base/repeats.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { messages, type StoredMessage } from '../_shared/messages/messages.ts';
import { userMessageRow } from '../_shared/messages/outbox.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';
import { isWechatOpenid } from '../_shared/users/visitorUser.ts';

const list = listOf<StoredMessage>(messageEntity);

const collectionOf = {
  orders: 'orders',
  refunds: 'refunds',
  'print-orders': 'printOrders',
  tasks: 'tasks',
} as const;

/** Whom a record belongs to. @throws 40400, 40902 */
const userOf = async (subject: string): Promise<StoredUser> => {
  const [resource = '', id = ''] = subject.split('/');
  if (resource === 'users') return users.require(id);
  const collection = collectionOf[resource as keyof typeof collectionOf];
  const { userId = '' } = await repository<Stored & { userId?: string }>(collection).require(id);
  const user = userId ? await users.get(userId) : null;
  if (!user) throw stateNotAllowed(messageSentences.recordWithoutUser);
  return user;
};

const sendService = async (
  request: ActionInput<'adminMessage', 'sendServiceMessage'>,
  context: AdminContext,
): Promise<Message> => {
  const { subject, text, idemKey } = request;
  const [user, { subscribe }] = await Promise.all([userOf(subject), settingsOf('notification')]);
  if (!isWechatOpenid(user.openid)) throw stateNotAllowed(messageSentences.userWithoutWeChat);
  if (!subscribe.service.templateId) throw stateNotAllowed(messageSentences.noServiceTemplate);
  const by = await actorOf(context);
  const { _id, ...fields } = userMessageRow(
    {
      event: 'service',
      key: idFromKey(idemKey, [by.admin?._id ?? '']),
      user,
      subjects: subject.startsWith('users/') ? [] : [subject],
      values: { text },
      operator: by.name,
    },
    Date.now(),
  );
  const row = { ...fields, ...intended(request) };
  const entry = { by, resource: 'message', reason: text };
  return once(
    request,
    () => insertRecord(messages, row, _id, entry, () => markDue('messages')),
    () => messages.get(_id),
  );
};

/** Database round trips: 1, as one query reads both kinds of settings. */
const readSending = async (): Promise<ActionOutput<'adminMessage', 'getSending'>> => {
  const [notification, { wxpay }] = await Promise.all([
    settingsOf('notification'),
    settingsOf('payment'),
  ]);
  const { quietHours, readyTexts, subscribe } = notification;
  // Stored sealed, beside its place.
  const { appSecretEnc = '' } = notification.miniProgram as { appSecretEnc?: string };
  const known = { subscribe, miniProgram: { appSecret: appSecretEnc } };
  const obstacleOf = (event: UserEventName) => messageObstacle(event, known, wxpay.appid);
  return {
    obstacles: Object.fromEntries(
      userEventNames.map(event => [event, obstacleOf(event)]),
    ) as Record<UserEventName, MessageObstacle | null>,
    quietHours,
    readyTexts,
    serviceFields: subscribe.service.fields,
  };
};

export const main = defineFunction('adminMessage', messageActions, {
  getMessages: request => list(request),

  getSending: () => readSending(),

  resendMessage: onRecord(messages, async ({ rev }, context, before) => {
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    if (before.status === 'waiting' || before.status === 'sent')
      throw stateNotAllowed(messageSentences.notWaiting);
    const by = await actorOf(context);
    const guard = { status: before.status, rev: before.rev };
    const patch = {
      status: 'waiting' as const,
      attempts: 0,
      unanswered: 0,
      nextTime: Date.now(),
      reason: '',
      isUnsure: false,
      operator: by.name,
    };
    const entry = { by, resource: 'message', reason: messageSentences.resent };
    const beginning = () => markDue('messages');
    const written = await changeRecord(messages, before, guard, patch, entry, beginning);
    return written ?? messages.missed(before._id);
  }),

  sendServiceMessage: (input, context) => sendService(input, context),
});
