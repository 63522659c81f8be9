import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { type ExportJob, exportStatuses } from '#contract/export.ts';
import { formatBytes } from '../../../shared/bytes.ts';
import { useDataProvider } from '../base/hooks.ts';
import { oneLine, Quiet, StatusLabel, Time } from '../field/valueFields.tsx';
import { EXPORTS, isUnderWay, useDownload } from './useExports.ts';

const number = new Intl.NumberFormat('zh-CN');

/** One export: its progress with a stop button, its file, or its failure. */
export const ExportProgress = ({ job }: { job: ExportJob }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const download = useDownload();
  const cancel = useMutation({
    mutationFn: () => invoke('adminExport', 'cancelExport', { id: job._id }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: EXPORTS }),
  });
  const underWay = isUnderWay(job);
  const rows = translate('exports.rows', {
    count:
      underWay && job.total > 0
        ? `${number.format(job.done)} / ${number.format(job.total)}`
        : number.format(job.done),
  });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap title={job.fileName} sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {job.fileName}
        </Typography>
        <Quiet tiny sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          <StatusLabel {...exportStatuses[job.status]} />
          <span>{rows}</span>
          {job.status === 'done' && <span>{formatBytes(job.sizeBytes)}</span>}
          {!underWay && <Time instant={job.createTime} />}
        </Quiet>
        {job.filterText && (
          <Quiet tiny title={job.filterText} sx={oneLine}>
            {job.filterText}
          </Quiet>
        )}
        {job.error && (
          <Typography sx={{ fontSize: '0.75rem', color: 'error.main' }}>{job.error}</Typography>
        )}
        {underWay && (
          <LinearProgress
            variant={job.status === 'queued' ? 'indeterminate' : 'determinate'}
            value={job.total > 0 ? Math.min(100, (job.done / job.total) * 100) : 0}
            aria-label={rows}
            sx={{ mt: 0.75 }}
          />
        )}
      </Box>
      {underWay && (
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {translate('exports.cancel')}
        </Button>
      )}
      {job.status === 'done' && (
        <Button
          size="small"
          variant="outlined"
          loading={download.isPending}
          aria-label={translate('exports.downloadOf', { name: job.fileName })}
          onClick={() => download.mutate(job._id)}
        >
          {translate('exports.download')}
        </Button>
      )}
    </Box>
  );
};
