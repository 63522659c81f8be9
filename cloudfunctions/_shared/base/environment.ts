import { z } from '#contract/zod.ts';
import { MAX_SIGNED_URLS_PER_CALL, SIGNED_URL_SECONDS, texts } from '#contract/constants.ts';

const positive = (byDefault: number) => z.coerce.number().int().positive().default(byDefault);
const minutes = (n: number) => n * 60_000;

/**
 * Every lifetime and limit, settable by an environment variable of the function and checked when it starts.
 * Milliseconds unless the name says otherwise. Tests and load runs raise the limits; production leaves them.
 */
const schema = z.object({
  SESSION_IDLE_MS: positive(12 * minutes(60)),
  SESSION_MAX_MS: positive(7 * 24 * minutes(60)),
  SESSION_TOUCH_MS: positive(minutes(1)),
  SESSIONS_PER_ADMIN: positive(5),

  /** Wrong passwords of one name from one place before it must wait. */
  LOGIN_FREE_ATTEMPTS: positive(5),
  LOGIN_WAIT_MS: positive(30_000),
  LOGIN_MAX_WAIT_MS: positive(minutes(15)),
  /** Failures from one place, whatever the name, in 15 minutes. */
  LOGIN_FAILURES_PER_IP: positive(50),
  /** Failures of one name from places it never signed in from, in an hour. */
  LOGIN_FAILURES_PER_NAME: positive(100),
  /** Refused attempts that wait as long as a wrong one at the same time; more are refused at once. */
  LOGIN_REFUSED_WAITING: positive(2),

  /** Calls of public actions from one place in a minute. */
  PUBLIC_CALLS_PER_MINUTE: positive(1_200),

  /** The payment gateway, or its stand-in. */
  WECHATPAY_BASE_URL: z.url().default('https://api.mch.weixin.qq.com'),
  WECHATPAY_TIMEOUT_MS: positive(5_000),
  /** From a refund's submission to the first question about it; later ones wait longer and longer. */
  WECHATPAY_QUERY_FIRST_MS: positive(10_000),
  /**
   * How long a submission nobody heard of again may still reach the gateway, which refuses what was signed more than
   * five minutes ago; the other five are for clocks that differ and for its own books. Until then nothing is voided.
   */
  REFUND_IN_FLIGHT_MS: positive(minutes(10)),
  /** Orders that one user may leave unpaid at the same time. */
  ORDERS_UNPAID_PER_USER: positive(10),

  /** Of one call that compares a day; the next one goes on. */
  RECONCILIATION_BUDGET_MS: positive(40_000),
  /** The same where an administrator waits for it. */
  RECONCILIATION_CALL_MS: positive(8_000),
  /** How long a worker may be silent before another one goes on with its day. */
  RECONCILIATION_CLAIM_MS: positive(minutes(1)),
  /** From one question about a bill that is not there to the next. */
  RECONCILIATION_RETRY_MS: positive(minutes(10)),
  /** Questions in vain, or comparisons that break off, after which a person should look at it. */
  RECONCILIATION_ATTEMPTS: positive(100),
  /** Days before yesterday that are compared as well if nobody has done so. */
  RECONCILIATION_DAYS_BACK: positive(7),
  /** To fetch one bill. */
  RECONCILIATION_DOWNLOAD_MS: positive(30_000),
  /** Rows of the bill that are looked up at once. */
  RECONCILIATION_PAGE_ROWS: positive(1_000),
  /** Records of ours that are held in memory at once. */
  RECONCILIATION_CHUNK_ROWS: positive(10_000),
  /** Of one bill; what is left of a row while it is compared takes about a hundred bytes of the function's disk. */
  RECONCILIATION_MOST_ROWS: positive(2_000_000),

  /** From payment to the day by which prints are to be sent; holds do not count. */
  PRINT_SLA_MS: positive(48 * minutes(60)),
  /** A parcel nobody confirms has arrived by then. */
  PRINT_COMPLETE_MS: positive(10 * 24 * minutes(60)),
  PRINT_REPRINTS: positive(2),
  /** Of sizes sold at their own price, without a price line. */
  PRINT_SHIPPING_FEN: positive(800),
  PRINT_FREE_SHIPPING_FROM_FEN: positive(9_900),

  /** The picture generator's stand-in; '' for the real ones, which differ by the region of the key. */
  RUNNINGHUB_BASE_URL: z.url().or(z.literal('')).default(''),
  RUNNINGHUB_TIMEOUT_MS: positive(8_000),
  /** The largest picture that is fetched from the generator. */
  RUNNINGHUB_RESULT_BYTES: positive(30 * 1024 * 1024),

  /** Whom the mark in a generated picture names: the producer's registered code, where there is one. */
  AIGC_PRODUCER: z.string().default(texts.appTitle),

  /** How long a record may carry an audit row before the timer stores it. */
  UNAUDITED_MS: positive(15_000),

  /** Whoever is at a user's credits, or at a code, for longer than this is passed over. */
  TURN_MS: positive(5_000),
  /** Whoever has waited for his turn this long goes ahead without; within every function's time limit. */
  TURN_WAIT_MS: positive(12_000),

  /** Wrong activation codes of one user at one place, and the time they count. */
  REDEEM_WRONG_TRIES: positive(5),
  REDEEM_WINDOW_MS: positive(minutes(10)),
  /** How long one call goes on making, disabling or extending codes before the next one continues. */
  CODE_JOB_SLICE_MS: positive(8_000),

  /** The video service, or its stand-in, and the keys that sign for it. */
  VOD_BASE_URL: z.url().default('https://vod.tencentcloudapi.com'),
  VOD_SECRET_ID: z.string().default(''),
  VOD_SECRET_KEY: z.string().default(''),
  VOD_TIMEOUT_MS: positive(5_000),
  /** Of an upload signature. */
  VOD_SIGNATURE_SECONDS: positive(600),
  /** From a submission to the first question about it; later ones wait longer. */
  VOD_POLL_MS: positive(5_000),

  /** Where alerts to the team's chat go; the robot's key is a setting. */
  WECOM_BASE_URL: z.url().default('https://qyapi.weixin.qq.com'),

  /** What the platform gives an upload to begin. */
  UPLOAD_TICKET_MS: positive(minutes(10)),
  /** After which an announced upload that was never completed is swept. */
  UPLOAD_CONFIRM_MS: positive(24 * minutes(60)),

  /** How long a worker may be silent before another one takes over its export. */
  EXPORT_CLAIM_MS: positive(minutes(1)),
  /** Of one run of the timer; the next one goes on. */
  EXPORT_BUDGET_MS: positive(40_000),
  /** Records of one part; the platform answers no more than a thousand at once. */
  EXPORT_PAGE_ROWS: positive(1_000),

  /** How far back the counters are compared with the records; what is older does not change any more. */
  COUNTERS_REBUILD_DAYS: positive(1_100),

  SIGNED_URL_SECONDS: positive(SIGNED_URL_SECONDS),
  SIGNED_URLS_PER_CALL: positive(MAX_SIGNED_URLS_PER_CALL),

  /** The environment's id, set by the platform in every function. */
  SCF_NAMESPACE: z.string().default(''),
  /** What stands after the dot in `cloud://<env>.<bucket>/<path>`. */
  STORAGE_BUCKET: z.string().default(''),

  /** JSON `{private_key_id, private_key, env_id}` of the platform's custom login. */
  CUSTOM_LOGIN_KEY: z.string().optional(),
});

export const environment = schema.parse(process.env);
