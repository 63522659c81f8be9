import { type AdminRemark, MOST_REMARKS } from '#contract/remark.ts';

/** The oldest remarks make room. */
export const withRemark = (remarks: readonly AdminRemark[], remark: AdminRemark): AdminRemark[] =>
  [...remarks, remark].slice(-MOST_REMARKS);
