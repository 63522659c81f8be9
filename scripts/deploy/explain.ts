import { type Cloud, CloudError } from './cloud.ts';

/** Seen of `CreateAuthDomain` on the free plan, where the site's default address is allowed without. */
const NOT_IN_PLAN = '当前套餐无法执行此操作';

/** What a refusal of the platform means for the operator. */
export const explain = (
  error: unknown,
  { envId, region }: Pick<Cloud, 'envId' | 'region'>,
): string => {
  if (!(error instanceof CloudError)) return error instanceof Error ? error.message : String(error);
  const details = `(${error.action}: ${error.code}, ${error.message})`;
  if (error.message.includes(NOT_IN_PLAN))
    return `The plan of ${envId} does not allow this, the free one above all: choose another (套餐变配), and run again. ${details}`;
  const known = sentences.find(([code]) => code.test(error.code));
  return known
    ? `${known[1](envId, region)} ${details}`
    : `${error.action} was refused: ${error.code}, ${error.message}`;
};

const sentences: [RegExp, (envId: string, region: string) => string][] = [
  [
    /^AuthFailure\.(SecretIdNotFound|InvalidSecretId|TokenFailure)/,
    () =>
      'The platform does not know TENCENTCLOUD_SECRETID: copy the key again from the console (访问管理 › API 密钥管理), or make a new one.',
  ],
  [
    /^(AuthFailure\.SignatureFailure|SignatureDoesNotMatch)/,
    () => 'TENCENTCLOUD_SECRETKEY does not belong to TENCENTCLOUD_SECRETID: copy both again.',
  ],
  [
    /^(AuthFailure\.SignatureExpire|RequestTimeTooSkewed)/,
    () => "This machine's clock is wrong by more than five minutes: set it and run again.",
  ],
  [
    /^(UnauthorizedOperation|AuthFailure\.UnauthorizedOperation|AccessDenied|OperationDenied)/,
    envId =>
      `The key may not do this in ${envId}: give its user the policies QcloudTCBFullAccess, QcloudSCFFullAccess and QcloudCOSFullAccess, or use one of the account that owns the environment. What has been done stays; run again.`,
  ],
  [
    /^(ResourceNotFound(\.Env|$)|InvalidParameter(Value)?\.(EnvId|Env|Region)|UnsupportedRegion|ResourceNotFound\.Namespace)/,
    (envId, region) =>
      `There is no environment ${envId} in ${region} that this key may see: compare both with the console, and name another region with --region.`,
  ],
  [
    /^LimitExceeded\.OutOfIndexQuota/,
    () =>
      'The collection has as many indexes as the environment allows: the plan names those that are not declared (npm run deploy -- --plan); --drop-indexes removes those that no version needs, others go in the console. What has been done stays; run again.',
  ],
  [
    /^LimitExceeded/,
    () =>
      'A limit of the plan is reached: choose a larger plan (套餐变配), or delete what is not needed. What has been done stays; run again.',
  ],
  [
    /^(NETWORK|RequestLimitExceeded|InternalError|ServiceUnavailable|SlowDown|Timeout)/,
    () =>
      'The platform could not be reached, or not in time. What has been done stays: run the command again, it goes on from there.',
  ],
];
