import { userText } from './personal.ts';
import { MAX_REFUND_ASK_TEXT, refundAskReasons, refundAskStatuses } from './refundAskStates.ts';
import { oneOf } from './states.ts';
import { instant, optionalText, z } from './zod.ts';

/** What a visitor says. */
export const refundAskRequest = {
  reason: oneOf(refundAskReasons),
  text: optionalText(MAX_REFUND_ASK_TEXT).default(''),
};

/** That the user of an order has asked for a refund. */
export const refundAsk = z.object({
  status: oneOf(refundAskStatuses),
  reason: oneOf(refundAskReasons),
  text: userText.default(''),
  /** How often it was asked for, this time included. */
  count: z.int().default(1),
  askTime: instant,
  /** Why it was refused, shown to the user. */
  answer: z.string().default(''),
  answerTime: instant.nullable().default(null),
});
export type RefundAsk = z.output<typeof refundAsk>;
