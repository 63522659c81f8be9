import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { click, failed, ok, renderAdmin } from '../renderAdmin.tsx';

const duties = (year: number) => ({
  year,
  minorsDue: Date.parse(`${year + 1}-01-31T23:59:59+08:00`),
  guardedUsers: 12,
  complaints: [
    { topic: 'rights', count: 3, handled: 2, medianMs: 90 * 60_000, longestMs: 6 * 86_400_000 },
    { topic: 'other', count: 0, handled: 0, medianMs: null, longestMs: null },
  ],
  deletions: { byUsers: 4, byAdministrators: 1 },
  removed: { all: 7, ofPersons: 5 },
  looks: 81,
  exported: 2,
  downloaded: 3,
  withdrawn: 6,
  looking: { count: 2, names: ['小林', '小周'] },
  isCut: false,
});

it('the yearly duties have figures, laws and a place that explains them, and name what is unknown', async () => {
  const { dataOf } = renderAdmin({
    at: '/admin/yearly-duties',
    answers: {
      'adminSettings.getYearlyDuties': ({ data }) =>
        ok(duties(Number(data['year'] ?? new Date().getFullYear()))),
    },
  });
  const year = new Date().getFullYear();
  expect(await screen.findByText(`${year + 1}-01-31`)).toBeVisible();
  expect(screen.getByText('无法统计')).toBeVisible();
  expect(screen.getByText(/系统不收集年龄和身份/)).toBeVisible();
  expect(screen.getByText('2 · 小林 · 小周')).toBeVisible();
  expect(screen.getAllByText(/依据：.+。做法见 docs\/before-you-open\.md#/)).toHaveLength(4);
  expect(screen.getByRole('link', { name: '81' })).toHaveAttribute(
    'href',
    expect.stringContaining('lookAtPictures'),
  );
  const table = within(screen.getByRole('table', { name: '投诉与请求' }));
  expect(table.getByRole('row', { name: '侵权投诉 3 2 2 小时 6 天' })).toBeVisible();
  await click(screen.getByRole('button', { name: `${year - 1} 年` }));
  expect(await screen.findByText(`${year}-01-31`)).toBeVisible();
  expect(dataOf('getYearlyDuties')).toEqual([{}, { year: year - 1 }]);
});

it('the settings on compliance lead there', async () => {
  renderAdmin({
    at: '/admin/settings?tab=compliance',
    answers: { 'adminSettings.getSettings': () => failed(50_000) },
  });
  expect(await screen.findByRole('link', { name: '年度事项' })).toHaveAttribute(
    'href',
    '/admin/yearly-duties',
  );
});
