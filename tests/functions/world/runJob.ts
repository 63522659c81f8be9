import { isJob, type JobName, jobs } from '#cloudfunctions/_shared/base/jobs.ts';

export const jobNames = Object.keys(jobs).filter(isJob);

type Worker = (
  event: unknown,
  context?: unknown,
) => Promise<{ ok: boolean; results?: Partial<Record<JobName, unknown>> }>;

/**
 * One job and nothing else that is due, as its worker runs it.
 * @returns whether it went well, and what it says of itself
 */
export const runJob = async (
  job: JobName,
  context?: unknown,
): Promise<{ ok: boolean; result: unknown }> => {
  const { main } = (await import(`../../../cloudfunctions/${jobs[job]}/index.ts`)) as {
    main: Worker;
  };
  const { ok, results } = await main({ jobs: [job], alone: true }, context);
  return { ok, result: results?.[job] };
};

/**
 * The same, where it has to go well.
 * @returns what it says of itself
 */
export const finishJob = async <T = unknown>(
  { errors }: { errors: readonly string[] },
  job: JobName,
): Promise<T> => {
  const { ok, result } = await runJob(job);
  if (!ok) throw new Error(`${job}: ${errors.at(-1)}`);
  return result as T;
};
