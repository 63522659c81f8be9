import { byId, ownList, visitorRead, visitorWrite, withId, withoutInput } from './action.ts';
import { typedCode } from './activationCode.ts';
import { feedbackEntity } from './feedback.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_FEEDBACK_LENGTH,
  MAX_REPLY_LENGTH,
  MIN_FEEDBACK_LENGTH,
  visitorTopics,
} from './feedbackTopics.ts';
import { ages, DEFAULT_VERSION } from './legal.ts';
import { messageEntity } from './message.ts';
import { phone } from './printAddress.ts';
import { shape } from './sentences/shape.ts';
import { oneOf } from './states.ts';
import { consent, ledgerEntry, userEntity, userLog } from './user.ts';
import { id, idemKey, instant, line, optionalLine, text, z } from './zod.ts';

/** What visitors may see of themselves: nothing that support wrote. */
const me = userEntity.record.pick({
  _id: true,
  nickName: true,
  avatarUrl: true,
  isAnonymous: true,
  phoneTail: true,
  packageId: true,
  packageName: true,
  packageExpireTime: true,
  credits: true,
  refundingCredits: true,
  createTime: true,
});

const guardian = z.object({ name: z.string(), contact: z.string() });
const isReachable = (contact: string) =>
  phone.safeParse(contact).success || z.email().safeParse(contact).success;

/** What a visitor sees of a complaint: its number, and by when it is accepted and answered. */
const receipt = feedbackEntity.record.pick({ _id: true, receiptNo: true, answerBy: true });

/** The visitor's own, without what is for colleagues, whose names are not shown. */
const visitorFeedback = feedbackEntity.record
  .pick({
    _id: true,
    receiptNo: true,
    acceptBy: true,
    acceptedTime: true,
    answerBy: true,
    topic: true,
    text: true,
    contact: true,
    taskId: true,
    templateName: true,
    status: true,
    createTime: true,
    handledTime: true,
    isUnread: true,
  })
  .extend({
    text: z.string(),
    contact: z.string().default(''),
    messages: z
      .array(z.object({ from: z.enum(['user', 'support']), text: z.string(), time: instant }))
      .default([]),
  });
export type VisitorFeedback = z.output<typeof visitorFeedback>;

