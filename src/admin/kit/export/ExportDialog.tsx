import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogContentText,
  FormControlLabel,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { ExportJob } from '#contract/export.ts';
import type { ExportColumn } from '#contract/exports/columns.ts';
import { type ExportResourceName, exportTable } from '#contract/exportTable.ts';
import { formatTotal } from '../../../shared/count.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { useDataProvider, useTexts } from '../base/hooks.ts';
import { PlainDialog } from '../base/PlainDialog.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { EXPORTS, isUnderWay, useDownload, useExports, useRememberExport } from './useExports.ts';

export interface ExportDialogProps {
  resource: ExportResourceName;
  onClose: () => void;
}

/** What the list asks for, without inputs that are empty. */
const useListQuery = () => {
  const { filter, filterValues } = useListContext();
  const { q, ...fields } = { ...(filterValues as object), ...(filter as object) } as Record<
    string,
    unknown
  >;
  return {
    filter: Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
    ),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.trim() }),
  };
};

/** Requests a file of what the list shows, and shows its progress; closing the dialog does not stop it. */
export const ExportDialog = ({ resource, onClose }: ExportDialogProps) => {
  const translate = useTranslate();
  const t = useTexts('exports');
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const remember = useRememberExport();
  const download = useDownload();
  const { total } = useListContext();
  const query = useListQuery();
  const { label, columns } = exportTable[resource];
  const [shown] = useState(() => shownColumns(columns));
  const [chosen, setChosen] = useState(shown);
  const { keyOf } = useRequestKey();

  const { data: asked, ...create } = useMutation({
    mutationFn: () => {
      const wanted = { ...query, resource, columns: chosen };
      return invoke('adminExport', 'createExport', { ...wanted, idemKey: keyOf(wanted) });
    },
    onSuccess: created => {
      remember(created._id);
      queryClient.setQueryData<ExportJob[]>(EXPORTS, (list = []) => [created, ...list]);
    },
  });
  const { data: jobs } = useExports(asked !== undefined);
  const job = asked && (jobs?.find(({ _id }) => _id === asked._id) ?? asked);

  const { mutate: fetchFile, isIdle } = download;
  const ready = job?.status === 'done';
  useEffect(() => {
    if (ready && isIdle) fetchFile(job._id);
  }, [ready, isIdle, fetchFile, job?._id]);

  return (
    <PlainDialog
      title={t('title', { label })}
      onClose={() => !create.isPending && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {translate(job ? 'list.delete.close' : 'list.delete.cancel')}
          </Button>
          {!job && (
            <Button
              variant="contained"
              loading={create.isPending}
              disabled={chosen.length === 0}
              onClick={() => create.mutate()}
            >
              {t('start')}
            </Button>
          )}
        </>
      }
    >
      {job ? (
        <>
          <ExportProgress job={job} />
          <DialogContentText aria-live="polite" sx={{ mt: 1 }}>
            {isUnderWay(job) && t('mayClose')}
            {ready && t('fetched')}
          </DialogContentText>
        </>
      ) : (
        <>
          <DialogContentText>
            {t(Object.keys(query.filter).length > 0 || query.q ? 'factsFiltered' : 'facts', {
              count: formatTotal(total),
            })}
          </DialogContentText>
          <ExportColumns columns={columns} shown={shown} chosen={chosen} onChange={setChosen} />
          {create.error && (
            <Alert severity="error" sx={{ mt: 1.5 }}>
              {create.error.message}
            </Alert>
          )}
        </>
      )}
    </PlainDialog>
  );
};

const HEADER = '.RaDataTable-headerCell';
const MARK = 'column-';

/** The sources of the columns on the screen: what is hidden is not in the table. */
const shownSources = (): string[] =>
  [...document.querySelectorAll(HEADER)].flatMap(cell =>
    [...cell.classList].filter(name => name.startsWith(MARK)).map(name => name.slice(MARK.length)),
  );

/** The columns of the file that the table shows; all of them where there is no table, as on a phone. */
const shownColumns = (columns: readonly ExportColumn[]): string[] => {
  const sources = shownSources();
  const paths = columns.map(({ path }) => path);
  const shown = paths.filter(path =>
    sources.some(source => path === source || path.startsWith(`${source}.`)),
  );
  return shown.length > 0 ? shown : paths;
};

interface ExportColumnsProps {
  columns: readonly ExportColumn[];
  /** Paths of those the list shows. */
  shown: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The file's columns: by default those shown by the list. */
const ExportColumns = ({ columns, shown, chosen, onChange }: ExportColumnsProps) => {
  const translate = useTranslate();
  const id = useId();
  const all = columns.map(({ path }) => path);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 2 }}>
        <Typography id={id} sx={{ flex: 1, fontSize: '0.8125rem', fontWeight: 500 }}>
          {translate('exports.columns', { count: chosen.length, total: all.length })}
        </Typography>
        <Button size="small" onClick={() => onChange([...shown])}>
          {translate('exports.asShown')}
        </Button>
        <Button size="small" onClick={() => onChange(all)}>
          {translate('exports.allColumns')}
        </Button>
      </Box>
      <Box
        role="group"
        aria-labelledby={id}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
          maxHeight: 260,
          overflowY: 'auto',
        }}
      >
        {columns.map(({ path, label }) => (
          <FormControlLabel
            key={path}
            label={label}
            slotProps={{ typography: { sx: { fontSize: '0.8125rem' } } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(path)}
                onChange={(_event, checked) =>
                  onChange(all.filter(one => (one === path ? checked : chosen.includes(one))))
                }
              />
            }
          />
        ))}
      </Box>
    </>
  );
};
