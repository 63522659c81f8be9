import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { archiveStatuses, photoProblems, type PrintArchive } from '#contract/printArchive.ts';
import { formatBytes } from '../../../../shared/bytes.ts';
import { saveFile } from '../../../../shared/saveFile.ts';
import { RunButton } from '../../../kit/action/buttons.tsx';
import { useCan } from '../../../kit/base/CanAccess.tsx';
import { useCreatePath, useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { PageLink, Quiet, StatusLabel, Time } from '../../../kit/field/valueFields.tsx';
import { ARCHIVES, isUnderWay } from './useArchives.ts';

/** One archive: its progress with a stop button, its parts to download, what it lacks. */
export const ArchiveProgress = ({ archive }: { archive: PrintArchive }) => {
  const t = useTexts('resources.print-orders.archive');
  const { invoke } = useDataProvider();
  const { name, batchNo, orderCount, status, done, total, problems, error } = archive;
  const underWay = isUnderWay(archive);
  const mayMake = useCan()('print-orders.write');
  const share = total > 0 ? Math.min(100, (done / total) * 100) : 0;
  const count = t('count', { done, total });
  const label = archiveStatuses[status];
  return (
    <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 180 }}>
          <Typography sx={{ fontSize: '0.8125rem', fontWeight: 500, overflowWrap: 'anywhere' }}>
            {batchNo ? t('batch', { batchNo }) : t('selection', { count: orderCount, name })}
          </Typography>
          <Quiet
            tiny
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, overflowWrap: 'anywhere' }}
          >
            {status === 'ready' && problems.length > 0 ? (
              <StatusLabel tone="warning" label={t('lacking', { count: problems.length })} />
            ) : (
              <StatusLabel {...label} />
            )}
            <span>{underWay && done === total && done > 0 ? t('packing') : count}</span>
            <span>{archive.adminName}</span>
            <Time instant={archive.createTime} />
          </Quiet>
        </Box>
        {underWay && (
          <RunButton
            right="print-orders.write"
            size="small"
            variant="text"
            label={t('stop')}
            run={() => invoke('adminPrintArchive', 'cancelPrintArchive', { id: archive._id })}
          />
        )}
        {mayMake &&
          status === 'ready' &&
          archive.parts.map((_part, at) => <PartButton key={at} archive={archive} part={at} />)}
      </Box>
      {underWay && <LinearProgress variant="determinate" value={share} aria-label={count} />}
      {error && <Typography sx={{ fontSize: '0.75rem', color: 'error.main' }}>{error}</Typography>}
      {problems.length > 0 && <Problems problems={problems} />}
    </Box>
  );
};

const Problems = ({ problems }: Pick<PrintArchive, 'problems'>) => {
  const createPath = useCreatePath();
  const t = useTexts('resources.print-orders.archive');
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem' }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', minHeight: 24 }}>
        {t('problems', { count: problems.length })}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}>
        {problems.map(({ printId, printNo, itemIndex, problem }) => (
          <li key={`${printId} ${itemIndex}`}>
            <PageLink to={createPath({ resource: 'print-orders', type: 'show', id: printId })}>
              {t('place', { printNo, n: itemIndex + 1 })}
            </PageLink>{' '}
            {photoProblems[problem].label}
          </li>
        ))}
      </Box>
    </Box>
  );
};

/** The storage's address is followed as it is: a part is too large to be held by the page. */
const PartButton = ({ archive, part }: { archive: PrintArchive; part: number }) => {
  const t = useTexts('resources.print-orders.archive');
  const { invoke } = useDataProvider();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: () => invoke('adminPrintArchive', 'getPrintArchiveUrl', { id: archive._id, part }),
    onSuccess: ({ url, fileName }) => saveFile(url, fileName),
    onError: error => {
      notify(error.message, { type: 'error' });
      void queryClient.invalidateQueries({ queryKey: ARCHIVES });
    },
  });
  const { fileName, sizeBytes } = archive.parts[part]!;
  const single = archive.parts.length === 1;
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={download.isPending}
      aria-label={t('downloadOf', { name: fileName })}
      onClick={() => download.mutate()}
    >
      {t(single ? 'download' : 'downloadPart', { n: part + 1, size: formatBytes(sizeBytes) })}
    </Button>
  );
};
