import { listOutput, unsearchedListInput, visitorRead, visitorWrite } from './action.ts';
import { typedCode } from './activationCode.ts';
import {
  feedbackTopics,
  MAX_CONTACT_LENGTH,
  MAX_FEEDBACK_LENGTH,
  MIN_FEEDBACK_LENGTH,
} from './feedbackTopics.ts';
import { oneOf } from './states.ts';
import { ledgerEntry, userEntity } from './user.ts';
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

const agreement = z.strictObject({ version: line(20).min(1) });

export const appUserActions = {
  /** Without an account a visitor sees what it would begin with, and `_id` ''; the first thing asked for begins it. */
  getMe: visitorRead({
    input: z.strictObject({}),
    output: me.extend({
      _id: id.or(z.literal('')),
      /** The version of the agreement that was accepted; '' for none. */
      agreedVersion: z.string(),
    }),
    example: {},
  }),
  /** Accepts agreement and privacy text; 40902 for another version than the current one. */
  agree: visitorWrite({
    input: agreement,
    output: z.object({ agreedVersion: z.string(), time: instant }),
    example: { version: '1' },
  }),
  /** A complaint or a wish, about one of the visitor's works or in general; administrators answer it. */
  sendFeedback: visitorWrite({
    input: z.strictObject({
      topic: oneOf(feedbackTopics),
      text: text(MAX_FEEDBACK_LENGTH).min(MIN_FEEDBACK_LENGTH),
      contact: optionalLine(MAX_CONTACT_LENGTH).optional(),
      taskId: id.optional(),
      idemKey: idemKey.optional(),
    }),
    output: z.object({ _id: id }),
    example: { topic: 'quality', text: '生成的图片脸部变形了' },
  }),
  /**
   * Erases the visitor's photos, works and names at once and ends the account here; what orders and credits need stays,
   * without a name, and what limits need should they come back, under a keyed hash. Refused with 40902 while an order,
   * a refund or a print order is open. With `preview` nothing is erased.
   */
  deleteMyData: visitorWrite({
    input: z.strictObject({ preview: z.boolean() }),
    output: z.object({
      photos: z.int(),
      works: z.int(),
      /** Orders, refunds and print orders that are in the way. */
      open: z.int(),
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
  getLedger: visitorRead({
    input: unsearchedListInput({}, ['createTime']),
    output: listOutput(
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
    example: { page: 1, pageSize: 20 },
  }),
};
