import NoteIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Chip, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { carriers } from '#contract/carriers.ts';
import { logisticsStatuses, type PrintOrder } from '#contract/printOrder.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { printOrders } from '#i18n/zh/printOrders.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useCreatePath, usePhone, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, oneLine, PageLink, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { usePrintSizes } from '../print-size-config/parts.ts';
import { ShipDialog, shipActOf } from './actions/ShipDialog.tsx';
import { ARCHIVES_PATH, IMPORT_PATH } from './paths.ts';
import { placeOf, sizeLines } from './printOrder.ts';
import { PrintOrderBulkActions } from './PrintOrderBulkActions.tsx';
import { LogisticsField, PrintDueField, PrintExpressField } from './PrintOrderFields.tsx';
import { PrintPhotosField } from './PrintPhotosField.tsx';

addTexts({ 'print-orders': printOrders });

export const PrintOrderList = () => (
  <List
    withCounts
    statuses={printOrderStatuses}
    searchable
    filters={printOrderFilters}
    card={<PrintOrderCard />}
    actions={
      <ListActions>
        <PrintOrderLinks />
      </ListActions>
    }
  >
    <DataTable<PrintOrder>
      rowClick="show"
      bulkActionButtons={<PrintOrderBulkActions />}
      bulkRights={['print-orders.read']}
      hiddenColumns={['payFen']}
    >
      <Column source="printNo" field={PrintNumberField} cellClassName="nowrap" />
      <Column source="photos" field={PrintPhotosField} />
      <Column source="sizes" field={PrintSizesField} />
      <Column source="address" field={PrintReceiverField} />
      <Column source="express" field={PrintExpressField} />
      <Column source="payFen" align="right" render={({ payFen }) => formatYuan(payFen)} />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <StatusColumn choices={printOrderStatuses} />
      <Column source="slaTime" sortByOrder="ASC" field={PrintDueField} cellClassName="nowrap" />
    </DataTable>
  </List>
);

const { none: _never, ...logisticsChoices } = logisticsStatuses;

const SizeFilter = ({ source }: { source: string }) => {
  const { sizes } = usePrintSizes();
  const choices = Object.fromEntries(sizes.map(({ id, name }) => [id, { label: name }]));
  return <ChoiceFilter source={source} choices={choices} />;
};

/** A batch is not chosen from a list: it is led to from one of its print orders. */
const BatchFilter = ({ source }: { source: string }) => {
  const t = useTexts('resources.print-orders.filter');
  const [batchNo, setBatchNo] = useFilter(source, isText);
  if (!batchNo) return null;
  return (
    <Chip
      label={t('batch', { batchNo })}
      onDelete={() => setBatchNo(undefined)}
      sx={{ alignSelf: 'center', borderRadius: 1 }}
    />
  );
};

const printOrderFilters = (
  <>
    <DateRangeFilter source="createTime" />
    <FlagFilter source="overdue" yes="filter.overdue" no="filter.onTime" />
    <SizeFilter source="sizeIds" />
    <ChoiceFilter source="expressCompany" choices={carriers} />
    <ChoiceFilter source="logisticsStatus" choices={logisticsChoices} />
    <BatchFilter source="batchNo" />
  </>
);

const Column = DataTable.Col<PrintOrder>;

const importing = [IMPORT_PATH, 'resources.print-orders.links.import'] as const;
const links = [
  [ARCHIVES_PATH, 'resources.print-orders.links.archives'],
  ['/print-size-config', 'resources.print-orders.links.sizes'],
  ['/package-prices', 'resources.print-orders.links.prices'],
] as const;

/** From here to the sheet of express numbers, and to what prints are sold by. */
const PrintOrderLinks = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const can = useCan();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const more = translate('resources.print-orders.links.more');
  return (
    <>
      {!isPhone && can({ to: importing[0] }) && (
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
      <IconButtonWithTooltip
        label={more}
        size={isPhone ? 'medium' : 'small'}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButtonWithTooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {[...(isPhone ? [importing] : []), ...links]
          .filter(([path]) => can({ to: path }))
          .map(([path, label]) => (
            <MenuItem key={path} component={Link} to={path}>
              {translate(label)}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
};

/** On a phone: found, read, sent. */
const PrintOrderCard = () => {
  const t = useTexts('resources.print-orders');
  const record = useRecord<PrintOrder>();
  const due = record.slaTime !== null && !record.expressNo;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <PrintNumberField />
        <StatusField choices={printOrderStatuses} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <PrintPhotosField />
        <PrintSizesField />
      </Box>
      <PrintReceiverField />
      <CardActions>
        <Box sx={{ flex: 1, fontSize: '0.8125rem' }}>
          {due ? <PrintDueField /> : <LogisticsField order={record} />}
        </Box>
        {(record.status === 'producing' || record.status === 'confirmed') && (
          <ActionButton
            right="print-orders.write"
            variant={record.status === 'producing' ? 'contained' : 'outlined'}
            label={t(`dialog.${shipActOf(record.status)}.action`)}
            dialog={<ShipDialog />}
          />
        )}
        <Button
          variant="outlined"
          component={Link}
          to={useCreatePath()({ resource: 'print-orders', type: 'show', id: record.id })}
          aria-label={t('openOf', { no: record.printNo })}
        >
          {t('open')}
        </Button>
      </CardActions>
    </Box>
  );
};

/** To whom, as far as may be shown. */
const PrintReceiverField = () => {
  const t = useTexts('resources.print-orders');
  const record = useRecord<PrintOrder>();
  const { address } = record;
  const receiver = t('receiver', { name: address.name, tail: address.phoneTail });
  const place = placeOf(record);
  return (
    <Box sx={{ maxWidth: { sm: 172, xl: 240 }, minWidth: 0 }}>
      <Box title={receiver} sx={oneLine}>
        {receiver}
      </Box>
      <Quiet title={place} tiny sx={{ ...oneLine }}>
        {place}
      </Quiet>
    </Box>
  );
};

/** The number, whether it repeats another, and whether its user has said something. */
const PrintNumberField = () => {
  const t = useTexts('resources.print-orders');
  const { id, printNo, reprintOf, userRemark } = useRecord<PrintOrder>();
  const remark = t('hasRemark', { remark: userRemark });
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <PageLink to={useCreatePath()({ resource: 'print-orders', type: 'show', id })} strong>
        {printNo}
      </PageLink>
      {reprintOf && <Chip size="small" label={t('reprint')} variant="outlined" />}
      {userRemark && (
        <Tooltip title={remark}>
          <NoteIcon role="img" aria-label={remark} sx={{ fontSize: 15, color: 'text.secondary' }} />
        </Tooltip>
      )}
    </Box>
  );
};

const SHOWN = 2;

/** What is to be printed: size, paper, how many of each. */
const PrintSizesField = () => {
  const t = useTexts('resources.print-orders');
  const record = useRecord<PrintOrder>();
  const lines = sizeLines(record.items).map(({ size, paper, qty }) =>
    t('sizeLine', { size, paper, qty }),
  );
  return (
    <Box sx={{ minWidth: 0, fontSize: '0.8125rem' }} title={lines.join('\n')}>
      {lines.slice(0, SHOWN).map(line => (
        <OneLine key={line} text={line} width={136} />
      ))}
      {lines.length > SHOWN && <Quiet>{t('photoCount', { count: record.photoCount })}</Quiet>}
    </Box>
  );
};
