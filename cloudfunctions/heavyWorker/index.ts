import { defineWorker } from '../_shared/base/worker.ts';
import { nextTimes } from '../_shared/work/nextTimes.ts';
import { purgeExports, writeExports } from './exports/run.ts';
import { makeArchives, purgeArchives } from './printArchives/run.ts';
import { reconcile } from './reconciliation.ts';

/** What is done without being asked for and takes memory: large files, and photos that are decoded. */
export const main = defineWorker(
  'heavyWorker',
  {
    exports: writeExports,
    purgeExports,
    printArchives: makeArchives,
    purgePrintArchives: purgeArchives,
    reconciliation: reconcile,
  },
  nextTimes,
);
