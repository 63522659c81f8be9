import { MAX_TOTAL } from '#contract/constants.ts';
import { templateFigureNames } from '#contract/dashboard.ts';
import type { ActionInput } from '#contract/index.ts';
import { type Template, type TemplateStatus, templateStatuses } from '#contract/template.ts';
import { countEach } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { type Figures, readCounters, type Reading, sumOf } from '../_shared/counting/counters.ts';
import { type Days, daysOf, figuresOver } from './period.ts';

const templates = repository<Template>('templates');
const statuses = Object.keys(templateStatuses) as TemplateStatus[];

/** By pictures made in the period, then by failures. */
const rankingOf = (reading: Reading, days: Days, limit: number) => {
  const current = sumOf(reading, days.current);
  const previous = sumOf(reading, days.previous);
  const of = (figures: Figures, name: string, id: string) => figures[`${name}_${id}`] ?? 0;
  const ids = new Set(Object.keys(current).map(name => name.slice(name.indexOf('_') + 1)));
  return [...ids]
    .map(templateId => ({
      templateId,
      name: reading.names[templateId] ?? '',
      succeeded: of(current, 'ok', templateId),
      failed: of(current, 'fail', templateId),
      credits: of(current, 'credits', templateId),
      coins: of(current, 'coins', templateId),
      earnedFen: of(current, 'earned', templateId),
      previous: of(previous, 'ok', templateId),
    }))
    .sort(
      (a, b) =>
        b.succeeded - a.succeeded || b.failed - a.failed || (a.templateId < b.templateId ? -1 : 1),
    )
    .slice(0, limit);
};

export const getTemplateStats = async ({
  limit,
  ...asked
}: ActionInput<'adminDashboard', 'getTemplateStats'>) => {
  const days = daysOf(asked, Date.now());
  const [read, totals] = await Promise.all([
    readCounters([...days.previous, ...days.current], ['figures', 'templates']),
    countEach(templates, {}, 'status', statuses, MAX_TOTAL),
  ]);
  return {
    ...figuresOver(read.figures, days, templateFigureNames),
    statuses: totals,
    ranking: rankingOf(read.templates, days, limit),
  };
};
