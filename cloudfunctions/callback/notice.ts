import { noticeAnswers } from '#contract/sentences/payments.ts';
import { jsonAnswer, type WebHandler, type WebRequest } from '../_shared/base/httpFunction.ts';
import { NoticeRefused } from '../_shared/wechatPay/notice.ts';

/**
 * What WeChat Pay is answered to a notice.
 * @param take whether it was taken; false: WeChat is to repeat it. It throws `NoticeRefused` for one that is not ours
 */
export const noticeHandler =
  (take: (request: WebRequest, requestId: string) => Promise<boolean>): WebHandler =>
  async (request, requestId) => {
    try {
      return (await take(request, requestId))
        ? jsonAnswer(200, { code: 'SUCCESS', message: noticeAnswers.accepted })
        : jsonAnswer(503, { code: 'FAIL', message: noticeAnswers.later });
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      return jsonAnswer(400, { code: 'FAIL', message: noticeAnswers.refused });
    }
  };
