import { type JobName, jobs } from '#cloudfunctions/_shared/base/jobs.ts';

/** One job of a product started for tests, to its end, and nothing else that is due. */
export const runJob = async (url: string, job: JobName): Promise<void> => {
  const answer = await fetch(`${url}/__emulator/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ function: jobs[job], event: { jobs: [job], alone: true } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { result } = (await answer.json()) as { result: { ok: boolean } };
  if (!result.ok) throw new Error(`the job ${job} has failed`);
};
