import { createContext } from 'react';
import { type Invoke, SignedOutError } from '#dataProvider/invoke.ts';
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

/**
 * A call that finds the session over ends it and never settles: nothing of this session goes on, neither what follows a
 * success, which is what react-admin makes of it after signing out, nor what follows a failure.
 */
export const withSessionEnd =
  (invoke: Invoke, leave: Leave): Invoke =>
  async (...call) => {
    try {
      return await invoke(...call);
    } catch (error) {
      if (!(error instanceof SignedOutError)) throw error;
      leave('expired');
      return new Promise(() => undefined);
    }
  };

export const LeaveContext = createContext<Leave>(() => {
  throw new Error('LeaveContext is missing above');
});
