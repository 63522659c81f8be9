import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { failed, ok, renderAdmin, type SentCall } from './renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

const at = '/admin/templates?filter=%7B%22status%22%3A%22draft%22%7D';
const all = Array.from({ length: 130 }, (_, at) =>
  aTemplate({ _id: `tpl_${at + 1}`, name: `模板${at + 1}` }),
);

/** Pages as the server cuts them; what is in `gone` is not there any more. */
const paged = (gone: Set<unknown>) => ({
  'adminTemplate.getTemplates': ({ data }: SentCall) => {
    const { page = 1, pageSize = 20 } = data as { page?: number; pageSize?: number };
    const left = all.filter(({ _id }) => !gone.has(_id));
    return ok({ list: left.slice((page - 1) * pageSize, page * pageSize), total: left.length });
  },
});

describe('a bulk action on all that match', () => {
  it('names their number, changes every one under the filter, and lists the refused ones with reasons', async () => {
    const gone = new Set<unknown>();
    const { sent, user } = renderAdmin({
      at,
      answers: holding([], {
        ...paged(gone),
        'adminTemplate.deleteTemplate': ({ data }) => {
          if (data['id'] === 'tpl_77') return failed(codes.stateNotAllowed, '模板已上线');
          gone.add(data['id']);
          return ok({ _id: data['id'] });
        },
      }),
    });
    await screen.findByText('模板1');
    await user.click(screen.getByRole('checkbox', { name: '全选' }));
    await user.click(screen.getByRole('button', { name: '选择全部 130 条符合条件的记录' }));
    expect(screen.getByText('已选择全部 130 条符合条件的记录')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '删除' }));
    const dialog = within(await screen.findByRole('dialog', { name: '删除选中的 130 个模板？' }));
    const read = sent('getTemplates').slice(-2);
    expect(read.map(({ data }) => [data['page'], data['pageSize'], data['filter']])).toEqual([
      [1, 100, { status: 'draft' }],
      [2, 100, { status: 'draft' }],
    ]);
    expect(sent('deleteTemplate')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: '确认删除' }));
    expect(
      await dialog.findByText('已完成 129 项，1 项失败', {}, { timeout: 10_000 }),
    ).toBeVisible();
    expect(new Set(sent('deleteTemplate').map(({ data }) => data['id'])).size).toBe(130);
    expect(dialog.getByText('模板77')).toBeVisible();
    expect(dialog.getByText('模板已上线')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '重试失败的 1 项' }));
    expect(sent('deleteTemplate').at(-1)?.data['id']).toBe('tpl_77');
    await user.click(await dialog.findByRole('button', { name: '关闭' }));
    expect(await screen.findByText('模板77')).toBeVisible();
  }, 60_000);

  it('can be stopped, and says how many were left alone', async () => {
    let goOn = () => {};
    const isStopped = new Promise<void>(resolve => (goOn = resolve));
    const { sent, user } = renderAdmin({
      at,
      answers: holding([], {
        ...paged(new Set()),
        'adminTemplate.deleteTemplate': async ({ data }) => {
          await isStopped;
          return ok({ _id: data['id'] });
        },
      }),
    });
    await screen.findByText('模板1');
    await user.click(screen.getByRole('checkbox', { name: '全选' }));
    await user.click(screen.getByRole('button', { name: '删除' }));
    await user.click(await screen.findByRole('button', { name: '确认删除' }));
    await user.click(await screen.findByRole('button', { name: '停止' }));
    goOn();
    expect(await screen.findByText(/已停止，其余 \d+ 项未处理/)).toBeVisible();
    expect(sent('deleteTemplate').length).toBeLessThan(20);
  }, 30_000);
});
