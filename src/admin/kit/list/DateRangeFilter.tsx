import { Box, Button, MenuItem, Popover, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { dayEnd, dayOf, dayStart } from '../../../shared/time.ts';
import { Quiet } from '../field/Quiet.tsx';
import { useFilter } from './useFilter.ts';

interface Range {
  from?: number;
  to?: number;
}

const PRESETS = { today: 1, week: 7, month: 30, quarter: 90 } as const;
const presets = Object.entries(PRESETS) as [keyof typeof PRESETS, number][];
const DAY = 86_400_000;

/** The last so many days of the calendar, today included. */
const lastDays = (days: number): Range => ({
  from: dayStart(dayOf(Date.now() - (days - 1) * DAY)),
});

/** Filters a list by a range of days, in Shanghai. */
export const DateRangeFilter = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const label = String(useTranslateLabel()({ source }));
  const [range, setRange] = useFilter<Range>(source);
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const preset = presets.find(
    ([, days]) => range?.to === undefined && range?.from === lastDays(days).from,
  )?.[0];
  const value = range === undefined ? '' : (preset ?? 'custom');
  const written = [range?.from, range?.to]
    .map(instant => (instant === undefined ? '' : dayOf(instant)))
    .join(' – ');

  const choose = (chosen: string) => {
    if (chosen === 'custom') return setOpen(true);
    setRange(chosen === '' ? undefined : lastDays(PRESETS[chosen as keyof typeof PRESETS]));
  };
  return (
    <>
      <TextField
        ref={anchor}
        select
        margin="none"
        value={value}
        onChange={({ target }) => choose(target.value)}
        sx={{ minWidth: { xs: 1, sm: 128 } }}
        slotProps={{
          select: {
            displayEmpty: true,
            SelectDisplayProps: { 'aria-label': label },
            renderValue: () =>
              value === '' ? (
                <Quiet component="span">{label}</Quiet>
              ) : value === 'custom' ? (
                written
              ) : (
                translate(`list.days.${value}`)
              ),
          },
        }}
      >
        <MenuItem value="">{translate('list.any')}</MenuItem>
        {presets.map(([name]) => (
          <MenuItem key={name} value={name}>
            {translate(`list.days.${name}`)}
          </MenuItem>
        ))}
        {/* Chosen again it opens again. */}
        <MenuItem value="custom" onClick={() => setOpen(true)}>
          {translate('list.days.custom')}
        </MenuItem>
      </TextField>
      <Popover
        open={open}
        anchorEl={() => anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Days
          range={range ?? {}}
          onChosen={next => {
            setOpen(false);
            setRange(next.from === undefined && next.to === undefined ? undefined : next);
          }}
        />
      </Popover>
    </>
  );
};

const Days = ({ range, onChosen }: { range: Range; onChosen: (range: Range) => void }) => {
  const translate = useTranslate();
  const [from, setFrom] = useState(range.from === undefined ? '' : dayOf(range.from));
  const [to, setTo] = useState(range.to === undefined ? '' : dayOf(range.to));
  const wrong = from !== '' && to !== '' && from > to;
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault();
        event.stopPropagation();
        if (wrong) return;
        onChosen({
          ...(from !== '' && { from: dayStart(from) }),
          ...(to !== '' && { to: dayEnd(to) }),
        });
      }}
      sx={{ p: 2, display: 'grid', gap: 1.5, width: 260 }}
    >
      {(
        [
          ['from', from, setFrom],
          ['to', to, setTo],
        ] as const
      ).map(([name, day, setDay]) => (
        <TextField
          key={name}
          type="date"
          margin="none"
          label={translate(`list.days.${name}`)}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          error={wrong}
          helperText={wrong && name === 'to' ? translate('list.days.wrong') : undefined}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
      <Button type="submit" variant="contained">
        {translate('list.days.apply')}
      </Button>
    </Box>
  );
};
