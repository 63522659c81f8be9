import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { Box, Button, InputAdornment, MenuItem, Popover, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { dayEnd, dayOf } from '../../../shared/time.ts';
import { useTexts } from '../base/hooks.ts';
import { type Typed, TypedField, type TypedFieldProps } from '../base/TypedField.tsx';
import { typedDay, type TypedKind, typedLastDay, typedMoney } from '../base/typedKinds.ts';
import { fenToYuan } from '../base/yuan.ts';
import { Quiet } from '../field/valueFields.tsx';
import { lastDays, presetOf, PRESETS, presets } from './lastDays.ts';
import { useFilter } from './useFilter.ts';

const ends = ['from', 'to'] as const;
type End = (typeof ends)[number];
type Range = Partial<Record<End, number>>;

/** The last day with a year of four digits. */
const LAST = dayEnd('9999-12-31');

const isRange = (value: unknown): value is Range =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).length > 0 &&
  Object.entries(value).every(
    ([end, held]) =>
      (end === 'from' || end === 'to') && typeof held === 'number' && held >= 0 && held <= LAST,
  );

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

/** `19.90` → `19.9`, `100.00` → `100`: as short as it can be read. */
const short = (fen: number) => fenToYuan(fen).replace(/\.?0+$/, '');
const shortMoney = { ...typedMoney, write: short };

const days = { from: typedDay, to: typedLastDay };
const amounts = { from: shortMoney, to: shortMoney };

const DAY = 86_400_000;

/** Filters a list by a range of days, in Shanghai. */
export const DateRangeFilter = ({ source }: { source: string }) => {
  const translate = useTranslate();
  const label = String(useTranslateLabel()({ source }));
  const [range, setRange] = useFilter(source, isRange);
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const preset = presetOf(range);
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
        <Ends
          range={range ?? {}}
          kinds={days}
          texts="list.days"
          width={260}
          onChosen={next => {
            setOpen(false);
            setRange(next);
          }}
        />
      </RangePopover>
    </>
  );
};

interface DaysPickerProps {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  /** The most days that can be chosen. */
  most: number;
  range: Range;
  onClose: () => void;
  onChosen: (range: Required<Range>) => void;
}

/** Asks for days from one to another, in Shanghai; without the first it is a month, without the last it ends today. */
export const DaysPicker = ({ most, range, onChosen, ...popover }: DaysPickerProps) => (
  <RangePopover {...popover}>
    <Ends
      range={range}
      kinds={days}
      texts="list.days"
      width={260}
      most={most * DAY}
      onChosen={(chosen = {}) => {
        const to = chosen.to ?? dayEnd(dayOf(Date.now()));
        const from = chosen.from ?? to + 1 - PRESETS.month * DAY;
        onChosen({ to, from: Math.max(from, to + 1 - most * DAY) });
      }}
    />
  </RangePopover>
);

interface EndsProps {
  range: Range;
  /** Called with nothing where neither end is given. */
  onChosen: (range: Range | undefined) => void;
  kinds: Record<End, TypedKind>;
  /** The texts of the ends, and of an end that is before the other: `list.days`. */
  texts: string;
  width: number;
  /** The longest range. */
  most?: number;
  field?: Pick<TypedFieldProps, 'slotProps'>;
}

const Ends = ({ range, kinds, texts, width, most = Infinity, field, onChosen }: EndsProps) => {
  const translate = useTranslate();
  const [typed, setTyped] = useState<Record<End, Typed>>({
    from: range.from ?? null,
    to: range.to ?? null,
  });
  const { from, to } = typed;
  const crossed = typeof from === 'number' && typeof to === 'number' && from > to;
  const isLong = typeof from === 'number' && typeof to === 'number' && to - from > most;
  const isText = typeof from === 'string' || typeof to === 'string';
  const next = {
    ...(typeof from === 'number' && { from }),
    ...(typeof to === 'number' && { to }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!crossed && !isText && !isLong) onChosen(Object.keys(next).length > 0 ? next : undefined);
  };
  const wrong = () => {
    if (crossed) return translate(`${texts}.wrong`);
    return isLong ? translate(`${texts}.tooLong`, { count: Math.round(most / DAY) }) : undefined;
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ p: 2, display: 'grid', gap: 1.5, width }}>
      {ends.map(end => (
        <TypedField
          key={end}
          kind={kinds[end]}
          margin="none"
          autoFocus={end === 'from' && !kinds[end].type}
          label={translate(`${texts}.${end}`)}
          value={typed[end]}
          onChange={value => setTyped(before => ({ ...before, [end]: value }))}
          error={typeof typed[end] === 'string' || (end === 'to' && wrong() !== undefined)}
          helperText={end === 'to' ? wrong() : undefined}
          {...field}
        />
      ))}
      <Button type="submit" variant="contained">
        {translate('list.days.apply')}
      </Button>
    </Box>
  );
};

const writtenAmounts = ({ from, to }: Range) => {
  if (from !== undefined && to !== undefined) return `¥${short(from)} – ${short(to)}`;
  if (from !== undefined) return `≥ ¥${short(from)}`;
  return to === undefined ? '' : `≤ ¥${short(to)}`;
};

/** Filters a list by a range of money: typed in yuan, held in fen. */
export const MoneyRangeFilter = ({ source }: { source: string }) => {
  const t = useTexts('form.unit');
  const label = String(useTranslateLabel()({ source }));
  const [range, setRange] = useFilter(source, isRange);
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
        <Ends
          range={range ?? {}}
          kinds={amounts}
          texts="list.amount"
          width={240}
          field={{
            slotProps: {
              input: {
                endAdornment: <InputAdornment position="end">{t('yuan')}</InputAdornment>,
              },
            },
          }}
          onChosen={next => {
            setOpen(false);
            setRange(next);
          }}
        />
      </RangePopover>
    </>
  );
};
