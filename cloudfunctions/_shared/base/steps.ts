/** Rows of one step that changes them. Few, so that nobody waits long behind one. */
export const PAGE = 20;
/** How much longer it rests after a step than the step took. */
const REST = 2;

/**
 * One step after another until there is nothing left to do or the time is up. After each it rests for
 * longer than it has worked, so that most of the time belongs to those who use the system meanwhile.
 * @param step whether it was the last one
 */
export const steps = async (until: number, step: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    const started = Date.now();
    if (await step()) return;
    const rest = REST * (Date.now() - started);
    if (Date.now() + rest >= until) return;
    await new Promise(resolve => setTimeout(resolve, rest));
  }
};
