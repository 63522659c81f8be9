import type { settingDefaults } from '#contract/settingFields.ts';

/** `payment.wxpay.appid`: a list, or a map with free keys, is one setting. */
type Paths<V, P extends string> = V extends readonly unknown[]
  ? P
  : // By kinds of texts, all read alike.
    P extends 'compliance.documents' | 'general.quickReplies'
    ? P
    : V extends object
      ? string extends keyof V
        ? P
        : [keyof V] extends [never]
          ? P
          : { [K in keyof V & string]: Paths<V[K], `${P}.${K}`> }[keyof V & string]
      : P;
type Defaults = typeof settingDefaults;
export type SettingPath = {
  [T in keyof Defaults & string]: Paths<Defaults[T], T>;
}[keyof Defaults & string];

export interface Use {
  /** The files that read the setting and act on it. */
  readBy: readonly string[];
  /** A test of what it does: file, and the beginning of its title. */
  provenBy: readonly [file: string, title: string];
}

const effects = 'tests/functions/base/settingEffects.test.ts';
const adminSettings = 'tests/functions/base/adminSettings.test.ts';
const taskEngine = 'tests/functions/tasks/taskEngine.test.ts';
const moderation = 'tests/functions/tasks/moderation.test.ts';
const taskQueue = 'tests/functions/tasks/taskQueue.test.ts';
const taskLimits = 'tests/functions/tasks/taskLimits.test.ts';
const createRules = 'tests/functions/tasks/taskCreateRules.test.ts';
const checkRules = 'tests/functions/tasks/taskCheckRules.test.ts';
const opening = 'cloudfunctions/_shared/users/opening.ts';
const createTask = 'cloudfunctions/_shared/tasks/create.ts';
const newTask = 'cloudfunctions/_shared/tasks/newTask.ts';
const looks = 'cloudfunctions/_shared/tasks/keepResults.ts';
const review = 'tests/functions/tasks/taskReview.test.ts';
const check = 'cloudfunctions/_shared/tasks/check.ts';
const invitations = 'cloudfunctions/_shared/users/invitations.ts';
const invitationTest = 'tests/functions/users/invitations.test.ts';
const header = 'src/visitor/SiteHeader.tsx';
const footer = 'src/visitor/VisitorApp.tsx';
const help = 'src/visitor/me/Help.tsx';
const legalTest = 'tests/functions/base/legal.test.ts';
const legalFacts = 'cloudfunctions/_shared/legal/facts.ts';
const missingLegal = 'contract/legal.ts';
const consentsOf = 'cloudfunctions/_shared/users/consents.ts';
const atTheFoot = ['tests/screens/visitor/visitorHome.test.tsx', 'says who runs it'] as const;
const published = [legalTest, 'becomes the current version'] as const;
const visitorPages = [
  'tests/screens/visitor/visitorHome.test.tsx',
  'has the name, the logo',
] as const;
const service = ['tests/screens/visitor/visitorMe.test.tsx', 'offers customer service'] as const;
const merchant = 'cloudfunctions/_shared/wechatPay/settings.ts';
const client = 'cloudfunctions/_shared/wechatPay/client.ts';
const signing = 'cloudfunctions/_shared/wechatPay/signing.ts';
const vod = 'cloudfunctions/vodService/index.ts';
const gateway = [effects, 'are what the gateway is called with'] as const;
const otherKey = [
  'tests/functions/orders/notices.test.ts',
  'signed with the other key is believed while that is configured',
] as const;
const virtualTest = 'tests/functions/orders/virtualPay.test.ts';
const secret = [adminSettings, 'is kept when absent, empty or masked'] as const;
const messages = 'tests/functions/messages/messages.test.ts';
const messageEvents = 'tests/functions/messages/messageEvents.test.ts';
const messageRules = 'tests/functions/messages/messageRules.test.ts';
const subscribe = 'cloudfunctions/_shared/messages/subscribe.ts';
const email = 'cloudfunctions/_shared/messages/email.ts';
const refundMessage = [messages, 'is written with the refund it is about'] as const;
const mailed = [messageEvents, 'goes to the mailboxes of the settings'] as const;
const eraser = 'cloudfunctions/worker/erase.ts';
const ended = (what: string) => ['tests/functions/base/keptRecords.test.ts', what] as const;
const expired = [taskEngine, 'are erased when their days are over'] as const;

