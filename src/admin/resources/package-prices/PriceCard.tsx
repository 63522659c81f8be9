import { Box, Button } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import type { PriceRecord } from './price.ts';
import { EnablePriceButton, HistoryButton, type PriceActionsProps } from './PriceActions.tsx';
import { PackField, PeriodNote, ShippingField, TiersField } from './PriceFields.tsx';

export const PriceCard = ({ onEdit }: PriceActionsProps) => {
  const translate = useTranslate();
  const price = useRecordContext<PriceRecord>();
  if (!price) return null;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.75,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="strong" sx={{ minWidth: 0 }}>
          {price.name}
        </Box>
        <StatusField choices={enabledStatuses} />
      </Box>
      <PeriodNote />
      <TiersField tiers={price.tiers} />
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {price.packFen !== null && (
          <>
            <PackField /> ·{' '}
          </>
        )}
        <ShippingField />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: 1,
          '& .MuiButton-root': { minHeight: 44 },
        }}
      >
        <HistoryButton price={price} text />
        <EnablePriceButton price={price} />
        <Button
          variant="outlined"
          aria-label={translate('list.editOf', { name: price.name })}
          onClick={() => onEdit(price)}
        >
          {translate('list.edit')}
        </Button>
      </Box>
    </Box>
  );
};
