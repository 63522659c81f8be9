import { _ } from '../cloud.ts';
import { batches, recount } from './codes.ts';

const PAGE = 100;
const MOST_PAGES = 20;

/** Batches still in use, newest first. */
export const recountOpen = async (): Promise<number> => {
  let done = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await batches.find(
      { status: _.in(['active', 'disabled']) },
      { sort: [['createTime', 'desc']], skip: page * PAGE, limit: PAGE, fields: ['_id'] },
    );
    for (const { _id } of found) await recount(_id);
    done += found.length;
    if (found.length < PAGE) break;
  }
  return done;
};