/** Where each setting is read, and the test that fails if it does nothing. The compiler demands all of them. */
export const settingUses: Record<SettingPath, Use> = {
  'general.siteName': {
    readBy: [header, 'cloudfunctions/callback/share.ts'],
    provenBy: visitorPages,
  },
  'general.logo': { readBy: [header], provenBy: visitorPages },
  'general.customerService.wechat': { readBy: [help], provenBy: service },
  'general.customerService.phone': { readBy: [help], provenBy: service },
  'general.customerService.qrImage': { readBy: [help], provenBy: service },
  'general.agreementVersion': {
    readBy: ['cloudfunctions/_shared/users/consents.ts', 'cloudfunctions/_shared/users/opening.ts'],
    provenBy: [legalTest, 'keeps the version of an installation that has published none'],
  },
  'compliance.operator.name': { readBy: [footer, legalFacts], provenBy: atTheFoot },
  'compliance.operator.licenseUrl': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.operator.address': { readBy: [footer, legalFacts], provenBy: atTheFoot },
  'compliance.filing.icp': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.filing.police': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.filing.algorithm': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.filing.model': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.filing.modelNumber': { readBy: [footer, missingLegal], provenBy: atTheFoot },
  'compliance.complaints.acceptDays': {
    readBy: ['src/visitor/FeedbackDialog.tsx'],
    provenBy: ['tests/screens/visitor/visitorMe.test.tsx', 'shows the number and the deadlines'],
  },
  'compliance.complaints.answerDays': {
    readBy: ['cloudfunctions/_shared/users/feedback.ts'],
    provenBy: [legalTest, 'has a number and a deadline'],
  },
  'compliance.miniProgram.consentFrom': {
    readBy: [missingLegal],
    provenBy: [
      legalTest,
      'is asked of mini-programs from the day of the settings on, and is missing until then',
    ],
  },
  'compliance.minors.under14': {
    readBy: [legalFacts, consentsOf, 'src/visitor/photos/useAgreement.tsx'],
    provenBy: [legalTest, 'is refused while the service is not for them'],
  },
  'compliance.documents': { readBy: [consentsOf, missingLegal], provenBy: published },
  'general.aiNotice': {
    readBy: [footer, 'src/visitor/task/TaskResults.tsx'],
    provenBy: visitorPages,
  },
  'general.quickReplies': {
    readBy: ['cloudfunctions/adminFeedback/index.ts'],
    provenBy: [
      'tests/functions/users/adminFeedback.test.ts',
      'support sees the quick replies of its topic',
    ],
  },
  'general.registerGiftCredits': {
    readBy: ['cloudfunctions/_shared/users/visitorUser.ts'],
    provenBy: [effects, 'get the gift of the settings'],
  },
  'general.dailyFreeTasks': {
    readBy: [createTask],
    provenBy: [createRules, 'costs nothing, and is the last one of as many as the setting says'],
  },
  'general.invitation.inviterCredits': {
    readBy: [invitations],
    provenBy: [invitationTest, 'gives both their gift'],
  },
  'general.invitation.invitedCredits': {
    readBy: [invitations],
    provenBy: [invitationTest, 'gives both their gift'],
  },
  'general.invitation.mostDaily': {
    readBy: [invitations],
    provenBy: [invitationTest, 'gives an inviter so many a day'],
  },
  'general.maintenance.on': {
    readBy: [opening],
    provenBy: [effects, 'may begin nothing during maintenance'],
  },
  'general.maintenance.message': {
    readBy: [opening],
    provenBy: [effects, 'may begin nothing during maintenance'],
  },
  'general.maintenance.allowOpenids': {
    readBy: [opening],
    provenBy: [effects, 'may begin nothing during maintenance'],
  },
  'general.visitor.enabled': {
    readBy: [opening],
    provenBy: [effects, 'of the web may only look while it is closed'],
  },
  'general.visitor.needLogin': {
    readBy: [opening],
    provenBy: [effects, 'without an account may only look'],
  },

  'payment.wxpay.enabled': {
    readBy: [
      'cloudfunctions/appOrder/createOrder.ts',
      'cloudfunctions/appPrint/createPrintOrder.ts',
    ],
    provenBy: [effects, 'switched off take no orders'],
  },
  'payment.wxpay.appid': { readBy: [client], provenBy: gateway },
  'payment.wxpay.mchid': { readBy: [signing], provenBy: gateway },
  'payment.wxpay.certSerial': { readBy: [signing], provenBy: gateway },
  'payment.wxpay.apiV3Key': { readBy: [merchant], provenBy: secret },
  'payment.wxpay.privateKey': { readBy: [signing], provenBy: secret },
  'payment.wxpay.publicKeyId': { readBy: [signing], provenBy: gateway },
  'payment.wxpay.platformPublicKey': { readBy: [signing], provenBy: gateway },
  'payment.wxpay.otherKeyId': { readBy: [signing], provenBy: otherKey },
  'payment.wxpay.otherKey': { readBy: [signing], provenBy: otherKey },
  'payment.wxpay.notifyUrl': {
    readBy: [client],
    provenBy: [effects, 'say how long an order waits'],
  },
  'payment.wxpay.refundNotifyUrl': {
    readBy: [client],
    provenBy: [effects, 'say how long an order waits'],
  },
  'payment.virtual.enabled': {
    readBy: ['cloudfunctions/_shared/orders/goods.ts'],
    provenBy: [virtualTest, 'is accepted by WeChat at the stored price'],
  },
  'payment.virtual.ios': {
    readBy: ['cloudfunctions/appOrder/createOrder.ts'],
    provenBy: [virtualTest, 'is accepted by WeChat at the stored price'],
  },
  'payment.virtual.iosLeastVersion': {
    readBy: ['cloudfunctions/appOrder/createOrder.ts'],
    provenBy: [virtualTest, 'is accepted by WeChat at the stored price'],
  },
  'payment.virtual.goodsPicture': {
    readBy: ['cloudfunctions/_shared/orders/uploadGoods.ts'],
    provenBy: ['tests/functions/orders/virtualGoods.test.ts', 'are uploaded, published'],
  },
  'payment.virtual.offerId': {
    readBy: ['cloudfunctions/_shared/orders/virtual.ts'],
    provenBy: [virtualTest, 'is accepted by WeChat at the stored price'],
  },
  'payment.virtual.appKey': {
    readBy: ['cloudfunctions/_shared/orders/virtual.ts'],
    provenBy: [virtualTest, 'is accepted by WeChat at the stored price'],
  },
  'payment.virtual.sandboxAppKey': {
    readBy: ['cloudfunctions/_shared/wechatPay/virtualSettings.ts'],
    provenBy: [virtualTest, 'of the sandbox is granted only'],
  },
  'payment.virtual.sandbox': {
    readBy: ['cloudfunctions/_shared/orders/goods.ts'],
    provenBy: [virtualTest, 'of the sandbox is granted only'],
  },
  'payment.virtual.pushToken': {
    readBy: ['cloudfunctions/_shared/wechatPay/virtualPush.ts'],
    provenBy: [virtualTest, 'is not granted by what is forged'],
  },
  'payment.virtual.pushAesKey': {
    readBy: ['cloudfunctions/_shared/wechatPay/virtualPush.ts'],
    provenBy: [virtualTest, 'is not granted by what is forged'],
  },
  'payment.orderExpireMin': {
    readBy: ['cloudfunctions/appOrder/createOrder.ts', 'cloudfunctions/appPrint/rows.ts'],
    provenBy: [effects, 'say how long an order waits'],
  },
  'payment.webOrderDays': {
    readBy: ['cloudfunctions/appPrint/rows.ts'],
    provenBy: ['tests/functions/prints/webPrints.test.ts', 'wait as long as the setting says'],
  },
  'payment.allowPartial': {
    readBy: ['cloudfunctions/adminOrder/refund.ts', 'src/admin/resources/orders/RefundInputs.tsx'],
    provenBy: [effects, 'without partial refunds leave only'],
  },
  'payment.refundReasons': {
    readBy: ['cloudfunctions/adminOrder/refund.ts'],
    provenBy: ['tests/functions/refunds/refundItems.test.ts', 'name the reasons'],
  },

  'notification.miniProgram.appSecret': {
    readBy: ['cloudfunctions/_shared/weChat/miniProgram.ts'],
    provenBy: [messages, 'is skipped without the AppSecret'],
  },
  'notification.miniProgram.state': { readBy: [subscribe], provenBy: refundMessage },
  'notification.miniProgram.claimPage': {
    readBy: ['cloudfunctions/appPrint/linkPrintOrder.ts'],
    provenBy: ['tests/functions/prints/payOnPhone.test.ts', 'is offered only with a page'],
  },
  'notification.subscribe.taskDone.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a picture that is done is announced to who ordered it'],
  },
  'notification.subscribe.taskDone.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a picture that is done is announced to who ordered it'],
  },
  'notification.subscribe.taskDone.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a picture that is done is announced to who ordered it'],
  },
  'notification.subscribe.orderPaid.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a payment is announced to who paid'],
  },
  'notification.subscribe.orderPaid.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a payment is announced to who paid'],
  },
  'notification.subscribe.orderPaid.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a payment is announced to who paid'],
  },
  'notification.subscribe.refundDone.templateId': {
    readBy: [subscribe],
    provenBy: [messages, 'is written with the refund it is about'],
  },
  'notification.subscribe.refundDone.page': {
    readBy: [subscribe],
    provenBy: [messages, 'is written with the refund it is about'],
  },
  'notification.subscribe.refundDone.fields': {
    readBy: [subscribe],
    provenBy: [messages, 'is written with the refund it is about'],
  },
  'notification.subscribe.printShipped.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a parcel is announced when it leaves'],
  },
  'notification.subscribe.printShipped.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a parcel is announced when it leaves'],
  },
  'notification.subscribe.printShipped.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a parcel is announced when it leaves'],
  },
  'notification.subscribe.printHold.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a print on hold names the reason'],
  },
  'notification.subscribe.printHold.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a print on hold names the reason'],
  },
  'notification.subscribe.printHold.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a print on hold names the reason'],
  },
  'notification.subscribe.accountDisabled.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a disabled account learns why'],
  },
  'notification.subscribe.accountDisabled.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a disabled account learns why'],
  },
  'notification.subscribe.accountDisabled.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'a disabled account learns why'],
  },
  'notification.subscribe.service.templateId': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'sends a ready text once'],
  },
  'notification.subscribe.service.page': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'sends a ready text once'],
  },
  'notification.subscribe.service.fields': {
    readBy: [subscribe],
    provenBy: [messageEvents, 'sends a ready text once'],
  },
  'notification.readyTexts': {
    readBy: ['src/admin/resources/messages/SendMessageButton.tsx'],
    provenBy: [
      'tests/screens/settings/messages.rest.test.tsx',
      'of support are seen as the user will',
    ],
  },
  'notification.alerts.wecomWebhook': {
    readBy: ['cloudfunctions/_shared/messages/wecom.ts'],
    provenBy: [adminSettings, 'of the alert sends one message'],
  },
  'notification.alerts.events': {
    readBy: ['cloudfunctions/_shared/messages/run.ts'],
    provenBy: [messageRules, 'when nobody wants the message'],
  },
  'notification.alerts.emails': { readBy: [email], provenBy: mailed },
  'notification.alerts.smtp.host': { readBy: [email], provenBy: mailed },
  'notification.alerts.smtp.port': { readBy: [email], provenBy: mailed },
  'notification.alerts.smtp.user': { readBy: [email], provenBy: mailed },
  'notification.alerts.smtp.password': { readBy: [email], provenBy: mailed },
  'notification.alerts.smtp.from': { readBy: [email], provenBy: mailed },
  'notification.quietHours.on': {
    readBy: ['contract/quietHours.ts'],
    provenBy: [messageRules, 'in quiet hours puts off what goes to users'],
  },
  'notification.quietHours.from': {
    readBy: ['contract/quietHours.ts'],
    provenBy: [messageRules, 'in quiet hours puts off what goes to users'],
  },
  'notification.quietHours.to': {
    readBy: ['contract/quietHours.ts'],
    provenBy: [messageRules, 'in quiet hours puts off what goes to users'],
  },

  'system.imageStyles': {
    readBy: ['cloudfunctions/_shared/pictures/copies.ts', 'src/shared/SignedImage.tsx'],
    provenBy: [effects, 'see a picture in the styles of the settings'],
  },
  'system.upload.maxBytes': {
    readBy: ['cloudfunctions/_shared/pictures/uploadLimit.ts', 'src/shared/uploadLimit.ts'],
    provenBy: [effects, 'is refused to %s before it is sent'],
  },
  'system.task.pollMs': {
    readBy: ['cloudfunctions/_shared/tasks/engine.ts', 'src/visitor/task/TaskPage.tsx'],
    provenBy: [effects, 'say when a running task is looked at again'],
  },
  'system.task.maxPerUser': {
    readBy: [createTask],
    provenBy: [taskLimits, 'has no more unfinished tasks than the setting says'],
  },
  'system.task.timeoutSec': {
    readBy: [newTask],
    provenBy: [effects, 'say how long a task may run'],
  },
  'system.task.queueSec': {
    readBy: [newTask],
    provenBy: [taskLimits, 'is not ended by 1520 of every key'],
  },
  'system.task.anonymousDaily': {
    readBy: [createTask],
    provenBy: [taskLimits, 'have a number of tasks a day each'],
  },
  'system.task.addressDaily': {
    readBy: [createTask],
    provenBy: [taskLimits, 'have one together from one address'],
  },
  'system.task.paidShare': {
    readBy: ['cloudfunctions/_shared/tasks/engine.ts'],
    provenBy: [taskQueue, 'gives free tasks as many slots as the setting leaves them'],
  },
  'system.task.coinPriceFen': {
    readBy: ['cloudfunctions/adminDashboard/engine.ts'],
    provenBy: [effects, 'say when a running task is looked at again'],
  },
  'system.task.dailyCoins': {
    readBy: ['cloudfunctions/_shared/tasks/budget.ts', 'cloudfunctions/adminDashboard/engine.ts'],
    provenBy: [
      'tests/functions/tasks/taskBudget.test.ts',
      'stops what is not paid for once it is spent',
    ],
  },
  'system.moderation.images': {
    readBy: [check],
    provenBy: [moderation, 'refuses a photo, and passes one that is harmless'],
  },
  'system.moderation.texts': { readBy: [check], provenBy: [moderation, 'refuses a text with'] },
  'system.moderation.refuseDoubtful': {
    readBy: [check],
    provenBy: [checkRules, 'is not one that is merely doubtful'],
  },
  'system.moderation.results': {
    readBy: [looks],
    provenBy: [review, 'is shown when it has passed, and unchecked where the settings say so'],
  },
  'system.moderation.reviewHours': {
    readBy: [looks],
    provenBy: [review, 'ends with the credits back, once, when nobody has decided in time'],
  },
  'system.moderation.silentHours': {
    readBy: [looks],
    provenBy: [review, 'stays hidden and is asked about again, until its time is over'],
  },
  'system.moderation.imageBizType': {
    readBy: [check],
    provenBy: [effects, 'say under which policy'],
  },
  'system.moderation.textBizType': {
    readBy: [check],
    provenBy: [effects, 'say under which policy'],
  },
  'system.secondFactor.roles': {
    readBy: ['cloudfunctions/_shared/base/session.ts'],
    provenBy: ['tests/functions/admins/requiredFactor.test.ts', 'reaches nothing else until'],
  },
  'system.vod.subAppId': {
    readBy: [vod],
    provenBy: [effects, 'are in the signature of an upload'],
  },
  'system.vod.procedure': {
    readBy: [vod],
    provenBy: [effects, 'are in the signature of an upload'],
  },
  'system.vod.classId': { readBy: [vod], provenBy: [effects, 'are in the signature of an upload'] },
  'system.looks.everySec': {
    readBy: ['src/admin/kit/base/useLook.ts'],
    provenBy: ['tests/screens/kit/live.test.tsx', 'looks at the pace of the settings'],
  },
  'system.retention.userUploadDays': {
    readBy: ['cloudfunctions/worker/expire.ts', 'cloudfunctions/appUpload/index.ts'],
    provenBy: expired,
  },
  'system.retention.resultDays': {
    readBy: ['cloudfunctions/worker/expire.ts', 'cloudfunctions/appTask/index.ts'],
    provenBy: expired,
  },
  'system.retention.orderYears': { readBy: [eraser], provenBy: ended('an order') },
  'system.retention.ledgerYears': { readBy: [eraser], provenBy: ended('a line of credits') },
  'system.retention.feedbackYears': { readBy: [eraser], provenBy: ended('a complaint') },
  'system.retention.auditMonths': { readBy: [eraser], provenBy: ended('a row of the audit log') },
  'system.retention.userLogMonths': {
    readBy: [eraser],
    provenBy: ended('what happened to a user'),
  },
  'system.retention.trashDays': {
    readBy: ['cloudfunctions/adminStorage/trash.ts'],
    provenBy: [effects, 'a deleted picture stays in the trash'],
  },
  'system.retention.printPhotoDays': {
    readBy: ['cloudfunctions/worker/prints.ts'],
    provenBy: [
      'tests/functions/prints/printPhotos.test.ts',
      'are erased as many days after its end as the settings say',
    ],
  },
  'system.retention.pastAccountDays': {
    readBy: ['cloudfunctions/_shared/users/pastAccounts.ts'],
    provenBy: [
      'tests/functions/users/pastAccounts.test.ts',
      'holds for as many days as the settings say',
    ],
  },
};
