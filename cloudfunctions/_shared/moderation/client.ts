import { REGION } from '#contract/constants.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { callCloud } from '../tencentCloud/call.ts';

/** Tencent's content moderation: `ims` for pictures, `tms` for texts. */
export type Verdict = 'pass' | 'doubtful' | 'refused' | 'silent';

const verdicts = { Pass: 'pass', Review: 'doubtful', Block: 'refused' } as const;
const answer = z.object({ Suggestion: z.enum(['Pass', 'Review', 'Block']) });

const ask = async (
  service: 'ims' | 'tms',
  action: string,
  parameters: Record<string, unknown>,
): Promise<Verdict> => {
  const outcome = await callCloud(
    {
      service,
      baseUrl: environment.MODERATION_BASE_URL || `https://${service}.tencentcloudapi.com`,
      version: '2020-12-29',
      region: REGION,
      action,
      parameters,
      timeoutMs: environment.MODERATION_TIMEOUT_MS,
      keys: {
        secretId: environment.MODERATION_SECRET_ID,
        secretKey: environment.MODERATION_SECRET_KEY,
      },
    },
    answer,
  );
  if (outcome.kind === 'ok') return verdicts[outcome.data.Suggestion];
  if (outcome.kind === 'refused')
    report('moderation refused a call', undefined, `${action} ${outcome.code}`);
  return 'silent';
};

const withBizType = (bizType: string) => (bizType ? { BizType: bizType } : {});

/** @param content at most 5 MB */
export const moderateImage = (content: Buffer, bizType: string): Promise<Verdict> =>
  ask('ims', 'ImageModeration', {
    ...withBizType(bizType),
    FileContent: content.toString('base64'),
  });

/** @param text at most 10,000 characters */
export const moderateText = (text: string, bizType: string): Promise<Verdict> =>
  ask('tms', 'TextModeration', {
    ...withBizType(bizType),
    Content: Buffer.from(text, 'utf8').toString('base64'),
  });
