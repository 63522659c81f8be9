import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/Quiet.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import type { SizeRecord } from './printSize.ts';
import { EnableSizeButton } from './PrintSizeActions.tsx';
import { PrintSizeDialog } from './PrintSizeDialog.tsx';
import { PrintSizeTable } from './PrintSizeTable.tsx';

export const PrintSizeList = () => {
  const translate = useTranslate();
  return (
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
            dialog={<PrintSizeDialog />}
          />
        </>
      }
      table={<PrintSizeTable />}
      card={<PrintSizeCard />}
    />
  );
};

const PrintSizeCard = () => {
  const translate = useTranslate();
  const size = useRecord<SizeRecord>();
  const { name, code, widthMm, heightMm, papers, basePriceFen } = size;
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
          {name}{' '}
          {code !== name && (
            <Quiet component="span" sx={{ fontWeight: 400 }}>
              {code}
            </Quiet>
          )}
        </Box>
        <StatusField choices={enabledStatuses} />
      </Box>
      <Quiet small>
        {translate('resources.print-size-config.measures', { width: widthMm, height: heightMm })} ·{' '}
        {papers.map(paper => printPapers[paper].label).join('、')} · {formatYuan(basePriceFen)}
      </Quiet>
      <CardActions sx={{ justifyContent: 'flex-end' }}>
        <EnableSizeButton size={size} />
        <ActionButton
          label={translate('list.edit')}
          aria-label={translate('list.editOf', { name })}
          dialog={<PrintSizeDialog />}
        />
      </CardActions>
    </Box>
  );
};
