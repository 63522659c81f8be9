import { _ } from './cloud.ts';
import { endOfRun } from './due.ts';
import { idsOf, type Repository, repository, type Stored } from './repository.ts';

/** Whose `expireTime` (indexed) ends what they are for; each row found is over, even if it is read meanwhile. */
const expiring = [
  ...(['rateLimits', 'adminSessions', 'signInChallenges', 'pastAccounts'] as const),
  ...(['searchMisses', 'compensationTargets', 'claims'] as const),
];

const PAGE = 500;
/** Then it stops, and the next run continues. */
const BUDGET_MS = 15_000;

const purge = async (rows: Repository<Stored>, until: number): Promise<number> => {
  const over = { expireTime: _.lt(Date.now()) };
  for (let removed = 0; ;) {
    const page = await rows.find(over, { limit: PAGE, fields: ['_id'] });
    await rows.removeMany(idsOf(page), over);
    removed += page.length;
    if (page.length < PAGE || Date.now() >= until) return removed;
  }
};

/**
 * Removes expired counters of attempts, sessions, sign-ins that waited for a code, past accounts, searches that found nothing,
 * targets of compensations and claims on what waits.
 * @returns how many
 */
export const purgeExpired = async (): Promise<number> => {
  const until = endOfRun(BUDGET_MS);
  let removed = 0;
  for (const name of expiring) removed += await purge(repository<Stored>(name), until);
  return removed;
};
