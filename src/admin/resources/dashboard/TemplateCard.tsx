import { useTranslate } from 'react-admin';
import { editPath } from '../../kit/base/record.ts';
import { DashboardCard } from './DashboardCard.tsx';
import { Shares } from './Shares.tsx';
import { useDashboard, useDays } from './useDashboard.ts';

const LIMIT = 8;

/** The templates that made the most pictures. */
export const TemplateCard = () => {
  const translate = useTranslate();
  const [days] = useDays();
  const { data, state } = useDashboard('getTemplateStats', { days, limit: LIMIT });
  return (
    <DashboardCard title="dashboard.ranking" {...state} height={300}>
      {data && (
        <Shares
          rows={data.ranking.map(({ templateId, name, succeeded, failed }) => ({
            label: name,
            value: succeeded,
            written: translate('dashboard.pictures', {
              written: succeeded.toLocaleString('zh-CN'),
            }),
            to: editPath('templates', templateId),
            ...(failed > 0 && {
              note: translate('dashboard.failedCount', { count: failed }),
            }),
          }))}
        />
      )}
    </DashboardCard>
  );
};