export const appUserActions = {
  /** Without an account a visitor sees what it would begin with, and `_id` ''; the first thing asked for begins it. */
  getMe: visitorRead({
    input: z.strictObject({}),
    output: me.extend({
      _id: id.or(z.literal('')),
      /** The version of the agreement that was accepted; '' for none. */
      agreedVersion: z.string(),
      /** The version of the text on faces that was agreed to; '' for none, or when the consent was taken back. */
      photoConsent: z.string(),
      /** Who has agreed for a visitor below fourteen. */
      guardian: guardian.nullable(),
      /** Conversations in which support has written since the visitor looked; counted up to 9. */
      unreadLetters: z.int(),
      /** What an invitation brings; null while nothing. */
      invitation: z.object({ inviterCredits: z.int(), invitedCredits: z.int() }).nullable(),
    }),
    example: {},
  }),
  /**
   * Accepts agreement and privacy text; 40902 for another version than the current one. `invitedBy` is the user by whose
   * link the visitor came: it counts for an account that begins with this call, and is passed over otherwise.
   */
  agree: visitorWrite({
    input: z.strictObject({ version: line(20).min(1), invitedBy: id.optional() }),
    output: z.object({ agreedVersion: z.string(), time: instant }),
    example: { version: '1' },
  }),
  /**
   * The separate consent to photos of faces, and that those in the pictures have agreed; who is not fourteen yet has a
   * guardian's, who says who he is and confirms it himself. 40902 for another version than the current one, and for `guardian`
   * where the service is not for users below fourteen.
   */
  consentToPhotos: visitorWrite({
    input: z.strictObject({
      version: line(20).min(1),
      /** Those in the pictures have agreed. */
      pictured: z.literal(true),
      age: oneOf(ages),
      /** Of who is not fourteen yet, and of nobody else. */
      guardian: z
        .strictObject({
          name: line(20).min(2),
          /** A phone number or an e-mail address. */
          contact: line(60).min(1).refine(isReachable, shape('手机号或邮箱', '13800138000')),
          /** By the guardian himself: who he is, and that he has read the texts and agrees. */
          confirmed: z.literal(true),
        })
        .optional(),
    }),
    output: z.object({ photoConsent: z.string(), time: instant }),
    example: { version: DEFAULT_VERSION, pictured: true, age: 'over14' },
  }),
  /**
   * The code of `wx.login`: what virtual payments are signed with is fetched for it, and never answered. 40902 for a code that
   * is not good any more or is another user's.
   */
  keepWechatSession: visitorWrite({
    input: z.strictObject({ code: line(128).min(1) }),
    output: z.object({}),
    example: { code: '0a1b2c3d4e5f' },
  }),
  /** Photos that are stored go at once, tasks that have not ended are cancelled, and no photo is taken any more. */
  withdrawPhotoConsent: visitorWrite(
    withoutInput(z.object({ photoConsent: z.string(), time: instant })),
  ),
  /** A complaint or a wish, about one of the visitor's works or in general; administrators answer it. */
  sendFeedback: visitorWrite({
    input: z.strictObject({
      topic: oneOf(visitorTopics),
      text: text(MAX_FEEDBACK_LENGTH).min(MIN_FEEDBACK_LENGTH),
      contact: optionalLine(MAX_CONTACT_LENGTH).optional(),
      taskId: id.optional(),
      templateId: id.optional(),
      idemKey: idemKey.optional(),
    }),
    output: receipt,
    example: { topic: 'quality', text: '生成的图片脸部变形了' },
  }),
  /** The visitor's own complaints and wishes, with what became of them. */
  getFeedbacks: ownList(visitorFeedback),
  /** Opens one: what support has written counts as read. */
  openFeedback: visitorWrite(withId(visitorFeedback, 'fb_0001')),
  /** What the visitor adds; one that was handled is open again. The last text of the visitor's is not added twice. */
  answerFeedback: visitorWrite({
    input: byId.extend({ text: text(MAX_REPLY_LENGTH).min(1) }),
    output: visitorFeedback,
    example: { id: 'fb_0001', text: '还是不行，请再看一下。' },
  }),
  /** What the visitor has agreed to and taken back, the newest first. */
  getConsents: ownList(consent),
  /** What is kept of what the visitor did and what happened to the account: neither details nor who of support did it. */
  getLog: ownList(userLog.pick({ _id: true, createTime: true, type: true, title: true, ip: true })),
  /** The messages that were sent to the visitor in WeChat, or are about to be. */
  getMessages: ownList(
    messageEntity.record
      .pick({ _id: true, createTime: true, event: true, content: true, sentTime: true })
      .extend({ title: z.string() }),
  ),
  /**
   * Erases the visitor's photos, works and names at once and ends the account here; what orders and credits need stays,
   * and what limits need should they come back, under a keyed hash. A print order in production or on its way keeps its
   * pictures until some days after it ended. Refused with 40902 while another print order, an order or a refund is open.
   * With `preview` nothing is erased.
   */
  deleteMyData: visitorWrite({
    input: z.strictObject({ preview: z.boolean() }),
    output: z.object({
      photos: z.int(),
      works: z.int(),
      /** Print orders in production or on their way, and the pictures that stay for them. */
      prints: z.int(),
      kept: z.int(),
      /** Orders, refunds and print orders that are in the way, each once. */
      open: z.array(
        z.object({
          kind: z.enum(['order', 'print']),
          id,
          number: z.string(),
          /** The order to cancel with `appOrder.cancelOrder`, because it is unpaid; '' where that is not possible. */
          orderToCancel: z.string(),
        }),
      ),
      isErased: z.boolean(),
    }),
    example: { preview: true },
  }),
  /**
   * The same refusal for every code that cannot be redeemed. After five wrong codes in ten minutes further ones are
   * refused.
   */
  redeemCode: visitorWrite({
    input: z.strictObject({ code: typedCode }),
    output: z.object({
      credits: z.int(),
      packageName: z.string(),
      packageExpireTime: instant.nullable(),
    }),
    example: { code: '0123-45678-9ABCD-EFGC' },
  }),
  /**
   * A local app is being used: takes what it costs, once for each `idemKey`, and counts the use. `expectCredits` is what was
   * shown: 40902 with the new cost if it has changed, and where credits do not suffice.
   */
  useLocalApp: visitorWrite({
    input: z.strictObject({ id, expectCredits: z.int().min(0).optional(), idemKey }),
    output: z.object({
      /** What the lines of the ledger begin with. */
      _id: id,
      costCredits: z.int(),
      /** What the user has left. */
      credits: userEntity.record.shape.credits,
    }),
    example: { id: 'app_0007', idemKey: 'use-of-an-app' },
  }),
  /** A quick function was opened. How often one caller counts is limited; further clicks are answered and not counted. */
  countClick: visitorWrite(withId(z.object({}), 'qf_0001')),
  getLedger: ownList(
    ledgerEntry.pick({
      _id: true,
      createTime: true,
      kind: true,
      bucket: true,
      delta: true,
      balanceAfter: true,
      userNote: true,
    }),
  ),
};
