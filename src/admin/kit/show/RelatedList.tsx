import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import { ListBase, type ListBaseProps, Pagination } from 'react-admin';
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts';
import { ListBody } from '../list/ListBody.tsx';

export interface RelatedListProps {
  resource: string;
  /** The owner of the records; not among the visible filters. */
  of: Record<string, string>;
  sort?: NonNullable<ListBaseProps['sort']>;
  filters?: ReactNode;
  /** Above the records. */
  head?: ReactNode;
  children: ReactNode;
}

const NEWEST_FIRST = { field: 'createTime', order: 'DESC' } as const;
const PAGE_SIZES = [10, DEFAULT_PAGE_SIZE, 50];

/**
 * Records that belong to a page's record, as a list with its own filters and pages. These are kept in the address, so
 * show one at a time, each below its own path; nothing is remembered for the next record.
 */
export const RelatedList = (props: RelatedListProps) => {
  const { resource, of, sort = NEWEST_FIRST, filters, head, children } = props;
  return (
    <ListBase
      resource={resource}
      filter={of}
      sort={sort}
      perPage={DEFAULT_PAGE_SIZE}
      storeKey={false}
      disableAuthentication
      queryOptions={{ onError: () => undefined }}
    >
      <Card>
        {head}
        {filters && (
          <Box
            role="search"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(144px, 168px))' },
              gap: 1,
              p: 1.5,
            }}
          >
            {filters}
          </Box>
        )}
        <ListBody>{children}</ListBody>
        <Pagination rowsPerPageOptions={PAGE_SIZES} />
      </Card>
    </ListBase>
  );
};
