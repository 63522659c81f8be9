import { createContext } from 'react';
import type { DepartureReason } from '../signIn/Departure.ts';

export interface Leaving {
  announce(reason: DepartureReason): void;
  reason(): DepartureReason | undefined;
}

/**
 * Why the session is being ended on purpose. Held beside react-admin, because a check of the session that happens
 * to run meanwhile gets to the sign-in route first, and knows no reason.
 */
export const createLeaving = (): Leaving => {
  let announced: DepartureReason | undefined;
  return {
    announce: reason => {
      announced = reason;
    },
    reason: () => announced,
  };
};

export const LeavingContext = createContext(createLeaving());
