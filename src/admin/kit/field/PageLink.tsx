import { Link as MuiLink, type LinkProps } from '@mui/material';
import type { MouseEvent } from 'react';
import { Link, type To } from 'react-router-dom';

export interface PageLinkProps extends LinkProps {
  to: To;
  /** The name of a record, among other text. */
  strong?: boolean;
}

/** A link to another page; the row it stands in does not take the click. */
export const PageLink = ({ strong = false, sx = [], ...link }: PageLinkProps) => (
  <MuiLink
    component={Link}
    onClick={(event: MouseEvent) => event.stopPropagation()}
    {...link}
    sx={[strong && { fontWeight: 500, color: 'text.primary' }, ...(Array.isArray(sx) ? sx : [sx])]}
  />
);
