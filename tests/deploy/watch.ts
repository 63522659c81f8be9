import { readFunctions } from '../../scripts/deploy/functions.ts';
import type { DeployedEnvironment } from './environment.ts';

/**
 * What the platform has while a deployment replaces one version by another: how many functions at most, how often timers of
 * both versions were there, and for how long those of neither.
 * @param ofToday a function with timers that only today's version has
 * @returns ends it
 */
export const watch = ({ cloud }: DeployedEnvironment, ofToday: string) => {
  let isOver = false;
  const seen = { most: 0, both: 0, neitherMs: 0 };
  const look = async () => {
    let since: number | undefined;
    let wereBoth = false;
    while (!isOver) {
      // One of them may go between their list and the look at it.
      const functions = await readFunctions(cloud).then(
        all => [...all.values()],
        () => null,
      );
      if (!functions) continue;
      const timed = functions.filter(({ timers }) => timers.length > 0);
      const isToday = timed.some(({ name }) => name === ofToday);
      const isEarlier = timed.some(({ name }) => name !== ofToday);
      seen.most = Math.max(seen.most, functions.length);
      // A look reads one function after the other: the earlier ones before, this one after they change places.
      const areBoth = isToday && isEarlier;
      if (areBoth && wereBoth) seen.both += 1;
      wereBoth = areBoth;
      if (isToday || isEarlier) since = undefined;
      else since ??= performance.now();
      if (since !== undefined) seen.neitherMs = Math.max(seen.neitherMs, performance.now() - since);
    }
  };
  const looking = look();
  return async () => {
    isOver = true;
    await looking;
    return seen;
  };
};
