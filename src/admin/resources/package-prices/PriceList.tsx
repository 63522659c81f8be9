import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Box } from '@mui/material';
import { type RaRecord, useListContext } from 'react-admin';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type PackagePrice, packagePriceEntity } from '#contract/packagePrice.ts';
import { printPapers } from '#contract/printPapers.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { packagePrices } from '#i18n/zh/packagePrices.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { useRowDialog } from '../../kit/list/useRowDialog.tsx';
import { usePrintSizes } from '../print-size-config/parts.ts';
import { type PriceRecord, timesOf, withoutTimes } from './price.ts';
import { PriceDialog } from './PriceDialog.tsx';
import { PackNowAndThen, PeriodNote, ShippingNowAndThen, TiersNowAndThen } from './PriceFields.tsx';
import { PriceHistory } from './PriceHistory.tsx';

addTexts({ 'package-prices': packagePrices });

export const PriceList = () => {
  const t = useTexts('resources.package-prices');
  const { sizes } = usePrintSizes();
  return (
    <List
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      statuses={enabledStatuses}
      filters={
        <>
          <ChoiceFilter
            source="sizeId"
            choices={Object.fromEntries(sizes.map(({ id, name }) => [id, { label: name }]))}
          />
          <ChoiceFilter source="paper" choices={printPapers} />
        </>
      }
      card={<PriceCard />}
      editTable={<PriceEditTable />}
      actions={
        <ListActions>
          <CreateButton label={t('create')} dialog={<PriceDialog />} />
        </ListActions>
      }
    >
      <PriceTable />
    </List>
  );
};

const PriceCard = () => {
  const t = useTexts('list');
  const price = useRecord<PackagePrice>();
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
      <TiersNowAndThen />
      {(price.packFen !== null || price.current?.packFen) && (
        <Quiet small>
          <PackNowAndThen />
        </Quiet>
      )}
      <Quiet small>
        <ShippingNowAndThen />
      </Quiet>
      <CardActions sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <HistoryButton price={price} text />
        <EnablePriceButton price={price} />
        <ActionButton
          right="print-size-config.write"
          label={t('edit')}
          aria-label={t('editOf', { name: price.name })}
          dialog={<PriceDialog />}
        />
      </CardActions>
    </Box>
  );
};

const Column = DataTable.Col<PackagePrice>;

const PriceTable = () => {
  const { rowClick, dialog } = useRowDialog(<PriceDialog />);
  const { nameOf } = usePrintSizes();
  return (
    <>
      <DataTable<PackagePrice>
        bulkActionButtons={false}
        rowClick={rowClick}
        hiddenColumns={['sort']}
      >
        <Column
          source="name"
          render={({ name }) => (
            <>
              <OneLine text={name} width={160} strong />
              <PeriodNote />
            </>
          )}
        />
        <Column
          source="sizeId"
          render={({ sizeId }) => <OneLine text={nameOf(sizeId)} width={112} />}
        />
        <Column source="paper" render={({ paper }) => printPapers[paper].label} />
        <Column source="tiers" cellClassName="nowrap" field={TiersNowAndThen} />
        <Column source="pack" field={PackNowAndThen} cellClassName="nowrap" />
        <Column source="shipping" field={ShippingNowAndThen} />
        <StatusColumn choices={enabledStatuses} />
        <Column source="sort" sortByOrder="DESC" align="right" />
        <TimeColumn source="updateTime" />
        <ActionsColumn rights={['print-size-config.read']} field={PriceActions} />
      </DataTable>
      {dialog}
    </>
  );
};

/** The tiers of each price in columns, as many as any price of the page has. */
const PriceEditTable = () => {
  const t = useTexts('resources.package-prices');
  const { data = [] } = useListContext<PriceRecord>();
  const most = Math.max(0, ...data.map(({ tiers = [] }: Partial<PriceRecord>) => tiers.length));
  const tiers = Array.from({ length: most }, (_, at) => ({
    source: `tiers.${at}.unitFen`,
    label: t('tiers.of', { n: at + 1, field: t('fields.unitFen') }),
    isMoney: true,
    of: (price: RaRecord) => t('from', { qty: (price as PriceRecord).tiers[at]?.minQty }),
  }));
  return (
    <EditableTable
      entity={packagePriceEntity}
      fields={[...tiers, 'packQty', 'packFen', 'shippingFen', 'freeShippingFromFen', 'sort']}
      about={<PeriodNote />}
      effect={price => {
        const { effectiveTime } = timesOf(price as PriceRecord);
        return effectiveTime === null
          ? t('atOnce')
          : t('waiting', { time: exactTime(effectiveTime).slice(0, 16) });
      }}
      start={price => timesOf(price as PriceRecord)}
      previous={withoutTimes}
    />
  );
};

/** The end of a row; clicking here does not open it. */
const PriceActions = () => {
  const price = useRecord<PackagePrice>();
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnablePriceButton price={price} />
      <HistoryButton price={price} />
      <EditButton dialog={<PriceDialog />} />
      {/* One in use cannot be deleted; its place stays empty, so that the others stand in line. */}
      <Box sx={{ visibility: price.status === 'enabled' ? 'hidden' : 'visible' }}>
        <DeleteButton />
      </Box>
    </Box>
  );
};

const HistoryButton = ({ price, text }: { price: PriceRecord; text?: boolean }) => {
  const t = useTexts('resources.package-prices.history');
  return (
    <RecordButton
      variant={text ? 'text' : 'icon'}
      icon={!text && <HistoryIcon fontSize="small" />}
      action={t('action')}
      label={t('of', { name: price.name })}
      dialog={<PriceHistory price={price} />}
    />
  );
};

/** Disabling a price changes what people pay, so it is confirmed; enabling is not. */
const EnablePriceButton = ({ price }: { price: PriceRecord }) => {
  const { invoke } = useDataProvider();
  const { id, rev, name, status } = price;
  const t = useTexts('resources.package-prices', { name });
  const set = (next: 'enabled' | 'disabled') => () =>
    invoke('adminPackagePrice', 'setPackagePriceStatus', { id, rev, status: next });
  return status === 'disabled' ? (
    <RunButton
      right="print-size-config.write"
      size="small"
      variant="text"
      label={t('enable')}
      aria-label={t('enableOf')}
      run={set('enabled')}
      done={t('enabled')}
    />
  ) : (
    <ActionButton
      right="print-size-config.write"
      size="small"
      variant="text"
      label={t('disable')}
      aria-label={t('disableOf')}
      dialog={
        <ActionDialog title={t('disableTitle')}>
          <ActionForm
            facts={t('disableText')}
            run={set('disabled')}
            done={t('disabled')}
            submit={<SubmitButton label={t('disable')} />}
          />
        </ActionDialog>
      }
    />
  );
};
