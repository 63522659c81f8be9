import SnoozeOutlined from '@mui/icons-material/SnoozeOutlined';
import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { IconButtonWithTooltip } from 'react-admin';
import type { TodoItem } from '#contract/todo.ts';
import { DUE_SOON_MS } from '#contract/todoKinds.ts';
import { dayOf, dayStart, exactMinute } from '../../../shared/time.ts';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useRun } from '../../kit/action/useRun.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When work goes on, by the clock of Shanghai. */
const times = (now: number) => {
  const midnight = dayStart(dayOf(now));
  // 1970-01-01 was a Thursday.
  const weekday = Math.floor((midnight + 8 * HOUR) / DAY + 3) % 7;
  return {
    hour: now + HOUR,
    evening: midnight + 18 * HOUR,
    morning: midnight + DAY + 9 * HOUR,
    monday: midnight + (7 - weekday) * DAY + 9 * HOUR,
  };
};

/** Puts an item off for oneself, as far as its deadline allows; or takes it up again. */
export const SnoozeButton = ({ item }: { item: TodoItem }) => {
  const t = useTexts('todo.snooze');
  const { invoke } = useDataProvider();
  const now = useNow();
  const [menu, setMenu] = useState<{ anchor: HTMLElement; now: number }>();
  const { kind, _id: id, title, state, deadline } = item;
  const put = (until: number | null) => invoke('adminDashboard', 'snoozeTodo', { kind, id, until });
  const { mutate, isPending } = useRun({ run: put, done: t('done') });
  if (state === 'later')
    return <RunButton size="small" variant="text" label={t('undo')} run={() => put(null)} />;
  const latest = (deadline ?? Number.MAX_SAFE_INTEGER) - DUE_SOON_MS;
  const choices = (at: number) =>
    Object.entries(times(at)).filter(([, time]) => time > at && time < latest);
  if (choices(now).length === 0) return null;
  return (
    <>
      <IconButtonWithTooltip
        label={t('action')}
        aria-label={t('named', { title })}
        aria-haspopup="menu"
        disabled={isPending}
        onClick={event => setMenu({ anchor: event.currentTarget, now: Date.now() })}
      >
        <SnoozeOutlined fontSize="small" />
      </IconButtonWithTooltip>
      <Menu
        anchorEl={menu?.anchor ?? null}
        open={menu !== undefined}
        onClose={() => setMenu(undefined)}
      >
        {choices(menu?.now ?? now).map(([name, time]) => (
          <MenuItem
            key={name}
            sx={{ gap: 3, justifyContent: 'space-between' }}
            onClick={() => {
              setMenu(undefined);
              mutate(time);
            }}
          >
            {t(name)}
            <Quiet small>{exactMinute(time).slice(5)}</Quiet>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
