import { expiringSoon } from '#contract/activationCode.ts';
import type { ActionOutput } from '#contract/index.ts';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { type ListFigure, ListFigures } from '../../kit/list/ListFigures.tsx';

const count = (value: number) => value.toLocaleString('zh-CN');

/** How many codes are left and used, and which expire soon. */
export const CodeFigures = () => {
  const invoke = useInvoke();
  const t = useTexts('resources.activation-codes.figures');
  const now = useNow();
  return (
    <ListFigures
      label={t('label')}
      queryKey={['adminActivationCode', 'getCodeStats']}
      queryFn={() => invoke('adminActivationCode', 'getCodeStats', {})}
      figures={stats => figuresOf(stats, now, t)}
    />
  );
};

const figuresOf = (
  stats: ActionOutput<'adminActivationCode', 'getCodeStats'>,
  now: number,
  t: (key: string, values?: object) => string,
): ListFigure[] => {
  const { codes, usedToday, expiringCodes, expiringBatches } = stats;
  const soon = { status: 'active', expireTime: expiringSoon(now) };
  return [
    { label: t('unused'), value: count(codes.unused) },
    { label: t('used'), value: count(codes.used) },
    { label: t('usedToday'), value: count(usedToday) },
    { label: t('expired'), value: count(codes.expired) },
    {
      label: t('soon'),
      value: t('soonCount', { codes: count(expiringCodes), batches: count(expiringBatches) }),
      to: expiringBatches > 0 ? listPath('activation-codes', soon) : undefined,
      warn: expiringCodes > 0,
    },
  ];
};
