import { defineHttpFunction } from '../_shared/base/httpFunction.ts';
import { generatorReport } from './generatorReport.ts';
import { payNotice } from './payNotice.ts';
import { refundNotice } from './refundNotice.ts';
import { sharedTemplate } from './share.ts';

/** What reaches the product from outside; each checks by itself whom it believes. */
export const main = defineHttpFunction('callback', {
  payNotice,
  refundNotice,
  generatorReport,
  sharedTemplate,
});
