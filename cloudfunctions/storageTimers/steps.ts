/** Rows of one step: as many files as the storage removes in one call. */
export const PAGE = 50;

/**
 * One step after another until there is nothing left to do or the time is up. After each it rests for as long as it has
 * worked, so that half of the time belongs to those who use the system meanwhile.
 * @param step whether it was the last one
 */
export const steps = async (until: number, step: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    const started = Date.now();
    if (await step()) return;
    const worked = Date.now() - started;
    if (Date.now() + worked >= until) return;
    await new Promise(resolve => setTimeout(resolve, worked));
  }
};
