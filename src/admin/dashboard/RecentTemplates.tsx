import { Box, Button, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type Template, templateStatuses } from '#contract/template.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { Time } from '../list/TimeField.tsx';
import { DashboardCard } from './DashboardCard.tsx';

const ROWS = 6;
const ROW_HEIGHT = 52;

export const RecentTemplates = () => {
  const translate = useTranslate();
  const { data, isPending, error, refetch } = useGetList<Template & { id: string }>('templates', {
    pagination: { page: 1, perPage: ROWS },
    sort: { field: 'updateTime', order: 'DESC' },
  });
  return (
    <DashboardCard
      title="app.dashboard.recent"
      loading={isPending}
      failed={Boolean(error)}
      onRetry={() => void refetch()}
      height={ROWS * ROW_HEIGHT}
      action={
        <Button size="small" component={Link} to="/templates">
          {translate('app.dashboard.all')}
        </Button>
      }
    >
      {data?.length === 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            {translate('app.dashboard.empty')}
          </Typography>
          <Button size="small" component={Link} to="/templates/create">
            {translate('app.dashboard.create')}
          </Button>
        </Box>
      )}
      {data?.map(template => (
        <Row key={template.id} template={template} />
      ))}
    </DashboardCard>
  );
};

const Row = ({ template }: { template: Template & { id: string } }) => (
  <Box
    component={Link}
    to={`/templates/edit/${encodeURIComponent(template.id)}`}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      height: ROW_HEIGHT,
      mx: -1,
      px: 1,
      borderRadius: 1,
      color: 'text.primary',
      textDecoration: 'none',
      '&:hover': { bgcolor: 'action.hover' },
    }}
  >
    <Box
      sx={{
        width: 36,
        height: 36,
        borderRadius: 0.75,
        overflow: 'hidden',
        bgcolor: 'action.hover',
      }}
    >
      <SignedImage src={template.coverImage} width={36} height={36} />
    </Box>
    <Typography noWrap sx={{ flexGrow: 1, minWidth: 0 }}>
      {template.name}
    </Typography>
    <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
      {templateStatuses[template.status].label}
    </Typography>
    <Typography
      variant="caption"
      noWrap
      sx={{ width: 84, textAlign: 'right', color: 'text.secondary' }}
    >
      <Time instant={template.updateTime} />
    </Typography>
  </Box>
);
