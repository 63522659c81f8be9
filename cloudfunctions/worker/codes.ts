import { _ } from '../_shared/base/cloud.ts';
import { batches, recount } from '../_shared/codes/codes.ts';
import { expireCodes } from '../_shared/codes/jobs.ts';

const PAGE = 100;
const MOST_PAGES = 10;

/** Batches still in use, newest first. */
const recountOpen = async (): Promise<number> => {
  let done = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await batches.find(
      { status: _.in(['active', 'disabled']) },
      { sort: [['createTime', 'desc']], skip: page * PAGE, limit: PAGE, fields: ['quantity'] },
    );
    for (const batch of found) await recount(batch);
    done += found.length;
    if (found.length < PAGE) break;
  }
  return done;
};

/** Expires codes and corrects the figures of their batches. */
export const expireAllCodes = async () => ({
  expired: await expireCodes(),
  recounted: await recountOpen(),
});
