import type { Defect } from './defect.ts';

const messages = 'tests/functions/messages/messages.test.ts';
const messageRules = 'tests/functions/messages/messageRules.test.ts';
const messageChannels = 'tests/functions/messages/messageChannels.test.ts';
const messageEvents = 'tests/functions/messages/messageEvents.test.ts';
const adminSettings = 'tests/functions/base/adminSettings.test.ts';

const send = 'cloudfunctions/_shared/messages/send.ts';
const outbox = 'cloudfunctions/_shared/messages/outbox.ts';
const subscribe = 'cloudfunctions/_shared/messages/subscribe.ts';
const email = 'cloudfunctions/_shared/messages/email.ts';
const client = 'cloudfunctions/_shared/weChat/client.ts';

/** What users and administrators are told, and how often. */
export const messageDefects: Defect[] = [
  {
    says: 'Two runs send one message.',
    file: send,
    find: 'await lease.take(found, {',
    replace: "await messages.compareAndSet(found._id, { status: 'waiting' }, {",
    caughtBy: messages,
    title: 'sent once with the fields',
  },
  {
    says: 'A message whose answer was lost is sent again and again.',
    file: send,
    find: 'if (found.unanswered >= UNANSWERED_MOST) {',
    replace: 'if (found.unanswered >= 99) {',
    caughtBy: messageRules,
    title: 'gives up what was not answered twice',
  },
  {
    says: 'A message that arrived twice, because its sender died, looks as if it arrived once.',
    file: send,
    find: 'isUnsure: found.isUnsure || found.unanswered > 0,',
    replace: 'isUnsure: found.isUnsure,',
    caughtBy: messageRules,
    title: 'stays unsure of what was not answered',
  },
  {
    says: 'Who has probably been told counts as one who has not subscribed.',
    file: send,
    find: 'if (unanswered > 0)',
    replace: 'if (unanswered > 1)',
    caughtBy: messageRules,
    title: 'the subscription is used up',
  },
  {
    says: 'An alert that nobody wants is sent.',
    file: send,
    find: 'if (!alerts.events.includes(event))',
    replace: 'if (alerts.events.length > 99)',
    caughtBy: messageEvents,
    title: 'that nobody wants is skipped',
  },
  {
    says: 'Users are told of things in their sleep.',
    file: 'contract/quietHours.ts',
    find: 'time >= begin || time < end',
    replace: 'time >= begin && time < end',
    caughtBy: messages,
    title: 'the end of the quiet hours',
  },
  {
    says: 'Messages are written for those whom WeChat does not know.',
    file: outbox,
    find: 'if (!isWechatOpenid(message.user.openid)) return;',
    replace: '',
    caughtBy: messages,
    title: 'goes to nobody who is not in the mini-program',
  },
  {
    says: 'A used-up quota is tried again within minutes.',
    file: subscribe,
    find: 'notBefore: tomorrow() }',
    replace: '}',
    caughtBy: messageChannels,
    title: 'waits for the next day',
  },
  {
    says: 'A message sent again has another id.',
    file: subscribe,
    find: '}m=${_id}`',
    replace: '}m=${Date.now()}`',
    caughtBy: messageChannels,
    title: 'as WeChat documents it',
  },
  {
    says: 'A token that was replaced is used until it ends.',
    file: client,
    find: '      if (isFirst) continue;\n',
    replace: '',
    caughtBy: messages,
    title: 'with a new token',
  },
  {
    says: 'A mail has another Message-ID each time.',
    file: email,
    find: '`<${id}@',
    replace: '`<${Date.now()}@',
    caughtBy: messageEvents,
    title: 'once each',
  },
  {
    says: 'A text may name what its event does not have.',
    file: 'contract/settingFields.ts',
    find: 'refine(text => unknownNames(name, text).length === 0, {',
    replace: 'refine(() => true, {',
    caughtBy: adminSettings,
    title: 'refuse unknown settings',
  },
];
