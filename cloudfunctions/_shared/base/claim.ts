import { _ } from './cloud.ts';
import { heldLease } from './lease.ts';
import { reporting } from './log.ts';
import { type Query, type Repository, sortedBy, type Stored } from './repository.ts';

/** A job that is worked on in slices, each under a lease: what it stores beside its progress. */
export interface Claimable extends Stored {
  /** Distinguishes this claim from a later one. */
  claim: string;
  /** End of the worker's claim; a worker that died does not renew it. */
  claimUntil: number;
  /** Claims since the last progress: a job that breaks off each time is given up by its worker. */
  attempts: number;
}

const unheld = { claim: '', claimUntil: 0 };
/** The claim fields of a new job. */
export const unclaimed = { ...unheld, attempts: 0 };

/**
 * Claims of jobs, so that one worker at a time works on each, however many instances of a function run.
 *
 * - A claim lasts for `duration` from when it was taken or last renewed; no step of the work may take longer.
 * - After it has ended, another worker may take the job and continues from the stored progress. So whatever follows the
 *   last progress of a killed worker is done again, and must be repeatable.
 * - A worker that has lost its claim stores no more progress: `advance` answers null, and the worker must stop. The same
 *   holds for a job that was cancelled meanwhile.
 *
 * @param duration in milliseconds, read each time
 */
export const claimsOf = <J extends Claimable & { status: string }>(
  jobs: Repository<J>,
  duration: () => number,
) => {
  const lease = heldLease(
    jobs,
    { holder: 'claim', held: (claim, claimUntil) => ({ claim, claimUntil }), free: unheld },
    duration,
  );
  const running = { status: 'running' };

  /** Takes a job that was read without a claim, or after its claim had ended; null if it has changed since. */
  const take = ({ _id, rev, status, claimUntil, attempts }: J): Promise<J | null> =>
    lease.take(_id, { rev, status, claimUntil }, () => ({ ...running, attempts: attempts + 1 }));

  /** Jobs in these states that no worker has, up to `limit` of each, those first that have waited longest. */
  const idle = async (statuses: J['status'][], limit: number, more: Query = {}): Promise<J[]> => {
    const claimUntil = _.lt(Date.now());
    const found = await Promise.all(
      statuses.map(status =>
        jobs.find(
          { ...more, status, claimUntil },
          {
            sort: sortedBy('asc', 'claimUntil', 'createTime'),
            limit,
          },
        ),
      ),
    );
    return found.flat();
  };

  const oldest = async (): Promise<J | undefined> =>
    (await idle(['queued', 'running'], 1)).sort((a, b) => a.createTime - b.createTime)[0];

  return {
    take,
    idle,

    /** Stores progress and renews the claim; null if the job is no longer this worker's. */
    advance: (job: J, patch: Partial<J>): Promise<J | null> => lease.renew(job, running, patch),

    /** The last write of a worker that stops before the job is done: the next one need not wait for the claim's end. */
    giveBack: async (job: J, patch: Partial<J>): Promise<void> => {
      await lease.release(job, running, patch);
    },

    /**
     * Works on one job after another until none waits or the time is up. A job that breaks off is logged, and taken again
     * after its claim has ended.
     * @param next the job whose turn it is, without a claim; by default of those queued and interrupted
     * @returns how many it worked on
     */
    workOnAll: async (
      name: string,
      deadline: number,
      work: (job: J, deadline: number) => Promise<void>,
      next: () => Promise<J | undefined> = oldest,
    ): Promise<number> => {
      let worked = 0;
      while (Date.now() < deadline) {
        const waiting = await next();
        if (!waiting) break;
        const job = await take(waiting);
        if (!job) continue;
        worked += 1;
        await work(job, deadline).catch(reporting(`broken off: ${name}`, job._id));
      }
      return worked;
    },
  };
};
