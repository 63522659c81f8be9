import { environment } from '../base/environment.ts';
import { dueLease } from '../base/lease.ts';
import { tasks } from './tasks.ts';

/** On a task, in `nextPollTime`. */
export const {
  take: claim,
  write,
  holds,
} = dueLease(
  tasks,
  'nextPollTime',
  () => environment.TASK_LEASE_MS,
  ({ status }) => ({ status }),
);
