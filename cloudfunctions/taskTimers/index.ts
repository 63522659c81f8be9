import { actors } from '#contract/sentences/actors.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { runEngine } from '../_shared/tasks/engine.ts';

export const main = defineTimerFunction('taskTimers', {
  /** Every three seconds. */
  run: () => runEngine(systemActor(actors.system, 'taskTimers', 'run')),
});
