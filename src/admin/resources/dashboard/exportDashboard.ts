import { strToU8 } from 'fflate';
import { csvFile } from '#contract/csv.ts';
import { MOST_TEMPLATES } from '#contract/dashboard.ts';
import type { ActionOutput } from '#contract/index.ts';
import { orderTypes } from '#contract/orderStates.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { archive } from '../../../shared/archive.ts';
import { saveFile } from '../../../shared/saveFile.ts';
import { saveCsv } from '../../kit/base/saveCsv.ts';
import { writtenDay } from '../../kit/charts/days.ts';
import { MOST_USED, type Period, type TemplateSort, withCost, written } from './useDashboard.ts';

interface Exporting {
  invoke: Invoke;
  translate: (key: string, values?: object) => string;
  period: Period;
}

type Row = (string | number)[];

/** Amounts are in yuan, and can be added up. */
const isMoney = (name: string) => name.includes('Fen');
const cell = (name: string, value: number | null) =>
  value === null ? '' : isMoney(name) ? value / 100 : value;

const textsOf = ({ translate }: Exporting) => {
  const t = (key: string, values?: object) => translate(`dashboard.${key}`, values);
  const heading = (name: string, of = 'figure') => {
    const label = t(`${of}.${name}`);
    return isMoney(name) ? t('export.yuan', { name: label }) : label;
  };
  return { t, heading };
};

const templateColumns = [
  ...(['succeeded', 'succeededBefore', 'failed'] as const),
  ...(['earnedFen', 'costFen', 'feeFen', 'marginFen'] as const),
];

const templateRows = (
  asking: Exporting,
  { ranking }: ActionOutput<'adminDashboard', 'getTemplateStats'>,
): Row[] => {
  const { heading } = textsOf(asking);
  const columns = ['id', 'name', ...templateColumns];
  return [
    columns.map(name => heading(name, 'templates')),
    ...ranking.map(row => [
      row.templateId,
      row.name,
      ...templateColumns.map(name => cell(name, row[name])),
    ]),
  ];
};

const rankTemplates = ({ invoke, period }: Exporting, sort: TemplateSort) =>
  invoke('adminDashboard', 'getTemplateStats', { ...period, ...sort, limit: MOST_TEMPLATES });

/** All templates used in the period, in the order of the card. */
export const exportTemplates = async ({ sort, ...asking }: Exporting & { sort: TemplateSort }) => {
  const stats = await rankTemplates(asking, sort);
  const { t } = textsOf(asking);
  saveCsv(templateRows(asking, stats), t('export.templates', written(stats.period)));
};

const keyFigures = [
  ...(['paidFen', 'paidOrders', 'refundedFen', 'createdOrders', 'newUsers'] as const),
  ...(['succeededTasks', 'failedTasks'] as const),
];
const perType = ['paidOrders', 'paidFen', 'paidOrdersBefore', 'paidFenBefore'] as const;

/** An archive with a table for each card that has figures of the period. */
export const exportDashboard = async (asking: Exporting) => {
  const { invoke, period } = asking;
  const { t, heading } = textsOf(asking);
  const [summary, orders, templates, users, prints] = await Promise.all([
    invoke('adminDashboard', 'getSummary', period),
    invoke('adminDashboard', 'getOrderStats', period),
    rankTemplates(asking, MOST_USED),
    invoke('adminDashboard', 'getUserStats', period),
    invoke('adminDashboard', 'GET_PRINT_ORDER_STATS', period),
  ]);
  const { current, previous } = summary;
  const byDay = <K extends string>(
    days: (Record<K, number> & { day: string })[],
    names: K[],
    of?: string,
  ): Row[] => [
    [t('export.day'), ...names.map(name => heading(name, of))],
    ...days.map(day => [writtenDay(day.day), ...names.map(name => cell(name, day[name]))]),
  ];
  const files: Record<string, Row[]> = {
    figures: [
      [
        t('export.item'),
        t('fromTo', written(summary.period)),
        t('fromTo', written(summary.before)),
      ],
      ...keyFigures.map(name => [
        heading(name),
        cell(name, current[name]),
        cell(name, previous[name]),
      ]),
    ],
    orders: byDay(orders.days, ['paidFen', 'refundedFen', 'createdOrders', 'paidOrders']),
    types: [
      [t('export.type'), ...perType.map(name => heading(name))],
      ...orders.types.map(row => [
        orderTypes[row.type].label,
        ...perType.map(name => cell(name, row[name])),
      ]),
    ],
    'templates.title': templateRows(asking, templates),
    'cost.title': byDay(
      templates.days.map(withCost(templates)),
      templates.coinPriceFen > 0 ? ['earnedFen', 'costFen', 'coins'] : ['earnedFen', 'coins'],
      'templates',
    ),
    users: byDay(users.days, ['newUsers', 'activeUsers']),
    prints: byDay(prints.days, ['paidPrints', 'shippedPrints', 'printPhotos', 'paidFen']),
  };
  const zip = archive();
  for (const [title, rows] of Object.entries(files))
    zip.add(`${t(title)}.csv`, strToU8(csvFile(rows)));
  saveFile(zip.end(), t('export.archive', written(summary.period)));
};
