import { type Area, areas } from '#contract/rights/rights.ts';
import type { RoleLimits } from '#contract/rights/roles.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { FactList } from '../../kit/show/Panel.tsx';

interface RightListProps extends RoleLimits {
  rights: readonly string[];
}

/** What a role may, in words: each area of which it has rights, which, and how far they reach. */
export const RightList = ({ rights, ...limits }: RightListProps) => {
  const t = useTexts('resources.administrators/roles.fields');
  const held = new Set(rights);
  const wordsOf = (area: Area) =>
    Object.entries(areas[area].rights)
      .filter(([word]) => held.has(`${area}.${word}`))
      .map(([, label]) => label)
      .join('、');
  const facts = (Object.keys(areas) as Area[])
    .map(area => [areas[area].label, wordsOf(area)] as const)
    .filter(([, words]) => words !== '');
  const money = (fen: number | null) => (fen === null ? undefined : formatYuan(fen));
  const count = (most: number | null) => (most === null ? undefined : String(most));
  return (
    <FactList
      facts={[
        ...facts,
        [t('refundLimitFen'), money(limits.refundLimitFen)],
        [t('refundDayFen'), money(limits.refundDayFen)],
        [t('creditLimit'), count(limits.creditLimit)],
        [t('creditDayLimit'), count(limits.creditDayLimit)],
        [t('memberDaysLimit'), count(limits.memberDaysLimit)],
        [t('memberDaysDayLimit'), count(limits.memberDaysDayLimit)],
      ]}
    />
  );
};
