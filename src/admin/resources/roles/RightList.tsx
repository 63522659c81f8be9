import { type Area, areas } from '#contract/rights/rights.ts';
import { FactList } from '../../kit/show/Panel.tsx';

/** What a role may, in words: each area of which it has rights, and which. */
export const RightList = ({ rights }: { rights: readonly string[] }) => {
  const held = new Set(rights);
  const wordsOf = (area: Area) =>
    Object.entries(areas[area].rights)
      .filter(([word]) => held.has(`${area}.${word}`))
      .map(([, label]) => label)
      .join('、');
  const facts = (Object.keys(areas) as Area[])
    .map(area => [areas[area].label, wordsOf(area)] as const)
    .filter(([, words]) => words !== '');
  return <FactList facts={facts} />;
};
