import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import type { SizeRecord } from './printSize.ts';
import { PrintSizeCard } from './PrintSizeCard.tsx';
import { PrintSizeDialog } from './PrintSizeDialog.tsx';
import { PrintSizeTable } from './PrintSizeTable.tsx';

export const PrintSizeList = () => {
  const translate = useTranslate();
  const [edited, setEdited] = useState<SizeRecord | null>(null);
  return (
    <>
      <RecordList
        sort={{ field: 'sort', order: 'DESC' }}
        withCounts
        tabs={<StatusTabs choices={enabledStatuses} />}
        toolbar={
          <>
            <Button
              size="small"
              component={Link}
              to="/package-prices"
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
            >
              {translate('resources.print-size-config.prices')}
            </Button>
            <ActionButton
              size="small"
              variant="contained"
              label={translate('resources.print-size-config.create')}
              dialog={close => <PrintSizeDialog onClose={close} />}
            />
          </>
        }
        table={<PrintSizeTable onEdit={setEdited} />}
        cards={
          <CardList>
            <PrintSizeCard onEdit={setEdited} />
          </CardList>
        }
      />
      {edited && <PrintSizeDialog key={edited.id} size={edited} onClose={() => setEdited(null)} />}
    </>
  );
};
