import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { Box, Button, InputAdornment, MenuItem, Popover, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { dayEnd, dayOf, dayStart } from '../../../shared/time.ts';
import { fenToYuan, yuanToFen } from '../base/yuan.ts';
import { Quiet } from '../field/valueFields.tsx';
import { useFilter } from './useFilter.ts';

interface Range {
  from?: number;
  to?: number;
}

interface RangePopoverProps {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  /** Its name, where what opens it does not say it. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
}

const RangePopover = ({ open, anchor, label, onClose, children }: RangePopoverProps) => (
  <Popover
    open={open}
    anchorEl={() => anchor.current}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    {...(label && { slotProps: { paper: { role: 'dialog', 'aria-label': label } } })}
  >
    {children}
  </Popover>
);

interface RangeFormProps {
  width: number;
  /** Undefined while what is typed is not a range. */
  range: Range | undefined;
  /** Called with nothing where neither end is given. */
  onChosen: (range: Range | undefined) => void;
  children: ReactNode;
}

const RangeForm = ({ width, range, onChosen, children }: RangeFormProps) => {
  const translate = useTranslate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (range) onChosen(Object.keys(range).length > 0 ? range : undefined);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ p: 2, display: 'grid', gap: 1.5, width }}>
      {children}
      <Button type="submit" variant="contained">
        {translate('list.days.apply')}
      </Button>
    </Box>
  );
};

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
  const shown = () => {
    if (value === '') return <Quiet component="span">{label}</Quiet>;
    return value === 'custom' ? written : translate(`list.days.${value}`);
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
            renderValue: shown,
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
      <RangePopover open={open} anchor={anchor} onClose={() => setOpen(false)}>
        <Days
          range={range ?? {}}
          onChosen={next => {
            setOpen(false);
            setRange(next);
          }}
        />
      </RangePopover>
    </>
  );
};

type EndsProps = Pick<RangeFormProps, 'onChosen'> & { range: Range };

const Days = ({ range, onChosen }: EndsProps) => {
  const translate = useTranslate();
  const [days, setDays] = useState({
    from: range.from === undefined ? '' : dayOf(range.from),
    to: range.to === undefined ? '' : dayOf(range.to),
  });
  const wrong = days.from !== '' && days.to !== '' && days.from > days.to;
  const next = {
    ...(days.from !== '' && { from: dayStart(days.from) }),
    ...(days.to !== '' && { to: dayEnd(days.to) }),
  };
  return (
    <RangeForm width={260} range={wrong ? undefined : next} onChosen={onChosen}>
      {(['from', 'to'] as const).map(name => (
        <TextField
          key={name}
          type="date"
          margin="none"
          label={translate(`list.days.${name}`)}
          value={days[name]}
          onChange={({ target }) => setDays({ ...days, [name]: target.value })}
          error={wrong}
          helperText={wrong && name === 'to' ? translate('list.days.wrong') : undefined}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
    </RangeForm>
  );
};

/** `19.90` → `19.9`, `100.00` → `100`: as short as it can be read. */
const short = (fen: number) => fenToYuan(fen).replace(/\.?0+$/, '');

const writtenAmounts = ({ from, to }: Range) => {
  if (from !== undefined && to !== undefined) return `¥${short(from)} – ${short(to)}`;
  if (from !== undefined) return `≥ ¥${short(from)}`;
  return to === undefined ? '' : `≤ ¥${short(to)}`;
};

/** Filters a list by a range of money: typed in yuan, held in fen. */
export const MoneyRangeFilter = ({ source }: { source: string }) => {
  const label = String(useTranslateLabel()({ source }));
  const [range, setRange] = useFilter<Range>(source);
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const written = writtenAmounts(range ?? {});
  return (
    <>
      <Button
        ref={anchor}
        variant="outlined"
        aria-haspopup="dialog"
        aria-label={written ? `${label} ${written}` : label}
        onClick={() => setOpen(true)}
        endIcon={<ArrowDropDownIcon sx={{ color: 'action.active' }} />}
        sx={{
          justifyContent: 'space-between',
          fontWeight: 400,
          pr: 1,
          minWidth: { xs: 1, sm: 80 },
          minHeight: 37,
          // As the inputs beside it.
          '&&': {
            borderColor: theme => (theme.palette.mode === 'light' ? '#d4d4d8' : '#3f3f47'),
            color: written ? 'text.primary' : 'text.secondary',
          },
        }}
      >
        {written || label}
      </Button>
      <RangePopover open={open} anchor={anchor} label={label} onClose={() => setOpen(false)}>
        <Amounts
          range={range ?? {}}
          onChosen={next => {
            setOpen(false);
            setRange(next);
          }}
        />
      </RangePopover>
    </>
  );
};

const Amounts = ({ range, onChosen }: EndsProps) => {
  const translate = useTranslate();
  const [texts, setTexts] = useState({
    from: range.from === undefined ? '' : short(range.from),
    to: range.to === undefined ? '' : short(range.to),
  });
  const from = yuanToFen(texts.from);
  const to = yuanToFen(texts.to);
  const crossed = from !== undefined && to !== undefined && from > to;
  const problem = (text: string, fen: number | undefined) =>
    text !== '' && fen === undefined ? 'list.amount.unreadable' : '';
  const errors = {
    from: problem(texts.from, from),
    to: problem(texts.to, to) || (crossed ? 'list.amount.wrong' : ''),
  };
  const next = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return (
    <RangeForm width={240} range={errors.from || errors.to ? undefined : next} onChosen={onChosen}>
      {(['from', 'to'] as const).map(name => (
        <TextField
          key={name}
          margin="none"
          autoFocus={name === 'from'}
          label={translate(`list.amount.${name}`)}
          value={texts[name]}
          onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
          error={errors[name] !== ''}
          helperText={errors[name] && translate(errors[name])}
          slotProps={{
            htmlInput: { inputMode: 'decimal' },
            input: {
              endAdornment: (
                <InputAdornment position="end">{translate('form.unit.yuan')}</InputAdornment>
              ),
            },
          }}
        />
      ))}
    </RangeForm>
  );
};
