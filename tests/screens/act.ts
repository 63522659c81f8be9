import { createRequire } from 'node:module';
import { flushSync } from 'react-dom';

interface Scheduler {
  unstable_IdlePriority: number;
  unstable_scheduleCallback: (priority: number, work: () => void) => unknown;
}

/** The very modules that React and @testing-library load. */
const require = createRequire(import.meta.url);
const React = require('react') as { act?: (work: () => unknown) => unknown };
const scheduler = createRequire(require.resolve('react-dom'))('scheduler') as Scheduler;

const rendered = () =>
  new Promise<void>(resolve => {
    scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve);
  });

/**
 * React's production build has no `act`, which @testing-library asks for: what is done within it is rendered when it
 * returns; if it returns a promise, once that is fulfilled and React has nothing left to do.
 */
React.act ??= work => {
  const result = flushSync(work);
  return result instanceof Promise ? result.finally(rendered) : result;
};
