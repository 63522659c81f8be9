import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Package } from '#contract/package.ts';
import { formatCount } from '../../../shared/count.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { DeleteButton, type DeleteButtonProps } from '../../kit/action/DeleteButton.tsx';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { RecordButton, type RecordButtonProps } from '../../kit/action/RecordButton.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';

/** Deletes a package that was never sold; of a sold one it says why it stays, and offers to take it off sale. */
export const PackageDeleteButton = ({
  disabledReason,
  ...props
}: Pick<DeleteButtonProps, 'variant' | 'redirect'> & Pick<RecordButtonProps, 'disabledReason'>) => {
  const translate = useTranslate();
  const { name, soldCount } = useRecord<Package>();
  if (soldCount === 0) return <DeleteButton {...props} />;
  return (
    <RecordButton
      right="packages.write"
      variant={props.variant}
      icon={<DeleteIcon fontSize="small" />}
      action={translate('list.delete.action')}
      label={translate('list.delete.of', { name })}
      color="error"
      disabledReason={disabledReason}
      dialog={<SoldPackageDialog />}
    />
  );
};

const SoldPackageDialog = () => {
  const translate = useTranslate();
  const t = useTexts('resources.packages.keep');
  const { invoke } = useDataProvider();
  const close = useClose();
  const { id, rev, name, soldCount, status } = useRecord<Package>();
  const sold = t('sold', { count: formatCount(soldCount) });
  if (status === 'disabled')
    return (
      <PlainDialog
        title={t('title', { name })}
        onClose={close}
        actions={<Button onClick={close}>{translate('ra.action.close')}</Button>}
      >
        {sold} {t('off')}
      </PlainDialog>
    );
  return (
    <ActionDialog texts="resources.packages.keep" values={{ name }}>
      <ActionForm
        facts={`${sold}${t('offer')}`}
        run={() => invoke('adminPackage', 'setPackageStatus', { id, rev, status: 'disabled' })}
      />
    </ActionDialog>
  );
};
