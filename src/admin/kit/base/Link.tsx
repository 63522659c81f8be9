import { Link as RouterLink, type LinkProps } from 'react-router-dom';
import { useCan } from './CanAccess.tsx';

/** react-router's `Link`; what stands in it alone where the role does not open the page. */
export const Link = ({ to, replace, state, ...props }: LinkProps) =>
  useCan()({ to }) ? (
    <RouterLink to={to} {...(replace && { replace })} state={state as unknown} {...props} />
  ) : (
    <span {...props} onClick={undefined} />
  );
