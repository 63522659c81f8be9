import { probeSentences } from '#contract/sentences/settings.ts';
import { ActionError } from './errors.ts';
import { report } from './log.ts';

export interface Verdict {
  ok: boolean;
  message: string;
}

/** Result and duration of a trial. A failure is a sentence in the answer, never an error. */
export const timed = async (trial: () => Promise<Verdict>) => {
  const started = performance.now();
  const verdict = await trial().catch((error: unknown): Verdict => {
    if (error instanceof ActionError) return { ok: false, message: error.message };
    report('a trial of the settings failed', error);
    return { ok: false, message: probeSentences.failed };
  });
  return { ...verdict, costMs: Math.round(performance.now() - started) };
};
