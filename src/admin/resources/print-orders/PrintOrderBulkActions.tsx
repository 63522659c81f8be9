import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { MAX_BATCH_ROWS, MAX_PAGE_SIZE } from '#contract/constants.ts';
import { plainId } from '#contract/pasted.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { batchNo as batchNoRule } from '#contract/printOrderActions.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { useAnySelected } from '../../kit/list/SelectionScope.tsx';
import { ArchiveDialog } from './archive/ArchiveDialog.tsx';
import { sheetPath } from './paths.ts';
import type { PrintRecord } from './printOrder.ts';

/** As on the server: the day and a random part, short enough to write on a box. */
const newBatchNo = () => {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const day = dayOf(Date.now()).replaceAll('-', '');
  return `B${day}-${String(chance % 10_000).padStart(4, '0')}`;
};
const isBatchNo = (text: string) => batchNoRule.safeParse(text).success;

/** Actions on the whole selection; a refused row gets its reason. */
export const PrintOrderBulkActions = () => {
  const t = useTexts('resources.print-orders.bulk');
  const { selectedIds } = useListContext<PrintRecord>();
  const may = useAnySelected<PrintOrder>();
  const move = useBatchMove();
  const suits = (wanted: PrintOrderStatus) => may(({ status }) => status === wanted);
  const ids = selectedIds.map(String);
  return (
    <>
      {suits('paid') && (
        <BulkActionButton
          label={t('confirm')}
          title={count => t('confirmTitle', { count })}
          actOnMany={ids => move(ids, 'confirmed')}
        >
          {t('confirmText')}
        </BulkActionButton>
      )}
      {suits('confirmed') && <ProduceButton key={ids.length > 0 ? 'one' : 'next'} />}
      {suits('shipped') && (
        <BulkActionButton
          label={t('complete')}
          title={count => t('completeTitle', { count })}
          actOnMany={ids => move(ids, 'completed')}
        >
          {t('completeText')}
        </BulkActionButton>
      )}
      <ActionButton
        right="print-orders.write"
        size="small"
        variant="text"
        color="inherit"
        label={t('archive')}
        dialog={<ArchiveDialog of={{ ids }} />}
        disabled={ids.length > MAX_BATCH_ROWS}
        title={
          ids.length > MAX_BATCH_ROWS ? t('archiveTooMany', { count: MAX_BATCH_ROWS }) : undefined
        }
      />
      <Button
        size="small"
        color="inherit"
        startIcon={<PrintIcon />}
        component={Link}
        to={sheetPath({ ids })}
        disabled={ids.length > MAX_PAGE_SIZE}
        title={ids.length > MAX_PAGE_SIZE ? t('sheetTooMany', { count: MAX_PAGE_SIZE }) : undefined}
      >
        {t('sheet')}
      </Button>
    </>
  );
};

const useBatchMove = () => {
  const { invoke } = useDataProvider();
  return async (ids: string[], status: 'confirmed' | 'producing' | 'completed', batchNo?: string) =>
    (
      await invoke('adminPrintOrder', 'batchUpdateStatus', {
        ids,
        status,
        ...(batchNo !== undefined && { batchNo }),
      })
    ).results;
};

const ProduceButton = () => {
  const t = useTexts('resources.print-orders.bulk');
  const move = useBatchMove();
  const [batchNo, setBatchNo] = useState(newBatchNo);
  const trimmed = plainId(batchNo);
  return (
    <BulkActionButton
      label={t('produce')}
      title={count => t('produceTitle', { count })}
      actOnMany={ids => move(ids, 'producing', trimmed)}
      canConfirm={isBatchNo(trimmed)}
      next={
        <Button variant="contained" component={Link} to={sheetPath({ batchNo: trimmed })}>
          {t('sheet')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        {t('produceText')}
        <TextField
          label={t('batchNo')}
          value={batchNo}
          onChange={({ target }) => setBatchNo(target.value)}
          error={!isBatchNo(trimmed)}
          helperText={t('batchNoHelp')}
          autoComplete="off"
          fullWidth
        />
      </Box>
    </BulkActionButton>
  );
};
