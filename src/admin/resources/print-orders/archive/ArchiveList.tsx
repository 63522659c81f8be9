import { Box, Skeleton } from '@mui/material';
import { ARCHIVE_DAYS } from '#contract/constants.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { LoadFailure } from '../../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { ArchiveProgress } from './ArchiveProgress.tsx';
import { useArchives } from './useArchives.ts';

/** The latest archives of a batch, or of all. */
export const ArchiveList = ({ batchNo }: { batchNo?: string }) => {
  const t = useTexts('resources.print-orders.archive');
  const { data, error, refetch } = useArchives(batchNo);
  return (
    <Panel title={t('title')} action={<Quiet tiny>{t('kept', { days: ARCHIVE_DAYS })}</Quiet>}>
      {!data && !error && <Skeleton variant="rounded" height={64} />}
      {error && !data && <LoadFailure text={error.message} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Quiet small>{t('none')}</Quiet>}
      <PlainList aria-label={t('title')}>
        {data?.map(archive => (
          <Box
            key={archive._id}
            component="li"
            sx={{
              py: 1.25,
              borderTop: 1,
              borderColor: 'divider',
              '&:first-of-type': { border: 0 },
            }}
          >
            <ArchiveProgress archive={archive} />
          </Box>
        ))}
      </PlainList>
    </Panel>
  );
};
