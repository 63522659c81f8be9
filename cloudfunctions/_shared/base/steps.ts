/** Rows of one step that changes them. Few, so that nobody waits long behind one. */
export const PAGE = 20;
/** How much longer it rests after a step than the step took. */
const REST = 2;

/**
 * After a piece of work: rests for longer than it took, so that most of the time belongs to those who use the system
 * meanwhile; not where the time would be up by then.
 * @returns whether it has rested
 */
export const rest = async (started: number, until: number): Promise<boolean> => {
  const ms = REST * (Date.now() - started);
  if (Date.now() + ms >= until) return false;
  await new Promise(resolve => setTimeout(resolve, ms));
  return true;
};

/**
 * One step after another, with rests, until there is nothing left to do or the time is up.
 * @param step whether it was the last one
 */
export const steps = async (until: number, step: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    const started = Date.now();
    if ((await step()) || !(await rest(started, until))) return;
  }
};
