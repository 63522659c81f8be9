import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { usePrintSizes } from '../print-size-config/parts.ts';
import type { PriceRecord } from './price.ts';
import { EnablePriceButton, HistoryButton } from './PriceActions.tsx';
import { PriceDialog } from './PriceDialog.tsx';
import { PackField, PeriodNote, ShippingField, TiersField } from './PriceFields.tsx';
import { PriceTable } from './PriceTable.tsx';

export const PriceList = () => {
  const translate = useTranslate();
  const { sizes } = usePrintSizes();
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={enabledStatuses} />}
      filters={
        <>
          <ChoiceFilter
            source="sizeId"
            choices={Object.fromEntries(sizes.map(({ id, name }) => [id, { label: name }]))}
          />
          <ChoiceFilter source="paper" choices={printPapers} />
        </>
      }
      toolbar={
        <>
          <Button
            size="small"
            component={Link}
            to="/print-size-config"
            sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
          >
            {translate('resources.package-prices.sizes')}
          </Button>
          <ActionButton
            size="small"
            variant="contained"
            label={translate('resources.package-prices.create')}
            dialog={<PriceDialog />}
          />
        </>
      }
      table={<PriceTable />}
      card={<PriceCard />}
    />
  );
};

const PriceCard = () => {
  const translate = useTranslate();
  const price = useRecord<PriceRecord>();
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
        <ActionButton
          label={translate('list.edit')}
          aria-label={translate('list.editOf', { name: price.name })}
          dialog={<PriceDialog />}
        />
      </Box>
    </Box>
  );
};
