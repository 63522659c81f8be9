import { Box } from '@mui/material';
import { useStoreContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { TodoItem } from '#contract/todo.ts';
import { DUE_SOON_MS, todoKinds } from '#contract/todoKinds.ts';
import { duration, exactTime } from '../../../shared/time.ts';
import { useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Dot, oneLine, Quiet } from '../../kit/field/valueFields.tsx';
import { Claim, Holder } from './ClaimButton.tsx';
import { SnoozeButton } from './SnoozeButton.tsx';

/** As many as a list of them is left with. */
const PER_PAGE = 20;

/** The record's page, or the list in whose rows one acts; opened, the list is left with what else waits of the kind. */
const usePlaceOf = ({ kind, pageId }: TodoItem) => {
  const createPath = useCreatePath();
  const store = useStoreContext();
  const { page, resource, filter, sort } = todoKinds[kind];
  return {
    to:
      page === resource
        ? createPath({ resource, type: page === 'templates' ? 'edit' : 'show', id: pageId })
        : `${listPath(resource, filter)}&sort=${sort}&order=ASC`,
    onClick: () =>
      store.setItem(`${resource}.listParams`, {
        filter,
        sort,
        order: 'ASC',
        page: 1,
        perPage: PER_PAGE,
        displayedFilters: {},
      }),
  };
};

/** How long there is until its deadline, or for how long it waits. */
const Urgency = ({ deadline, since }: TodoItem) => {
  const t = useTexts('todo');
  const now = useNow();
  if (deadline === null)
    return (
      since !== null && (
        <Quiet small title={exactTime(since)}>
          {t('waits', { time: duration(now - since) })}
        </Quiet>
      )
    );
  const left = deadline - now;
  const colour = left <= 0 ? 'error.main' : left <= DUE_SOON_MS ? 'warning.main' : 'text.secondary';
  return (
    <Box component="span" title={exactTime(deadline)} sx={{ color: colour }}>
      {t(left <= 0 ? 'overdue' : 'left', { time: duration(Math.abs(left)) })}
    </Box>
  );
};

interface TodoRowProps {
  item: TodoItem;
  /** On a card among others: without what is done about it. */
  isShort?: boolean;
}

/** One that waits: what, how urgent, who has it. */
export const TodoRow = ({ item, isShort = false }: TodoRowProps) => {
  const t = useTexts('todo');
  const { kind, title, putOffUntil } = item;
  const { label, tone } = todoKinds[kind];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          sm: isShort
            ? '124px minmax(0, 1fr) auto 132px'
            : '124px minmax(0, 1fr) 112px 128px 112px',
        },
        alignItems: 'center',
        columnGap: 2,
        px: isShort ? 1 : 2,
        mx: isShort ? -1 : 0,
        py: { xs: 1.25, sm: isShort ? 0.75 : 1 },
        minHeight: isShort ? undefined : 52,
        fontSize: '0.8125rem',
        borderRadius: isShort ? 1 : 0,
        ...(!isShort && { '& + &': { borderTop: 1, borderColor: 'divider' } }),
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
        <Dot tone={tone} />
        {label}
      </Box>
      <Box
        component={Link}
        {...usePlaceOf(item)}
        title={title}
        sx={{
          ...oneLine,
          gridRow: { xs: 2, sm: 'auto' },
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          py: { xs: 0.5, sm: 0 },
          color: 'text.primary',
          fontWeight: 500,
          textDecoration: 'none',
        }}
      >
        {title}
      </Box>
      <Quiet
        small
        title={item.holderName || undefined}
        sx={{ ...oneLine, display: { xs: isShort ? 'none' : 'block', sm: 'block' } }}
      >
        {putOffUntil ? (
          t('until', { time: exactTime(putOffUntil).slice(5, 16) })
        ) : (
          <Holder {...item} />
        )}
      </Quiet>
      <Box
        sx={{
          gridRow: { xs: 1, sm: 'auto' },
          gridColumn: { xs: 2, sm: 'auto' },
          textAlign: 'right',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Urgency {...item} />
      </Box>
      {!isShort && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 0.5,
          }}
        >
          <SnoozeButton item={item} />
          <Claim item={item} />
        </Box>
      )}
    </Box>
  );
};
