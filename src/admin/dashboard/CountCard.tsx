import { useGetList, useTranslate } from 'react-admin';
import { CountLink } from './CountLink.tsx';
import { DashboardCard } from './DashboardCard.tsx';

/** How many records there are of one kind. */
export const CountCard = ({ resource, title }: { resource: string; title: string }) => {
  const translate = useTranslate();
  const { total, isPending, error, refetch } = useGetList(resource, {
    pagination: { page: 1, perPage: 1 },
  });
  return (
    <DashboardCard
      title={title}
      loading={isPending}
      failed={Boolean(error)}
      onRetry={() => void refetch()}
      height={56}
    >
      <CountLink
        count={total ?? 0}
        to={`/${resource}?filter=%7B%7D`}
        label={translate('app.dashboard.total')}
      />
    </DashboardCard>
  );
};
