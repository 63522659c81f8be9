import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Checkbox,
  DialogContentText,
  FormControlLabel,
  Skeleton,
} from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ARCHIVE_DAYS } from '#contract/constants.ts';
import type { ActionResult } from '#contract/index.ts';
import { type PhotoProblem, photoProblems, photoWarnings } from '#contract/printArchive.ts';
import { manualPrintTransitions, type PrintOrderStatus } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { useRequestKey } from '../../../../shared/requestKey.ts';
import { RunButton } from '../../../kit/action/buttons.tsx';
import { useClose } from '../../../kit/action/DialogContext.tsx';
import { useCreatePath, useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { LoadFailure } from '../../../kit/base/LoadFailure.tsx';
import { PlainDialog } from '../../../kit/base/PlainDialog.tsx';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { PageLink } from '../../../kit/field/valueFields.tsx';
import { ARCHIVES_PATH } from '../paths.ts';
import { ArchiveProgress } from './ArchiveProgress.tsx';
import { ARCHIVES, useArchives } from './useArchives.ts';

/** A batch, or print orders selected one by one. */
export type WhatToPrint = { batchNo: string } | { ids: string[] };

/** Another photo would do. */
const mendable: ReadonlySet<PhotoProblem> = new Set(['missing', 'crop', 'tooLarge']);

type Check = ActionResult<'adminPrintArchive', 'checkPrintPhotos'>;

/** Looks through the photos first; then makes their print files and shows how far they are. Closing stops nothing. */
export const ArchiveDialog = ({ of }: { of: WhatToPrint }) => {
  const translate = useTranslate();
  const t = useTexts('resources.print-orders.archive');
  const onClose = useClose();
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const { keyOf } = useRequestKey();
  const check = useQuery({
    queryKey: ['adminPrintArchive', 'checkPrintPhotos', of],
    queryFn: () => invoke('adminPrintArchive', 'checkPrintPhotos', of),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const leaveOut = check.data ? leftOut(check.data, without) : [];
  const { data: asked, ...create } = useMutation({
    mutationFn: () => {
      const wanted = { ...of, leaveOut };
      return invoke('adminPrintArchive', 'createPrintArchive', {
        ...wanted,
        idemKey: keyOf(wanted),
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ARCHIVES }),
    // What the check said may no longer be so.
    onError: () => check.refetch(),
  });
  const { data: archives } = useArchives(undefined, asked !== undefined);
  const archive = asked && (archives?.find(({ _id }) => _id === asked._id) ?? asked);
  const left = (check.data?.photos ?? 0) - leaveOut.length;

  return (
    <PlainDialog
      title={t('action')}
      maxWidth="sm"
      onClose={() => !create.isPending && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {translate(archive ? 'list.delete.close' : 'list.delete.cancel')}
          </Button>
          {!archive && (
            <Button
              variant="contained"
              loading={create.isPending}
              disabled={left === 0 || check.isFetching}
              onClick={() => create.mutate()}
            >
              {leaveOut.length > 0 ? t('startWithout', { count: leaveOut.length }) : t('start')}
            </Button>
          )}
        </>
      }
    >
      {archive ? (
        <>
          <ArchiveProgress archive={archive} />
          <DialogContentText sx={{ mt: 2, fontSize: '0.8125rem' }}>
            {t('mayClose', { days: ARCHIVE_DAYS })}{' '}
            <PageLink to={ARCHIVES_PATH}>{t('toList')}</PageLink>
          </DialogContentText>
        </>
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }} aria-live="polite">
          {check.isPending && <Skeleton variant="rounded" height={96} />}
          {check.error && !check.data && (
            <LoadFailure text={check.error.message} onRetry={() => void check.refetch()} />
          )}
          {check.data && (
            <>
              <DialogContentText>
                {t('facts', {
                  orders: check.data.orders,
                  photos: check.data.photos,
                  prints: check.data.prints,
                })}
              </DialogContentText>
              {left === 0 && <Alert severity="warning">{t('nothing')}</Alert>}
              <PhotoFindings
                title={t('blocked', { count: check.data.problems.length })}
                severity="error"
                findings={check.data.problems.map(({ problem, ...photo }) => ({
                  ...photo,
                  text: photoProblems[problem].label,
                  mayAsk: mendable.has(problem),
                }))}
              />
              <PhotoFindings
                title={t('doubtful', { count: check.data.warnings.length })}
                severity="warning"
                findings={check.data.warnings.map(({ warning, ...photo }) => ({
                  ...photo,
                  text: photoWarnings[warning].label,
                  mayAsk: warning !== 'paidBack',
                }))}
                without={without}
                onWithout={setWithout}
              />
            </>
          )}
          {create.error && <Alert severity="error">{create.error.message}</Alert>}
        </Box>
      )}
    </PlainDialog>
  );
};

/** What cannot be printed, and what people would rather not print. */
const leftOut = ({ problems, warnings }: Check, without: ReadonlySet<string>) =>
  [...problems, ...warnings.filter(({ printId }) => without.has(printId))].map(
    ({ printId: id, itemIndex }) => ({ id, itemIndex }),
  );

interface Finding {
  printId: string;
  printNo: string;
  itemIndex: number;
  status: PrintOrderStatus;
  /** What is wrong. */
  text: string;
  /** Another photo would help, and its user has not been asked for one. */
  mayAsk: boolean;
}

interface PhotoFindingsProps {
  title: string;
  severity: 'error' | 'warning';
  findings: Finding[];
  /** Print orders whose photos are left out; without it that is not a matter of choice. */
  without?: ReadonlySet<string>;
  onWithout?: (without: ReadonlySet<string>) => void;
}

/** Photos that cannot be printed, or not well, order by order, with the ways out. */
const PhotoFindings = ({ title, severity, findings, ...ways }: PhotoFindingsProps) => {
  if (findings.length === 0) return null;
  const orders = new Map<string, Finding[]>();
  for (const finding of findings)
    orders.set(finding.printId, [...(orders.get(finding.printId) ?? []), finding]);
  return (
    <Alert
      severity={severity}
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle>{title}</AlertTitle>
      <PlainList sx={{ maxHeight: 240, overflowY: 'auto' }}>
        {[...orders.values()].map(photos => (
          <Box component="li" key={photos[0]!.printId} sx={{ py: 0.5 }}>
            <OrderFindings photos={photos} {...ways} />
          </Box>
        ))}
      </PlainList>
    </Alert>
  );
};

type OrderFindingsProps = Pick<PhotoFindingsProps, 'without' | 'onWithout'> & {
  photos: Finding[];
};

const OrderFindings = ({ photos, without, onWithout }: OrderFindingsProps) => {
  const t = useTexts('resources.print-orders.archive');
  const { invoke } = useDataProvider();
  const { printId, printNo, status } = photos[0]!;
  const to = useCreatePath()({ resource: 'print-orders', type: 'show', id: printId });
  const askable = photos.filter(({ mayAsk }) => mayAsk);
  const choose = (isOut: boolean) => {
    const next = new Set(without);
    if (isOut) next.add(printId);
    else next.delete(printId);
    onWithout?.(next);
  };
  const isAskable = askable.length > 0 && mayMove(manualPrintTransitions, status, 'on_hold');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <PageLink to={to} target="_blank">
          {printNo}
        </PageLink>
        <PlainList>
          {photos.map(({ itemIndex, text }) => (
            <li key={itemIndex}>{t('finding', { n: itemIndex + 1, text })}</li>
          ))}
        </PlainList>
      </Box>
      {onWithout && (
        <FormControlLabel
          label={t('without')}
          slotProps={{ typography: { sx: { fontSize: '0.8125rem' } } }}
          control={
            <Checkbox
              size="small"
              checked={without?.has(printId) ?? false}
              onChange={(_event, checked) => choose(checked)}
              slotProps={{ input: { 'aria-label': t('withoutOf', { printNo }) } }}
            />
          }
        />
      )}
      {isAskable && (
        <RunButton
          size="small"
          variant="text"
          color="inherit"
          label={t('ask')}
          aria-label={t('askOf', { printNo })}
          run={() =>
            invoke('adminPrintOrder', 'holdPrintOrder', {
              id: printId,
              itemIndexes: askable.map(({ itemIndex }) => itemIndex),
              reason: [...new Set(askable.map(({ text }) => text))].join('，'),
            })
          }
          done={t('asked', { printNo })}
        />
      )}
    </Box>
  );
};
