import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { CardList } from '../../kit/list/CardList.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { usePrintSizes } from '../print-size-config/parts.ts';
import type { PriceRecord } from './price.ts';
import { PriceCard } from './PriceCard.tsx';
import { PriceDialog } from './PriceDialog.tsx';
import { PriceTable } from './PriceTable.tsx';

export const PriceList = () => {
  const translate = useTranslate();
  const { sizes } = usePrintSizes();
  const [edited, setEdited] = useState<PriceRecord | null>(null);
  return (
    <>
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
              dialog={close => <PriceDialog onClose={close} />}
            />
          </>
        }
        table={<PriceTable onEdit={setEdited} />}
        cards={
          <CardList>
            <PriceCard onEdit={setEdited} />
          </CardList>
        }
      />
      {edited && <PriceDialog key={edited.id} price={edited} onClose={() => setEdited(null)} />}
    </>
  );
};
