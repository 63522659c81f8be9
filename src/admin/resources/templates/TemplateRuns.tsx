import { formatCount, formatShare } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { useAnswer } from '../../kit/base/useAnswer.ts';
import { PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { costText } from './costText.ts';

const DAYS = 30;

/** How a template has run lately: how often, how often in vain, what it cost and what was earned with it. */
export const TemplateRuns = ({ templateId }: { templateId: string }) => {
  const t = useTexts('resources.templates.runs');
  const { data, isError, refetch } = useAnswer('adminDashboard', 'getTemplateRuns', {
    data: { templateId, days: DAYS },
  });
  const facts = (): [string, string][] => {
    if (!data) return [];
    const { succeeded, failed, coins, credits, earnedFen } = data.current;
    const runs = succeeded + failed;
    return [
      [t('count'), formatCount(runs)],
      [t('failureRate'), formatShare(failed, runs)],
      [t('coins'), formatCount(coins)],
      [t('cost'), costText(coins, data.coinPriceFen)],
      [t('credits'), formatCount(credits)],
      [t('earned'), formatYuan(earnedFen)],
    ];
  };
  return (
    <Panel
      title={t('title')}
      action={
        <PageLink isOnlyWay to={listPath('tasks', { templateId })}>
          {t('all')}
        </PageLink>
      }
    >
      {isError && !data ? (
        <LoadFailure text={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <FactList facts={facts()} />
          <Quiet tiny sx={{ mt: 1 }}>
            {t('help')}
          </Quiet>
        </>
      )}
    </Panel>
  );
};
