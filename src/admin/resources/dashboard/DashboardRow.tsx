import { Box, type BoxProps } from '@mui/material';
import { Link } from 'react-router-dom';
import { useCan } from '../../kit/base/CanAccess.tsx';

export interface DashboardRowProps extends Pick<BoxProps, 'sx' | 'children'> {
  /** The page with more about it. */
  to?: string | undefined;
}

/** One row of a list on a card; the whole row is the link. */
export const DashboardRow = ({ to, sx = [], children }: DashboardRowProps) => {
  const can = useCan();
  const isLink = to !== undefined && can({ to });
  return (
    <li>
      <Box
        {...(isLink && { component: Link, to, className: 'touch' })}
        sx={[
          {
            mx: -1,
            px: 1,
            py: 0.75,
            borderRadius: 1,
            fontSize: '0.8125rem',
            color: 'text.primary',
            textDecoration: 'none',
            ...(isLink && { display: 'block', '&:hover': { bgcolor: 'action.hover' } }),
          },
          ...(Array.isArray(sx) ? sx : [sx]),
        ]}
      >
        {children}
      </Box>
    </li>
  );
};
