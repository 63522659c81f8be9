import { MAX_TOTAL } from '#contract/constants.ts';
import { templateFigureNames } from '#contract/dashboard.ts';
import type { ActionInput } from '#contract/index.ts';
import { type TemplateStatus, templateStatuses } from '#contract/template.ts';
import { countEach } from '../_shared/base/listing.ts';
import { readCounters, type Reading, sumOf } from '../_shared/counting/counters.ts';
import { templates } from '../_shared/templates/records.ts';
import { coinPrice } from './engine.ts';
import { type Days, daysOf, figuresOver } from './period.ts';

const statuses = Object.keys(templateStatuses) as TemplateStatus[];

type Asked = ActionInput<'adminDashboard', 'getTemplateStats'>;

const rankingOf = (reading: Reading, days: Days, coinPriceFen: number, asked: Asked) => {
  const figures = sumOf(reading, days.current);
  const ids = new Set(Object.keys(figures).map(name => name.slice(name.indexOf('_') + 1)));
  const rows = [...ids].map(templateId => {
    const of = (name: string) => figures[`${name}_${templateId}`] ?? 0;
    const earnedFen = of('earned');
    const costFen = coinPriceFen > 0 ? Math.round((of('coins') * coinPriceFen) / 1_000) : null;
    return {
      templateId,
      name: reading.names[templateId] ?? '',
      succeeded: of('ok'),
      failed: of('fail'),
      earnedFen,
      costFen,
      marginFen: costFen === null ? null : earnedFen - costFen,
    };
  });
  const { by, order, limit } = asked;
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .sort(
      (a, b) =>
        sign * ((a[by] ?? 0) - (b[by] ?? 0)) ||
        b.succeeded - a.succeeded ||
        b.failed - a.failed ||
        (a.templateId < b.templateId ? -1 : 1),
    )
    .slice(0, limit);
};

export const getTemplateStats = async (asked: Asked) => {
  const days = daysOf(asked, Date.now());
  const [read, totals, coinPriceFen] = await Promise.all([
    readCounters(days.current, ['figures', 'templates']),
    countEach(templates, {}, 'status', statuses, MAX_TOTAL),
    coinPrice(),
  ]);
  return {
    ...figuresOver(read.figures, days, templateFigureNames),
    statuses: totals,
    ranking: rankingOf(read.templates, days, coinPriceFen, asked),
  };
};
