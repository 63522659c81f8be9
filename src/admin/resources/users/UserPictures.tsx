import PhotoIcon from '@mui/icons-material/PhotoOutlined';
import { Box, Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Task } from '#contract/task.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { ListState } from '../../kit/base/ListState.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { OneLine, PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { ReferenceManyField } from '../../kit/show/ReferenceManyField.tsx';
import { ImageGrid } from '../images/parts.ts';

const kinds = ['results', 'uploads'] as const;
const rightsOfKinds = { results: 'tasks.read', uploads: 'images.read' } as const;

/** What has been made for a user, and what the user has uploaded. */
export const UserPictures = () => {
  const t = useTexts('resources.users.pictures');
  const navigate = useNavigate();
  const can = useCan();
  const [shown, setShown] = useState<(typeof kinds)[number]>('results');
  const show = (kind: typeof shown | null) => {
    if (!kind) return;
    setShown(kind);
    // The other list has other filters.
    void navigate({ search: '' }, { replace: true });
  };
  const head = (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shown}
      onChange={(_event, kind: typeof shown | null) => show(kind)}
      aria-label={t('label')}
      sx={{ p: 1.5, pb: 0 }}
    >
      {kinds
        .filter(kind => can(rightsOfKinds[kind]))
        .map(kind => (
          <ToggleButton key={kind} value={kind}>
            {t(kind)}
          </ToggleButton>
        ))}
    </ToggleButtonGroup>
  );
  return shown === 'results' ? <Results head={head} /> : <Uploads head={head} />;
};

const Uploads = ({ head }: { head: ReactNode }) => {
  const t = useTexts('resources.users.pictures');
  return (
    <ReferenceManyField
      empty={<ListState icon={<PhotoIcon />} title={t('noUploads')} />}
      reference="images"
      target="userId"
      filter={{ scene: 'user_upload' }}
      head={head}
      filters={<DateRangeFilter source="createTime" />}
    >
      <ImageGrid />
    </ReferenceManyField>
  );
};

const Results = ({ head }: { head: ReactNode }) => (
  <ReferenceManyField
    reference="tasks"
    target="userId"
    filter={{ status: 'succeeded' }}
    head={head}
    filters={
      <>
        <ReferenceFilter source="templateId" reference="templates" />
        <DateRangeFilter source="createTime" />
      </>
    }
  >
    <PictureGrid />
  </ReferenceManyField>
);

const grid = {
  p: 1.5,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(auto-fill, minmax(144px, 1fr))',
  },
} as const;

/** The pictures of a page of tasks; the arrow keys lead through all of them. */
const PictureGrid = () => {
  const { data, isPending } = useListContext<RecordOf<Task>>();
  if (isPending) return <Skeleton variant="rounded" height={200} sx={{ m: 1.5 }} />;
  const tasks = data ?? [];
  const siblings = tasks.flatMap(({ outputs, templateSnap, taskNo }) =>
    outputs.map(({ filePath }) => ({ src: filePath, name: templateSnap.name || taskNo })),
  );
  return (
    <PlainList sx={grid}>
      {tasks.flatMap(task => {
        const paths = task.outputs.map(({ filePath }) => filePath);
        return (paths.length > 0 ? paths : ['']).map(path => (
          <PictureOfTask key={`${task.id} ${path}`} task={task} path={path} siblings={siblings} />
        ));
      })}
    </PlainList>
  );
};

interface PictureOfTaskProps {
  task: RecordOf<Task>;
  /** '' where it has been erased. */
  path: string;
  siblings: { src: string; name: string }[];
}

const PictureOfTask = ({ task, path, siblings }: PictureOfTaskProps) => {
  const t = useTexts('resources.tasks');
  const name = task.templateSnap.name || task.taskNo;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box
        sx={{
          aspectRatio: '4 / 5',
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          borderRadius: 1,
          bgcolor: 'action.hover',
          '& .zoomable-image': { width: 1, height: 1 },
        }}
      >
        {path ? (
          <ZoomableImage src={path} alt={name} siblings={siblings} />
        ) : (
          <Quiet small>
            {t(
              task.removed.length > 0
                ? 'removed'
                : task.erasedTime === null
                  ? 'noOutput'
                  : 'erased',
            )}
          </Quiet>
        )}
      </Box>
      <PageLink
        to={useCreatePath()({ resource: 'tasks', type: 'show', id: task.id })}
        sx={{ display: 'block', mt: 0.5, py: { xs: 0.5, sm: 0 }, fontSize: '0.8125rem' }}
      >
        <OneLine text={name} />
      </PageLink>
      <Quiet tiny>
        <Time instant={task.createTime} />
      </Quiet>
    </Box>
  );
};
