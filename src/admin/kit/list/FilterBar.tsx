import TuneIcon from '@mui/icons-material/Tune';
import { Box, Button, Collapse } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { usePhone } from '../base/usePhone.ts';

/** What the search box and the tabs show themselves. */
const shownElsewhere = ['q', 'status', 'scene'];

/** Search and filters in a row; on a phone the filters fold away behind a button that counts them. */
export const FilterBar = ({ search, children }: { search?: ReactNode; children?: ReactNode }) => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const { filterValues, setFilters } = useListContext();
  const [open, setOpen] = useState(false);
  const set = Object.keys(filterValues as object);
  const count = set.filter(source => !shownElsewhere.includes(source)).length;

  const clear = set.some(source => source === 'q' || !shownElsewhere.includes(source)) && (
    <Button size="small" onClick={() => setFilters({}, {}, false)}>
      {translate('list.clearFilters')}
    </Button>
  );
  if (!isPhone) {
    return (
      <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, py: 1.5 }}>
        {search}
        {children}
        {clear}
      </Box>
    );
  }
  return (
    <Box role="search" sx={{ p: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{search}</Box>
        {children && (
          <Button
            variant="outlined"
            startIcon={<TuneIcon />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {count > 0 ? translate('list.filterCount', { count }) : translate('list.filters')}
          </Button>
        )}
      </Box>
      <Collapse in={open}>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, pt: 1 }}>
          {children}
          {clear}
        </Box>
      </Collapse>
    </Box>
  );
};
