import { REGION } from '#contract/constants.ts';
import { moderationLimits } from '#contract/limits/moderation.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { callCloud } from '../tencentCloud/call.ts';

/** Tencent's content moderation: `ims` for pictures, `tms` for texts. */
export type Verdict = 'pass' | 'doubtful' | 'refused' | 'silent';

const verdicts = { Pass: 'pass', Review: 'doubtful', Block: 'refused' } as const;
const answer = z.object({
  Suggestion: z.enum(['Pass', 'Review', 'Block']),
  Label: z.string().default(''),
});

export interface Judgement {
  verdict: Verdict;
  /** What it is taken for, in the service's words: `Porn`, `Ad`, … */
  label: string;
  /** The code of a call that the service refused. */
  refusal?: string;
}

const ask = async (
  service: 'ims' | 'tms',
  action: keyof typeof moderationLimits,
  parameters: Record<string, unknown>,
): Promise<Judgement> => {
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
  if (outcome.kind === 'ok') {
    const { Suggestion, Label } = outcome.data;
    return { verdict: verdicts[Suggestion], label: Label };
  }
  if (outcome.kind === 'unknown') return { verdict: 'silent', label: '' };
  report('moderation refused a call', undefined, `${action} ${outcome.code}`);
  return { verdict: 'silent', label: '', refusal: outcome.code };
};

const withBizType = (bizType: string) => (bizType ? { BizType: bizType } : {});

/** @param content at most 5 MB */
export const moderateImage = async (content: Buffer, bizType: string): Promise<Verdict> => {
  const FileContent = content.toString('base64');
  const parameters = { ...withBizType(bizType), FileContent };
  return (await ask('ims', 'ImageModeration', parameters)).verdict;
};

/** Too small, too large, too narrow: it is refused whenever it is sent. */
const ofThePicture = /^InvalidParameter(Value)?\.(Image|InvalidImage|InvalidFile)/;

/**
 * What the service cannot look at is doubtful.
 * @param url from which it fetches a picture of up to 30 MB, within three seconds
 */
export const moderateImageAt = async (url: string, bizType: string): Promise<Judgement> => {
  const parameters = { ...withBizType(bizType), FileUrl: url };
  const judgement = await ask('ims', 'ImageModeration', parameters);
  return ofThePicture.test(judgement.refusal ?? '')
    ? { ...judgement, verdict: 'doubtful' }
    : judgement;
};

const MOST = moderationLimits.TextModeration.Content.max;
/** Characters that two neighbouring parts share, so that a word at their border is whole in one of them. */
const OVERLAP = 100;

/** In parts as long as the service takes; the first that does not pass decides. */
export const moderateText = async (text: string, bizType: string): Promise<Verdict> => {
  for (let at = 0; at === 0 || at + OVERLAP < text.length; at += MOST - OVERLAP) {
    const { verdict } = await ask('tms', 'TextModeration', {
      ...withBizType(bizType),
      Content: Buffer.from(text.slice(at, at + MOST), 'utf8').toString('base64'),
    });
    if (verdict !== 'pass') return verdict;
  }
  return 'pass';
};
