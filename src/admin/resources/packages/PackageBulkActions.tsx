import OffIcon from '@mui/icons-material/RemoveShoppingCartOutlined';
import OnIcon from '@mui/icons-material/StorefrontOutlined';
import { useListContext } from 'react-admin';
import type { EnabledStatus } from '#contract/category.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import type { PackageRecord } from './packageRecord.ts';

/** Only what changes at least one of the selected packages. */
export const PackageBulkActions = () => {
  const t = useTexts('resources.packages');
  const dataProvider = useDataProvider();
  const { data = [], selectedIds } = useListContext<PackageRecord>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const setStatus = (status: EnabledStatus) => (record: { id: unknown; status?: unknown }) =>
    record.status === status
      ? Promise.resolve()
      : dataProvider.invoke('adminPackage', 'setPackageStatus', { id: String(record.id), status });
  return (
    <>
      {selected.some(({ status }) => status === 'disabled') && (
        <BulkActionButton
          label={t('switching.enabled')}
          icon={<OnIcon />}
          title={count => t('bulk.enabled', { count })}
          actOn={setStatus('enabled')}
        >
          {t('bulk.enabledText')}
        </BulkActionButton>
      )}
      {selected.some(({ status }) => status === 'enabled') && (
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
