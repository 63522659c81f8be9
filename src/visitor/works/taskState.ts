import type { TaskStatus } from '#contract/taskStates.ts';

/** As the contract has it, whose own function would bring zod along. */
const ended: readonly TaskStatus[] = ['succeeded', 'failed', 'timeout', 'cancelled'];

export const isActive = (status: TaskStatus): boolean => !ended.includes(status);
