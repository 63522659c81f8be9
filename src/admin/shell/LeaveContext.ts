import { createContext } from 'react';
import type { DepartureReason } from '../../Departure.ts';

/** Ends the session at once, with the reason, and shows the sign-in page. */
export type Leave = (reason: DepartureReason) => void;

/**
 * A session ends once, even if several calls find it dead at the same time, or one of them only after the next session
 * has begun.
 */
export const createSessionEnd = (end: Leave) => {
  let isOver = false;
  const close = () => {
    isOver = true;
  };
  const leave: Leave = reason => {
    if (isOver) return;
    close();
    end(reason);
  };
  return { leave, close };
};

export const LeaveContext = createContext<Leave>(() => {
  throw new Error('LeaveContext is missing above');
});
