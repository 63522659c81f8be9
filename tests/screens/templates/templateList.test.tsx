import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { codes, type Envelope } from '#contract/envelope.ts';
import { answer, failed, renderAdmin } from '../renderAdmin.tsx';
import { rowOf } from '../tasks/taskFixture.ts';
import { aTemplate, holding } from './templateFixture.ts';

const at = '/admin/templates';

beforeEach(() => localStorage.clear());

it('a template is shown, ordered, published and recommended in its row, and found by filters', async () => {
  let shown = aTemplate();
  let refuse: (answer: Envelope) => void = () => undefined;
  const { dataOf, user } = renderAdmin({
    at,
    answers: holding([shown], {
      'adminTemplate.getTemplates': () =>
        answer('adminTemplate', 'getTemplates', {
          list: [shown],
          total: 1,
          counts: { draft: 5, online: 50, offline: 7 },
        }),
      'adminTemplate.updateTemplateField': ({ data }) => {
        if (data['rev'] === 4) {
          shown = aTemplate({ rev: 9, sort: 77 });
          return failed(codes.conflict, undefined, { current: shown });
        }
        const { field, value } = data as { field: string; value: unknown };
        shown = { ...shown, [field]: value, rev: shown.rev + 1 };
        return answer('adminTemplate', 'updateTemplateField', shown);
      },
      'adminTemplate.setRecommendStatus': () =>
        new Promise(resolve => {
          refuse = resolve;
        }),
    }),
  });
  const cells = within(await rowOf('敦煌飞天'));
  expect(cells.getByText('飘带与藻井')).toBeVisible();
  expect(await cells.findByText('古风国潮')).toBeVisible();
  expect(cells.getByText('草稿')).toBeVisible();
  expect(screen.getByRole('tab', { name: '全部 1' })).toHaveAttribute('aria-selected', 'true');
  expect(dataOf('getTemplates')).toEqual([
    {
      page: 1,
      pageSize: 20,
      sort: { field: 'sort', order: 'desc' },
      withCounts: true,
      withPictures: true,
    },
  ]);

  // Restored on Esc; another's change is shown before it is overwritten.
  const sort = () => cells.getByRole('button', { name: /修改「敦煌飞天」的排序/ });
  await user.click(sort());
  await user.keyboard('33{Escape}');
  expect(sort()).toHaveTextContent('10');
  await user.click(sort());
  await user.keyboard('25{Enter}');
  expect(await screen.findByText('已被改为 77，再按回车以你的为准')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await cells.findByRole('button', { name: /排序 25/ })).toBeVisible();

  // Only allowed states are offered.
  expect(cells.queryByRole('button', { name: '下线「敦煌飞天」' })).toBeNull();
  fireEvent.click(cells.getByRole('button', { name: '上线「敦煌飞天」' }));
  expect(await cells.findByText('已上线')).toBeVisible();
  expect(dataOf('updateTemplateField')).toEqual([
    { templateId: 'tpl_1', field: 'sort', value: 25, rev: 4 },
    { templateId: 'tpl_1', field: 'sort', value: 25, rev: 9 },
    { templateId: 'tpl_1', field: 'status', value: 'online', rev: 10 },
  ]);

  // The switch is moved at once, and back when the server refuses.
  const toggle = cells.getByRole('switch');
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle).toBeChecked());
  expect(dataOf('setRecommendStatus')[0]).toEqual({ templateId: 'tpl_1', isRecommend: true });
  refuse(failed(codes.internal));
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible();
  expect(location.pathname).toBe(at);

  fireEvent.click(screen.getByRole('tab', { name: /已上线/ }));
  await waitFor(() =>
    expect(dataOf('getTemplates').at(-1)).toMatchObject({ filter: { status: 'online' } }),
  );
  expect(decodeURIComponent(location.search)).toContain('"status":"online"');
  fireEvent.click(screen.getByRole('button', { name: '筛选' }));
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '推荐' }));
  fireEvent.click(screen.getByRole('option', { name: '仅看推荐' }));
  await waitFor(() =>
    expect(dataOf('getTemplates').at(-1)?.['filter']).toEqual({
      status: 'online',
      isRecommend: true,
    }),
  );
});
