import { MAX_SIGNED_URLS_PER_CALL, SIGNED_URL_SECONDS } from '#contract/constants.ts';
import { z } from '#contract/zod.ts';

const positive = (byDefault: number) => z.coerce.number().int().positive().default(byDefault);
const minutes = (n: number) => n * 60_000;

/**
 * All lifetimes and limits, set by environment variables and validated at start. Milliseconds unless the name says
 * otherwise. Tests and load runs raise the limits; production uses the defaults.
 */
export const variables = z.object({
  SESSION_IDLE_MS: positive(12 * minutes(60)),
  SESSION_MAX_MS: positive(7 * 24 * minutes(60)),
  SESSION_TOUCH_MS: positive(minutes(1)),
  SESSIONS_PER_ADMIN: positive(5),

  /** Wrong passwords for one name from one address before a wait is imposed. */
  LOGIN_FREE_ATTEMPTS: positive(5),
  LOGIN_WAIT_MS: positive(30_000),
  LOGIN_MAX_WAIT_MS: positive(minutes(15)),
  /** Failures from one address, for all names, in 15 minutes. */
  LOGIN_FAILURES_PER_IP: positive(50),
  /** Failures of one name from addresses it never signed in from, in an hour. */
  LOGIN_FAILURES_PER_NAME: positive(100),
  /** Refused attempts that may wait at the same time; further ones are refused at once. */
  LOGIN_REFUSED_WAITING: positive(2),

  /** How long a sign-in waits for the code of the second factor. */
  CHALLENGE_MS: positive(minutes(5)),
  /** How long a confirmed second factor is good for what shows or replaces secrets. */
  FACTOR_FRESH_MS: positive(minutes(10)),
  /** How long who has been given rights, and has no second factor, waits to do what asks others for one. */
  RAISED_WAIT_MS: positive(24 * minutes(60)),

  /** Calls of public actions from one address in a minute. */
  PUBLIC_CALLS_PER_MINUTE: positive(1_200),

  /** How long a call waits for a worker to take on what the call has made due (`due.ts`). */
  WORKER_ACCEPT_MS: positive(300),
  /** How long a worker waits at most for what falls due next, and never longer than until the next beat. */
  WORKER_AHEAD_MS: z.coerce.number().int().nonnegative().default(60_000),

  /** Address of the payment gateway or its stand-in. */
  WECHATPAY_BASE_URL: z.url().default('https://api.mch.weixin.qq.com'),
  WECHATPAY_TIMEOUT_MS: positive(5_000),
  /** Delay from a refund's submission to the first query; later queries are further apart. */
  WECHATPAY_QUERY_FIRST_MS: positive(10_000),
  /**
   * How long a submission with unknown outcome may still reach the gateway, which refuses requests signed more than
   * five minutes ago; the other five minutes allow for clock differences. Until then a refund cannot be voided.
   */
  REFUND_IN_FLIGHT_MS: positive(minutes(10)),
  /** Unpaid orders that one user may have. */
  ORDERS_UNPAID_PER_USER: positive(10),

  /** Time budget of one run that compares a day; the next run continues. */
  RECONCILIATION_BUDGET_MS: positive(40_000),
  /** The same for a call of an administrator. */
  RECONCILIATION_CALL_MS: positive(8_000),
  /** A claim not renewed for this long passes to another worker. */
  RECONCILIATION_CLAIM_MS: positive(minutes(1)),
  /** Delay before asking again for a bill that is not available. */
  RECONCILIATION_RETRY_MS: positive(minutes(10)),
  /** Failed attempts after which a person has to look at the day. */
  RECONCILIATION_ATTEMPTS: positive(100),
  /** Days before yesterday that are compared if that has not been done. */
  RECONCILIATION_DAYS_BACK: positive(7),
  /** Timeout of fetching one bill. */
  RECONCILIATION_DOWNLOAD_MS: positive(30_000),
  /** Rows of the bill that are looked up in one query. */
  RECONCILIATION_PAGE_ROWS: positive(1_000),
  /** Our records held in memory at once. */
  RECONCILIATION_CHUNK_ROWS: positive(10_000),
  /** Rows of one bill; each takes about a hundred bytes of the function's disk while it is compared. */
  RECONCILIATION_MOST_ROWS: positive(2_000_000),

  /** From payment to the shipping deadline of prints; time on hold does not count. */
  PRINT_SLA_MS: positive(48 * minutes(60)),
  /** A parcel that is not confirmed counts as arrived after this time. */
  PRINT_COMPLETE_MS: positive(10 * 24 * minutes(60)),
  PRINT_REPRINTS: positive(2),
  /** Shipping of sizes sold at their own price, without a price line. */
  PRINT_SHIPPING_FEN: positive(800),
  PRINT_FREE_SHIPPING_FROM_FEN: positive(9_900),

  /** Address of the image service's stand-in; '' for the real ones, which depend on the key's region. */
  RUNNINGHUB_BASE_URL: z.url().or(z.literal('')).default(''),
  RUNNINGHUB_TIMEOUT_MS: positive(8_000),
  /** The largest picture that is fetched from the generator. */
  RUNNINGHUB_RESULT_BYTES: positive(30 * 1024 * 1024),
  /** Timeout of fetching one result. */
  RUNNINGHUB_DOWNLOAD_MS: positive(20_000),
  /** Address of the functions' HTTP access, to which the generator reports; '' if it cannot be reached from outside. */
  HTTP_ACCESS_URL: z.url().or(z.literal('')).default(''),
  /** Address of the visitor side, for pages that are shared; '' for an address relative to the functions' own. */
  SITE_URL: z.url().or(z.literal('')).default(''),

  /** How long the lease on a task is; longer than any of its steps. */
  TASK_LEASE_MS: positive(45_000),
  /** Time budget of one run of the engine; the next one continues. */
  TASK_BUDGET_MS: positive(20_000),
  /** Submissions of a task before it is given up; refusals for want of a free slot count too. */
  TASK_ATTEMPTS: positive(10),
  /** How long a key rests that has no free slot at the provider, and one that failed to answer three times in a row. */
  TASK_KEY_FULL_MS: positive(15_000),
  TASK_KEY_SILENT_MS: positive(minutes(5)),
  /** A task in a pool without a working key is given up after this time. */
  TASK_KEYLESS_MS: positive(minutes(2)),
  /** Tasks that may wait in one pool. */
  TASK_QUEUE_MOST: positive(20_000),

  /** Address of the content moderation or its stand-in, and its keys; '' for the real one. */
  MODERATION_BASE_URL: z.url().or(z.literal('')).default(''),
  MODERATION_SECRET_ID: z.string().default(''),
  MODERATION_SECRET_KEY: z.string().default(''),
  MODERATION_TIMEOUT_MS: positive(8_000),

  /** The producer's registered code for the mark in generated pictures; without it the operator's name. */
  AIGC_PRODUCER: z.string().default(''),

  /** Age at which the job stores an audit row that a record still carries. */
  UNAUDITED_MS: positive(15_000),
  /** Changes of how long wait together for that; 0: each has a mark of its own. */
  UNAUDITED_WINDOW_MS: z.coerce.number().int().nonnegative().default(30_000),
  /** How long an instance remembers a look at pictures that is in the audit log, within the hour of its row. */
  LOOKS_WRITTEN_MS: z.coerce.number().int().nonnegative().default(3_600_000),

  /** A lock on a user's credits or on a code ends after this time. */
  TURN_MS: positive(5_000),
  /** A caller that has waited this long continues without the lock; less than every function's timeout. */
  TURN_WAIT_MS: positive(12_000),

  /** Wrong activation codes of one user from one address, and the window in which they count. */
  REDEEM_WRONG_TRIES: positive(5),
  REDEEM_WINDOW_MS: positive(minutes(10)),
  /** Time slice of one call that makes, disables or extends codes; the next one continues. */
  CODE_JOB_SLICE_MS: positive(8_000),

  /** A claim not renewed for this long passes to another worker: longer than transactions of a killed one last. */
  COMPENSATION_CLAIM_MS: positive(minutes(1)),
  /** Time budget of one run that helps many users; the next one continues. */
  COMPENSATION_BUDGET_MS: positive(40_000),

  /** Address of the video service or its stand-in, and its keys. */
  VOD_BASE_URL: z.url().default('https://vod.tencentcloudapi.com'),
  VOD_SECRET_ID: z.string().default(''),
  VOD_SECRET_KEY: z.string().default(''),
  VOD_TIMEOUT_MS: positive(5_000),
  /** Lifetime of an upload signature. */
  VOD_SIGNATURE_SECONDS: positive(600),
  /** Delay from a submission to the first query; later ones are further apart. */
  VOD_POLL_MS: positive(5_000),

  /** Age of a deletion at which the file is deleted at the video service: longer than any call that may still name it. */
  VOD_DELETE_MS: positive(minutes(2)),
  /** Key of the video domain's hotlink protection; '' if it has none. */
  VOD_PLAY_KEY: z.string().default(''),
  /** How long an address of a video is valid at least. */
  VOD_PLAY_SECONDS: positive(7_200),

  /** Address of WeChat's server API or its stand-in. */
  WECHAT_BASE_URL: z.url().default('https://api.weixin.qq.com'),
  WECHAT_TIMEOUT_MS: positive(5_000),
  /** Address of the team chat for alerts; the robot's key is a setting. */
  WECOM_BASE_URL: z.url().default('https://qyapi.weixin.qq.com'),
  /** Address of a stand-in of the mail server, `smtp://127.0.0.1:2525`; '' for the one in the settings. */
  SMTP_STAND_IN: z.url().or(z.literal('')).default(''),
  MAIL_TIMEOUT_MS: positive(10_000),

  /** How long the lease on a message is; longer than sending takes. */
  MESSAGE_LEASE_MS: positive(minutes(1)),
  /** Time budget of one run; the next one continues. */
  MESSAGE_BUDGET_MS: positive(40_000),
  /** Tries of one message, each later than the one before. */
  MESSAGE_ATTEMPTS: positive(6),
  /** How long messages are kept. */
  MESSAGE_KEEP_MS: positive(180 * 24 * minutes(60)),

  /** How long the lease on a delivery's upload to WeChat is; longer than three calls. */
  UPLOAD_LEASE_MS: positive(minutes(1)),
  /** Tries of one delivery, each later than the one before. */
  UPLOAD_ATTEMPTS: positive(8),
  /** From the payment to the first upload: the part of WeChat that takes it learns of payments with a delay. */
  UPLOAD_AFTER_PAYMENT_MS: positive(10_000),
  /** How often a parcel is asked for, and for how long; afterwards a quarter as often. */
  LOGISTICS_EVERY_MS: positive(minutes(60)),
  LOGISTICS_OFTEN_MS: positive(3 * 24 * minutes(60)),

  /** Anonymous visitors of one address that get an account, and those that are given credits with it, in a day. */
  ACCOUNTS_PER_ADDRESS: positive(200),
  GIFTS_PER_ADDRESS: positive(20),
  /**
   * Limits per address are this many times as high for visitors whom WeChat or a ticket vouches for: each costs an
   * account there, and a mobile network gives one address to many.
   */
  KNOWN_PER_ADDRESS: positive(25),
  /** How often an instance writes what it has counted of uses and clicks; 0: each at once. */
  USES_WRITTEN_MS: z.coerce.number().int().nonnegative().default(10_000),
  /** Free uses of one local app, and clicks on one quick function, that count of one caller in an hour. */
  USES_PER_CALLER: positive(20),
  /** Orders placed by anonymous visitors of one address, in an hour. */
  ORDERS_PER_ADDRESS: positive(60),
  /** Complaints and wishes of one visitor in a day. */
  FEEDBACK_PER_DAY: positive(10),
  /** The same of all visitors of one address. */
  FEEDBACK_PER_ADDRESS: positive(60),
  /** Photos that one visitor, and all visitors of one address, may upload in an hour. */
  PHOTOS_PER_USER: positive(60),
  PHOTOS_PER_ADDRESS: positive(600),
  /** How long the platform allows an upload to begin. */
  UPLOAD_TICKET_MS: positive(minutes(10)),
  /**
   * Age at which an announced picture that was never confirmed is removed: the largest one, 30 MB, is there in time at
   * 5 KB in a second, and confirming follows at once.
   */
  UPLOAD_CONFIRM_MS: positive(minutes(120)),
  /** The same for videos, which have no limit of size here. */
  VOD_UPLOAD_MS: positive(24 * minutes(60)),

  /** A claim not renewed for this long passes to another worker. */
  EXPORT_CLAIM_MS: positive(minutes(1)),
  /** Time budget of one run of the job; the next one continues. */
  EXPORT_BUDGET_MS: positive(40_000),
  /** Records of one part; the platform returns at most a thousand. */
  EXPORT_PAGE_ROWS: positive(1_000),

  /** Time budget of one run that erases files; the next one continues. */
  CLEANING_BUDGET_MS: positive(40_000),
  /**
   * Between taking an expired picture away and erasing it: longer than any call takes that has found it and is about to
   * use it.
   */
  CLEANING_GRACE_MS: positive(minutes(15)),

  /** The same of archives of print files; the claim is longer than the function may run. */
  PRINT_ARCHIVE_CLAIM_MS: positive(90_000),
  PRINT_ARCHIVE_BUDGET_MS: positive(40_000),
  /** Bytes of one part, which the function's disk and the storage must take. */
  PRINT_ARCHIVE_PART_BYTES: positive(96 * 1024 * 1024),

  /** How far back the counters are compared with the records; older figures no longer change. */
  COUNTERS_REBUILD_DAYS: positive(1_100),

  SIGNED_URL_SECONDS: positive(SIGNED_URL_SECONDS),
  SIGNED_URLS_PER_CALL: positive(MAX_SIGNED_URLS_PER_CALL),

  /** The environment's id, set by the platform in every function. */
  SCF_NAMESPACE: z.string().default(''),
  /** The part after the dot in `cloud://<env>.<bucket>/<path>`. */
  STORAGE_BUCKET: z.string().default(''),

  /** JSON `{private_key_id, private_key, env_id}` of the platform's custom login. */
  CUSTOM_LOGIN_KEY: z.string().optional(),
});
