import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { Box, Button, InputAdornment, Popover, TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { fenToYuan, yuanToFen } from '../base/yuan.ts';
import { useFilter } from './useFilter.ts';

interface Range {
  from?: number;
  to?: number;
}

/** `19.90` → `19.9`, `100.00` → `100`: as short as it can be read. */
const short = (fen: number) => fenToYuan(fen).replace(/\.?0+$/, '');

/** Filters a list by a range of money: typed in yuan, held in fen. */
export const MoneyRangeFilter = ({ source }: { source: string }) => {
  const label = String(useTranslateLabel()({ source }));
  const [range, setRange] = useFilter<Range>(source);
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { from, to } = range ?? {};
  const written =
    from !== undefined && to !== undefined
      ? `¥${short(from)} – ${short(to)}`
      : from !== undefined
        ? `≥ ¥${short(from)}`
        : to !== undefined
          ? `≤ ¥${short(to)}`
          : '';
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
      <Popover
        open={open}
        anchorEl={() => anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Amounts
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

interface AmountsProps {
  range: Range;
  onChosen: (range: Range) => void;
}

const Amounts = ({ range, onChosen }: AmountsProps) => {
  const translate = useTranslate();
  const [texts, setTexts] = useState({
    from: range.from === undefined ? '' : short(range.from),
    to: range.to === undefined ? '' : short(range.to),
  });
  const from = yuanToFen(texts.from);
  const to = yuanToFen(texts.to);
  const crossed = from !== undefined && to !== undefined && from > to;
  const errors = {
    from: texts.from !== '' && from === undefined ? 'list.amount.unreadable' : '',
    to:
      texts.to !== '' && to === undefined
        ? 'list.amount.unreadable'
        : crossed
          ? 'list.amount.wrong'
          : '',
  };
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault();
        event.stopPropagation();
        if (errors.from || errors.to) return;
        onChosen({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
      }}
      sx={{ p: 2, display: 'grid', gap: 1.5, width: 240 }}
    >
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
      <Button type="submit" variant="contained">
        {translate('list.days.apply')}
      </Button>
    </Box>
  );
};
