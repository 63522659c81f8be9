import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { EditRecordButton } from '../../kit/action/EditRecordButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import type { PriceRecord } from './price.ts';
import { PriceDialog } from './PriceDialog.tsx';
import { PriceHistory } from './PriceHistory.tsx';

/** The end of a row; clicking here does not open it. */
export const PriceActions = () => {
  const price = useRecord<PriceRecord>();
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnablePriceButton price={price} />
      <HistoryButton price={price} />
      <EditRecordButton dialog={<PriceDialog />} />
      {/* One in use cannot be deleted; its place stays empty, so that the others stand in line. */}
      <Box sx={{ visibility: price.status === 'enabled' ? 'hidden' : 'visible' }}>
        <DeleteRecordButton />
      </Box>
    </Box>
  );
};

export const HistoryButton = ({ price, text }: { price: PriceRecord; text?: boolean }) => {
  const translate = useTranslate();
  return (
    <RecordButton
      variant={text ? 'text' : 'icon'}
      icon={!text && <HistoryIcon fontSize="small" />}
      action={translate('resources.package-prices.history.action')}
      label={translate('resources.package-prices.history.of', { name: price.name })}
      dialog={<PriceHistory price={price} />}
    />
  );
};

/** Disabling a price changes what people pay, so it is confirmed; enabling is not. */
export const EnablePriceButton = ({ price }: { price: PriceRecord }) => {
  const invoke = useInvoke();
  const { id, rev, name, status } = price;
  const t = useTexts('resources.package-prices', { name });
  const set = (next: 'enabled' | 'disabled') => () =>
    invoke('adminPackagePrice', 'setPackagePriceStatus', { id, rev, status: next });
  return status === 'disabled' ? (
    <RunButton
      size="small"
      variant="text"
      label={t('enable')}
      aria-label={t('enableOf')}
      run={set('enabled')}
      done={t('enabled')}
    />
  ) : (
    <ActionButton
      size="small"
      variant="text"
      label={t('disable')}
      aria-label={t('disableOf')}
      dialog={
        <ActionDialog
          title={t('disableTitle')}
          facts={t('disableText')}
          submit={t('disable')}
          run={set('disabled')}
          done={t('disabled')}
        />
      }
    />
  );
};
