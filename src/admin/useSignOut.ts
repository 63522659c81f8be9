import { use, useCallback } from 'react';
import { useLogout } from 'react-admin';
import type { DepartureReason } from '../signIn/Departure.ts';
import { LeavingContext } from './LeavingContext.ts';

/** Ends the session on purpose: the sign-in page says why, and leads to the dashboard, not back here. */
export const useSignOut = () => {
  const logout = useLogout();
  const leaving = use(LeavingContext);
  return useCallback(
    (reason: Exclude<DepartureReason, 'expired'>) => {
      leaving.announce(reason);
      return logout({}, '/login', false);
    },
    [logout, leaving],
  );
};
