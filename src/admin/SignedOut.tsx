import { use, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { getToken } from '#authProvider/session.ts';
import { ADMIN_BASE, returnAddress } from '../addresses.ts';
import type { Departure } from '../signIn/Departure.ts';
import { LeavingContext } from './LeavingContext.ts';
import { HOME } from './pages.ts';

/** react-admin's sign-in route: it only tells the page outside that the session is over. */
export const SignedOut = ({ onSignedOut }: { onSignedOut: (departure: Departure) => void }) => {
  const leaving = use(LeavingContext);
  const { state } = useLocation() as {
    state: { nextPathname?: string; nextSearch?: string } | null;
  };
  const told = useRef(false);
  const signedIn = Boolean(getToken());
  useEffect(() => {
    if (signedIn || told.current) return;
    told.current = true;
    const reason = leaving.reason();
    const { nextPathname, nextSearch = '' } = state ?? {};
    const left = nextPathname && `${ADMIN_BASE}${nextPathname}${nextSearch}`;
    onSignedOut({
      reason: reason ?? 'expired',
      returnTo: returnAddress(reason ? undefined : left),
    });
  }, [signedIn, leaving, state, onSignedOut]);
  return signedIn ? <Navigate to={HOME} replace /> : null;
};
