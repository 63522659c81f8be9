import { expiringSoon } from '#contract/activationCode.ts';
import { formatCount } from '../../../shared/count.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { ListFigures } from '../../kit/list/ListFigures.tsx';

/** How many codes are left and used, and which expire soon. */
export const CodeFigures = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.activation-codes.figures');
  const soon = { status: 'active', expireTime: expiringSoon(useNow()) };
  return (
    <ListFigures
      label={t('label')}
      queryKey={['adminActivationCode', 'getCodeStats']}
      queryFn={() => invoke('adminActivationCode', 'getCodeStats', {})}
      figures={({ codes, usedToday, expiringCodes, expiringBatches }) => [
        { label: t('unused'), value: formatCount(codes.unused) },
        { label: t('used'), value: formatCount(codes.used) },
        { label: t('usedToday'), value: formatCount(usedToday) },
        { label: t('expired'), value: formatCount(codes.expired) },
        {
          label: t('soon'),
          value: t('soonCount', {
            codes: formatCount(expiringCodes),
            batches: formatCount(expiringBatches),
          }),
          to: expiringBatches > 0 ? listPath('activation-codes', soon) : undefined,
          warn: expiringCodes > 0,
        },
      ]}
    />
  );
};
