import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';

/** Where an address without a page leads. */
export const NOT_FOUND = '/404';

/** Around a page without addresses below its own, which react-admin's routes would show it for. */
export const ExactAddress = ({ children }: { children: ReactNode }) =>
  useParams()['*'] ? <Navigate to={NOT_FOUND} replace /> : children;
