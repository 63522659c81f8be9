/**
 * CloudBase's prices in credits (资源点), of which 1,000 are 1 yuan: the price document of the credit billing (资源点价格文档)
 * as of August to October 2026, region Shanghai. Enter what it says when it changes; docs/operations.md follows.
 */
export const CREDITS_PER_YUAN = 1_000;

export const prices = {
  /** Each request of a function to the document database, in a transaction or not. */
  databaseRequests: 200 / 10_000,
  functionCalls: 13.3 / 10_000,
  /** Calls that clients make through the platform's gateway. */
  gatewayCalls: 100 / 10_000,
  /** Memory times duration. */
  functionGbSeconds: 0.111,
  /** From functions to other services. */
  functionTrafficGb: 800,
  /** GB-months, of 30 days. */
  databaseGb: 40 * 30,
  storageGb: 3.94 * 30,
  storageRequests: 10 / 10_000,
  /** Pictures. */
  cdnGb: 210,
  /** The site's files. */
  hostingGb: 210,
  /** Sign-ins, anonymous ones too, and renewed sessions. */
  authCalls: 500 / 10_000,
} as const;
export type Item = keyof typeof prices;

/** Yuan and credits a month; beyond its credits a plan is charged by the list above. */
export const plans = [
  { name: 'personal (个人版)', yuan: 39.9, credits: 40_000 },
  { name: 'standard (标准版)', yuan: 199, credits: 330_000 },
  { name: 'enterprise (企业版)', yuan: 999, credits: 1_500_000 },
] as const;
