import EditIcon from '@mui/icons-material/EditOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { DeleteRecordButton } from '../../kit/list/DeleteRecordButton.tsx';
import type { PriceRecord } from './price.ts';
import { PriceHistory } from './PriceHistory.tsx';

export interface PriceActionsProps {
  onEdit: (price: PriceRecord) => void;
}

/** The end of a row; clicking here does not open it. */
export const PriceActions = ({ onEdit }: PriceActionsProps) => {
  const translate = useTranslate();
  const price = useRecordContext<PriceRecord>();
  if (!price) return null;
  return (
    <Box
      onClick={event => event.stopPropagation()}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <EnablePriceButton price={price} />
      <HistoryButton price={price} />
      <Tooltip title={translate('list.edit')}>
        <IconButton
          size="small"
          aria-label={translate('list.editOf', { name: price.name })}
          onClick={() => onEdit(price)}
        >
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {/* An enabled one cannot be deleted; its place stays empty to keep the buttons aligned. */}
      <Box sx={{ visibility: price.status === 'enabled' ? 'hidden' : 'visible' }}>
        <DeleteRecordButton facts={translate('resources.package-prices.delete.effect')} />
      </Box>
    </Box>
  );
};

export const HistoryButton = ({ price, text }: { price: PriceRecord; text?: boolean }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const label = translate('resources.package-prices.history.of', { name: price.name });
  return (
    <>
      {text ? (
        <Button aria-label={label} onClick={() => setOpen(true)}>
          {translate('resources.package-prices.history.action')}
        </Button>
      ) : (
        <Tooltip title={translate('resources.package-prices.history.action')}>
          <IconButton size="small" aria-label={label} onClick={() => setOpen(true)}>
            <HistoryIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {open && <PriceHistory price={price} onClose={() => setOpen(false)} />}
    </>
  );
};

/** Disabling a price changes what people pay, so it is confirmed; enabling is not. */
export const EnablePriceButton = ({ price }: { price: PriceRecord }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name, status } = price;
  const t = (key: string) => translate(`resources.package-prices.${key}`, { name });
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
      dialog={close => (
        <ActionDialog
          title={t('disableTitle')}
          facts={t('disableText')}
          submit={t('disable')}
          run={set('disabled')}
          done={t('disabled')}
          onClose={close}
        />
      )}
    />
  );
};
