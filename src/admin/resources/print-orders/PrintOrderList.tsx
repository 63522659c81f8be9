import MoreIcon from '@mui/icons-material/MoreHoriz';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button, Chip, IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { DataTable, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { carriers } from '#contract/carriers.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { usePhone } from '../../kit/base/usePhone.ts';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { useFilter } from '../../kit/list/useFilter.ts';
import { usePrintSizes } from '../print-size-config/parts.ts';
import { IMPORT_PATH, printPath } from './paths.ts';
import { PrintDueField } from './PrintDueField.tsx';
import { PrintExpressField } from './PrintExpressField.tsx';
import { PrintNumberField } from './PrintNumberField.tsx';
import type { PrintRecord } from './printOrder.ts';
import { PrintOrderBulkActions } from './PrintOrderBulkActions.tsx';
import { PrintOrderCard } from './PrintOrderCard.tsx';
import { PrintPhotosField } from './PrintPhotosField.tsx';
import { PrintReceiverField } from './PrintReceiverField.tsx';
import { PrintSizesField } from './PrintSizesField.tsx';

export const PrintOrderList = () => (
  <RecordList
    withCounts
    tabs={<StatusTabs choices={printOrderStatuses} />}
    search={<SearchInput />}
    filters={<PrintOrderFilters />}
    toolbar={<PrintOrderLinks />}
    table={<PrintOrderTable />}
    card={<PrintOrderCard />}
  />
);

const PrintOrderFilters = () => {
  const { sizes } = usePrintSizes();
  return (
    <>
      <ChoiceFilter
        source="sizeIds"
        choices={Object.fromEntries(sizes.map(({ id, name }) => [id, { label: name }]))}
      />
      <ChoiceFilter source="expressCompany" choices={carriers} />
      <DateRangeFilter source="createTime" />
      <FlagFilter source="overdue" yes="filter.overdue" no="filter.onTime" />
      <BatchFilter />
    </>
  );
};

/** A batch is not chosen from a list: it is led to from one of its print orders. */
const BatchFilter = () => {
  const translate = useTranslate();
  const [batchNo, setBatchNo] = useFilter<string>('batchNo');
  if (!batchNo) return null;
  return (
    <Chip
      label={translate('resources.print-orders.filter.batch', { batchNo })}
      onDelete={() => setBatchNo(undefined)}
      sx={{ alignSelf: 'center', borderRadius: 1 }}
    />
  );
};

const Column = ListColumn<PrintRecord>;

const PrintOrderTable = () => (
  <DataTable<PrintRecord>
    rowClick={id => printPath(String(id))}
    bulkActionButtons={<PrintOrderBulkActions />}
    hiddenColumns={['payFen']}
  >
    <Column source="printNo" field={PrintNumberField} cellClassName="nowrap" />
    <Column source="photos" field={PrintPhotosField} />
    <Column source="sizes" field={PrintSizesField} />
    <Column source="address" field={PrintReceiverField} />
    <StatusColumn choices={printOrderStatuses} />
    <Column source="slaTime" sortByOrder="ASC" field={PrintDueField} cellClassName="nowrap" />
    <Column source="express" field={PrintExpressField} />
    <Column source="payFen" align="right" render={({ payFen }) => formatYuan(payFen)} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
  </DataTable>
);

const importing = [IMPORT_PATH, 'resources.print-orders.links.import'] as const;
const links = [
  ['/print-size-config', 'resources.print-orders.links.sizes'],
  ['/package-prices', 'resources.print-orders.links.prices'],
] as const;

/** From here to the sheet of express numbers, and to what prints are sold by. */
const PrintOrderLinks = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const more = translate('resources.print-orders.links.more');
  return (
    <>
      {!isPhone && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<UploadIcon />}
          component={Link}
          to={importing[0]}
        >
          {translate(importing[1])}
        </Button>
      )}
      <Tooltip title={more}>
        <IconButton
          size={isPhone ? 'medium' : 'small'}
          aria-label={more}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {[...(isPhone ? [importing] : []), ...links].map(([path, label]) => (
          <MenuItem key={path} component={Link} to={path}>
            {translate(label)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
