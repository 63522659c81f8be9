import OffIcon from '@mui/icons-material/RemoveShoppingCartOutlined';
import OnIcon from '@mui/icons-material/StorefrontOutlined';
import type { EnabledStatus } from '#contract/category.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { useAnySelected } from '../../kit/list/useAnySelected.ts';
import type { PackageRecord } from './packageRecord.ts';

/** Only what changes at least one of the selected packages. */
export const PackageBulkActions = () => {
  const t = useTexts('resources.packages');
  const { invoke } = useDataProvider();
  const may = useAnySelected<PackageRecord>();
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
