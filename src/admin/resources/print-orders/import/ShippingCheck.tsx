import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogContentText,
  FormControlLabel,
  LinearProgress,
  Switch,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../kit/base/hooks.ts';
import { listPath } from '../../../kit/base/listSearch.ts';
import { PlainDialog } from '../../../kit/base/PlainDialog.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { MessageNotice } from '../../messages/parts.ts';
import { carrierLabel } from '../PrintOrderFields.tsx';
import { ShippingRows } from './ShippingRows.tsx';
import type { ImportRow, useShippingImport } from './useShippingImport.ts';

export interface ShippingCheckProps {
  job: ReturnType<typeof useShippingImport>;
  /** Back to the text; with rows, to those alone. */
  onBack: (rows?: string[][]) => void;
  onAgain: () => void;
}

const cellsOf = ({ printNo, expressCompany, expressNo }: ImportRow) => [
  printNo,
  expressCompany && carrierLabel(expressCompany),
  expressNo,
];

/** The expected result of each row, then the actual one. */
export const ShippingCheck = ({ job, onBack, onAgain }: ShippingCheckProps) => {
  const t = useTexts('resources.print-orders.import');
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [asking, setAsking] = useState(false);
  const { phase, rows, done, total } = job;
  const of = (result: ImportRow['result']) => rows.filter(row => row.result === result);
  const [ready, unchanged, failed, shipped] = (
    ['ready', 'unchanged', 'failed', 'shipped'] as const
  ).map(result => of(result).length) as [number, number, number, number];
  const finished = phase === 'finished';
  const sending = phase === 'sending';
  return (
    <>
      <Box sx={{ p: 2, display: 'grid', gap: 1.5 }} aria-live="polite">
        {finished ? (
          <Alert severity={failed > 0 || ready > 0 ? 'warning' : 'success'}>
            {[
              failed > 0 ? t('done', { shipped, failed }) : t('allDone', { shipped }),
              ready > 0 && t('stopped', { count: ready }),
            ]
              .filter(Boolean)
              .join('，')}
          </Alert>
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
            <Count label={t('counts.ready')} count={ready} colour="success.main" />
            <Count label={t('counts.unchanged')} count={unchanged} colour="text.secondary" />
            <Count label={t('counts.failed')} count={failed} colour="error.main" />
          </Box>
        )}
        {job.failure && <Alert severity="error">{job.failure}</Alert>}
        {sending && (
          <Box>
            <Box sx={{ fontSize: '0.8125rem', mb: 0.5 }}>
              {t('sending', { done, count: total })}
            </Box>
            <LinearProgress
              aria-label={t('sending', { done, count: total })}
              variant="determinate"
              value={(done / Math.max(1, total)) * 100}
            />
          </Box>
        )}
        {phase === 'checked' && (failed > 0 || job.startProduction) && (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={job.startProduction}
                onChange={({ target }) => job.setStartProduction(target.checked)}
              />
            }
            label={t('startProduction')}
            sx={{ justifySelf: 'start' }}
          />
        )}
        {failed > 0 && failed < rows.length && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={onlyProblems}
                onChange={({ target }) => setOnlyProblems(target.checked)}
              />
            }
            label={t('onlyProblems')}
            sx={{ justifySelf: 'start' }}
          />
        )}
      </Box>
      <ShippingRows
        rows={onlyProblems ? rows.filter(row => row.result === 'failed' || row.isEdited) : rows}
        onCorrect={phase === 'checked' ? job.correct : undefined}
      />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          gap: 1,
          p: 2,
          position: 'sticky',
          bottom: 0,
          bgcolor: 'background.paper',
          zIndex: 2,
          borderTop: 1,
          borderColor: 'divider',
          '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } },
        }}
      >
        {finished ? (
          <>
            {failed > 0 && (
              <Button variant="outlined" onClick={() => onBack(of('failed').map(cellsOf))}>
                {t('retry', { count: failed })}
              </Button>
            )}
            <Button variant="outlined" onClick={onAgain}>
              {t('again')}
            </Button>
            <Button
              variant="contained"
              component={Link}
              to={listPath('print-orders', { status: 'shipped' })}
            >
              {t('toList')}
            </Button>
          </>
        ) : sending ? (
          <Button variant="outlined" onClick={job.stop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            <Button
              variant="outlined"
              onClick={() => onBack(rows.some(row => row.isEdited) ? rows.map(cellsOf) : undefined)}
            >
              {t('back')}
            </Button>
            <Button
              variant="contained"
              loading={job.rechecking}
              disabled={ready === 0}
              onClick={() => setAsking(true)}
            >
              {t('send', { count: ready })}
            </Button>
          </>
        )}
      </Box>
      {asking && (
        <ConfirmSending
          ready={ready}
          failed={failed}
          startsProduction={job.startProduction}
          onConfirm={() => {
            setAsking(false);
            job.send();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

const Count = ({ label, count, colour }: { label: string; count: number; colour: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
    <Box component="span" sx={{ fontSize: '1.25rem', fontWeight: 600, color: colour }}>
      {count}
    </Box>
    <Quiet component="span" small>
      {label}
    </Quiet>
  </Box>
);

interface ConfirmSendingProps {
  ready: number;
  failed: number;
  startsProduction: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const ConfirmSending = ({
  ready,
  failed,
  startsProduction,
  onConfirm,
  onClose,
}: ConfirmSendingProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.print-orders.import');
  return (
    <PlainDialog
      title={t('sendTitle', { count: ready })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            {translate('action.cancel')}
          </Button>
          <Button variant="contained" onClick={onConfirm}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      {startsProduction && <DialogContentText>{t('startText')}</DialogContentText>}
      {failed > 0 && <DialogContentText>{t('sendText', { failed })}</DialogContentText>}
      <MessageNotice event="printShipped" />
    </PlainDialog>
  );
};
