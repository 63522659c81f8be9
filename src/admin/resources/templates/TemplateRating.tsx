import type { Template } from '#contract/template.ts';
import { formatCount } from '../../../shared/count.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';

/** How its users rate it, and how many of them did: few say little. */
export const TemplateRating = () => {
  const t = useTexts('resources.templates');
  const { ratingAverage, ratingCount } = useRecord<RecordOf<Template>>();
  if (ratingAverage === null) return null;
  return t('rating', { average: ratingAverage.toFixed(1), count: formatCount(ratingCount) });
};
