import OffIcon from '@mui/icons-material/RemoveShoppingCartOutlined';
import OnIcon from '@mui/icons-material/StorefrontOutlined';
import { Box } from '@mui/material';
import type { EnabledStatus } from '#contract/enabledStatuses.ts';
import { type Package, packageEntity, packageStatuses, packageTypes } from '#contract/package.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { packages } from '#i18n/zh/packages.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { Quiet, SmallChip, StatusField } from '../../kit/field/valueFields.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { useAnySelected } from '../../kit/list/SelectionScope.tsx';
import { EnabledButton } from '../../kit/list/SetStatusButton.tsx';
import { PackageDeleteButton } from './PackageDeleteButton.tsx';

addTexts({ packages });

export const PackageList = () => (
  <List
    sort={{ field: 'sort', order: 'DESC' }}
    withCounts
    statuses={packageStatuses}
    filters={<ChoiceFilter source="type" choices={packageTypes} />}
    card={<PackageCard />}
    editTable={
      <EditableTable
        entity={packageEntity}
        fields={['priceFen', 'originPriceFen', 'credits', 'giftCredits', 'sort']}
      />
    }
  >
    <PackageTable />
  </List>
);

const Column = DataTable.Col<Package>;

const PackageTable = () => (
  <DataTable<Package>
    rowClick="edit"
    bulkActionButtons={<PackageBulkActions />}
    hiddenColumns={['createTime']}
  >
    <Column source="name" field={PackageNameField} />
    <Column source="type" cellClassName="nowrap" render={({ type }) => packageTypes[type].label} />
    <DataTable.NumberCol source="credits" disableSort />
    <DataTable.NumberCol source="giftCredits" disableSort />
    <Column source="priceFen" align="right" field={PackagePriceField} />
    <DataTable.NumberCol source="soldCount" disableSort />
    <TimeColumn source="lastSoldTime" />
    <StatusColumn choices={packageStatuses} />
    <EditableColumn source="sort" sortByOrder="DESC" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <ActionsColumn>
      <EnabledButton asks />
      <EditButton />
      <PackageDeleteButton />
    </ActionsColumn>
  </DataTable>
);

const PackageNameField = () => {
  const { id, name, badge } = useRecord<Package>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <NameCell name={name} to={useCreatePath()({ resource: 'packages', type: 'edit', id })} />
      {badge && <SmallChip label={badge} color="error" variant="outlined" />}
    </Box>
  );
};

/** A package on a phone. */
const PackageCard = () => {
  const t = useTexts('resources.packages');
  const { type, credits, giftCredits, days, soldCount } = useRecord<Package>();
  return (
    <RecordCard
      title={<PackageNameField />}
      status={<StatusField choices={packageStatuses} />}
      facts={
        <>
          <PackagePriceField />
          <div>
            {[
              packageTypes[type].label,
              credits > 0 && t('contents.credits', { count: credits }),
              giftCredits > 0 && t('contents.gift', { count: giftCredits }),
              days !== null && t('contents.days', { count: days }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
          <div>{t('sold', { count: formatCount(soldCount) })}</div>
        </>
      }
      actions={<EnabledButton asks variant="outlined" />}
    />
  );
};

/** The price, and the one it is shown to be lower than. */
const PackagePriceField = () => {
  const t = useTexts('resources.packages.fields');
  const { priceFen, originPriceFen } = useRecord<Package>();
  return (
    <Box sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {formatYuan(priceFen)}
      </Box>{' '}
      {originPriceFen !== null && (
        <Quiet tiny component="s" title={t('originPriceFen')}>
          {formatYuan(originPriceFen)}
        </Quiet>
      )}
    </Box>
  );
};

/** Only what changes at least one of the selected packages. */
const PackageBulkActions = () => {
  const t = useTexts('resources.packages');
  const { invoke } = useDataProvider();
  const may = useAnySelected<Package>();
  const setStatus = (status: EnabledStatus) => (record: { id: unknown; status?: unknown }) =>
    record.status === status
      ? Promise.resolve()
      : invoke('adminPackage', 'setPackageStatus', { id: String(record.id), status });
  return (
    <>
      {may(({ status }) => status === 'disabled') && (
        <BulkActionButton
          label={t('switching.enabled')}
          icon={<OnIcon />}
          title={count => t('bulk.enabled', { count })}
          actOn={setStatus('enabled')}
        >
          {t('bulk.enabledText')}
        </BulkActionButton>
      )}
      {may(({ status }) => status === 'enabled') && (
        <BulkActionButton
          label={t('switching.disabled')}
          icon={<OffIcon />}
          title={count => t('bulk.disabled', { count })}
          actOn={setStatus('disabled')}
        >
          {t('switching.confirmText')}
        </BulkActionButton>
      )}
    </>
  );
};
