import { createContext } from 'react';
import type { DepartureReason } from '../../signIn/Departure.ts';

/** Ends the session at once, says why, and shows the sign-in page: of what is on the screen nothing stays. */
export type Leave = (reason: DepartureReason) => void;

/**
 * A session ends once, though several calls find it over at the same time, and though one of them may hear so only
 * when the next session has begun.
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
