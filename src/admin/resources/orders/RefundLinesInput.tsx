import { Box, Button, Checkbox, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { useInput } from 'react-admin';
import type { RefundItem } from '#contract/refund.ts';
import { formatYuan } from '../../../shared/money.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { QtyInput } from '../../kit/form/QtyInput.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { lineLeft, lineName, linePast } from './lineNames.ts';
import type { OrderOnPage } from './orderRecord.ts';

/** How many of a line; a text while what is typed is no such number. */
export type ChosenItem = Pick<RefundItem, 'itemIndex'> & { qty: number | string };
type Line = NonNullable<OrderOnPage['lines']>[number];

export interface RefundLinesInputProps {
  /** Of the page's order, which is not the form's record. */
  lines: readonly Line[];
  /** What the chosen ones make, as far as the server has said. */
  made: readonly RefundItem[];
}

const byPlace = (one: ChosenItem, other: ChosenItem) => one.itemIndex - other.itemIndex;

/** Which lines are refunded, and how many of each. */
export const RefundLinesInput = ({ lines, made }: RefundLinesInputProps) => {
  const t = useTexts('resources.refunds.lines');
  const id = useId();
  const { field, fieldState } = useInput<ChosenItem[]>({ source: 'items' });
  const refusal = sentenceOf(fieldState.error);
  const chosen = (field.value as ChosenItem[] | undefined) ?? [];
  const open = lines.flatMap((line, itemIndex) => {
    const qty = lineLeft(line);
    return qty > 0 ? [{ itemIndex, qty }] : [];
  });
  const choose = (itemIndex: number, qty: number | string) => {
    const others = chosen.filter(item => item.itemIndex !== itemIndex);
    field.onChange(qty !== 0 ? [...others, { itemIndex, qty }].sort(byPlace) : others);
  };
  const hasAll = chosen.length === open.length;
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
          {t('label')}
        </FormLabel>
        {open.length > 1 && (
          <Button size="small" onClick={() => field.onChange(hasAll ? [] : open)}>
            {t(hasAll ? 'none' : 'all')}
          </Button>
        )}
      </Box>
      <PlainList
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          maxHeight: 300,
          overflowY: 'auto',
        }}
      >
        {lines.map((line, at) => (
          <RefundLine
            key={at}
            line={line}
            at={at}
            qty={chosen.find(({ itemIndex }) => itemIndex === at)?.qty ?? 0}
            amountFen={made.find(({ itemIndex }) => itemIndex === at)?.amountFen}
            onChoose={qty => choose(at, qty)}
          />
        ))}
      </PlainList>
      {refusal && <FormHelperText error>{refusal}</FormHelperText>}
    </Box>
  );
};

interface RefundLineProps {
  line: Line;
  at: number;
  /** 0 where it is not chosen. */
  qty: number | string;
  amountFen: number | undefined;
  onChoose: (qty: number | string) => void;
}

const RefundLine = ({ line, at, qty, amountFen, onChoose }: RefundLineProps) => {
  const t = useTexts('resources.refunds.lines');
  const ofOrder = useTexts('resources.orders.line');
  const left = lineLeft(line);
  const name = lineName(line, at, ofOrder);
  const past = linePast(line, ofOrder);
  const pastId = useId();
  const isChosen = qty !== 0;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1,
        py: 0.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
        fontSize: '0.8125rem',
      }}
    >
      <Checkbox
        size="small"
        checked={isChosen}
        disabled={left === 0}
        onChange={() => onChoose(isChosen ? 0 : left)}
        slotProps={{ input: { 'aria-label': name, 'aria-describedby': pastId } }}
      />
      {line.filePath && <SignedImage src={line.filePath} width={34} height={34} />}
      <Box sx={{ flex: '1 1 120px', minWidth: 0, opacity: left === 0 ? 0.6 : 1 }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {name} × {line.qty}
        </Box>
        <Quiet tiny id={pastId}>
          {[t('paid', { sum: formatYuan(line.paidFen) }), ...past].join(' · ')}
        </Quiet>
      </Box>
      {isChosen && left > 1 && (
        <Box sx={{ ml: 'auto' }}>
          <QtyInput label={t('qtyOf', { name })} most={left} qty={qty} onChoose={onChoose} />
        </Box>
      )}
      <Box sx={{ minWidth: 60, textAlign: 'right', fontWeight: 500 }}>
        {isChosen && amountFen !== undefined ? formatYuan(amountFen) : ''}
      </Box>
    </Box>
  );
};
