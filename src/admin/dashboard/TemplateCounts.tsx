import { Box } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { templateStatuses } from '#contract/template.ts';
import { CountLink } from './CountLink.tsx';
import { DashboardCard } from './DashboardCard.tsx';

const filtered = (status: string) =>
  `/templates?filter=${encodeURIComponent(JSON.stringify({ status }))}`;

export const TemplateCounts = () => {
  const translate = useTranslate();
  const { meta, total, isPending, error, refetch } = useGetList('templates', {
    pagination: { page: 1, perPage: 1 },
    meta: { withCounts: true },
  });
  const counts = (meta as { counts?: Record<string, number> } | undefined)?.counts ?? {};
  return (
    <DashboardCard
      title="app.dashboard.templates"
      loading={isPending}
      failed={Boolean(error)}
      onRetry={() => void refetch()}
      height={56}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 1 }}>
        <CountLink
          count={total ?? 0}
          to="/templates?filter=%7B%7D"
          label={translate('app.dashboard.total')}
        />
        {Object.entries(templateStatuses).map(([status, { label, tone }]) => (
          <CountLink
            key={status}
            count={counts[status] ?? 0}
            to={filtered(status)}
            label={label}
            tone={tone}
          />
        ))}
      </Box>
    </DashboardCard>
  );
};
