import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type ApiKey, apiKeyEntity } from '#contract/apiKey.ts';
import { codes, type Envelope } from '#contract/envelope.ts';
import { failed, ok, renderAdmin, type SentCall } from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';

/* When a repeated action has succeeded, and how many records are acted on at a time, is in `repeatedAndBulk.test.ts`. */

afterEach(() => void vi.useRealTimers());

const aKey = (fields: Partial<ApiKey> = {}) =>
  apiKeyEntity.record.parse({
    _id: 'key_1',
    rev: 3,
    createTime: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
    name: '主力',
    keyMask: 'abc****7890',
    status: 'active',
    ...fields,
  });
const listOf = (key: ApiKey) => ok({ list: [key], total: 1 });
const edit = async (remark: string) => {
  fireEvent.click(await screen.findByRole('button', { name: '「主力」的更多操作' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const dialog = await screen.findByRole('dialog', { name: '编辑「主力」' });
  fireEvent.change(within(dialog).getByLabelText('备注'), { target: { value: remark } });
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  return dialog;
};

it('an action keeps its dialog until the page behind shows the result, so that the next one builds on it', async () => {
  let saves: () => Envelope = () => ok(aKey({ rev: 4, remark: '备用' }));
  let reading: Envelope | Promise<Envelope> = listOf(aKey());
  const { sent } = renderAdmin({
    at: '/admin/api-keys',
    answers: {
      'adminApiKey.getApiKeys': () => Promise.resolve(reading),
      'adminApiKey.updateApiKey': () => saves(),
    },
  });
  await screen.findByText('主力');
  let show = (_keys: Envelope) => {};
  reading = new Promise(resolve => (show = resolve));
  const first = await edit('备用');
  await screen.findByText('已保存');
  expect(first).toBeVisible();
  show(listOf(aKey({ rev: 4, remark: '备用' })));
  await waitFor(() => expect(first).not.toBeInTheDocument());

  reading = listOf(aKey({ rev: 5, remark: '二' }));
  const conflict = (remark: string) => () =>
    failed(codes.conflict, undefined, { current: aKey({ rev: 5, remark }) });
  saves = conflict('二');
  const second = await edit('二');
  await waitFor(() => expect(second).not.toBeInTheDocument());
  expect(sent('updateApiKey').map(({ data }) => data['rev'])).toEqual([3, 4]);

  saves = conflict('他人的');
  const third = await edit('三');
  expect(await within(third).findByText('数据已被他人修改，请刷新后再试')).toBeVisible();

  // The page behind is not waited for without end.
  saves = () => ok(aKey({ rev: 6, remark: '三' }));
  reading = new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(within(third).getByRole('button', { name: '保存' }));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  vi.useRealTimers();
  await waitFor(() => expect(third).not.toBeInTheDocument());
});

it('a list that cannot be read shows no pages', async () => {
  renderAdmin({
    at: '/admin/api-keys',
    answers: { 'adminApiKey.getApiKeys': () => failed(codes.internal) },
  });
  expect(await screen.findByText('加载失败')).toBeVisible();
  expect(screen.queryByText(/^第 \d/)).not.toBeInTheDocument();
});

it('a bulk action can be stopped, changes all that match, and lists the refused ones with reasons', async () => {
  const all = Array.from({ length: 101 }, (_, at) =>
    aTemplate({ _id: `tpl_${at + 1}`, name: `模板${at + 1}` }),
  );
  const gone = new Set<unknown>();
  let goOn = () => {};
  let isFree: Promise<void> | undefined = new Promise(resolve => (goOn = resolve));
  const { sent, dataOf } = renderAdmin({
    at: '/admin/templates?filter=%7B%22status%22%3A%22draft%22%7D',
    answers: holding([], {
      'adminTemplate.getTemplates': ({ data }: SentCall) => {
        const { page = 1, pageSize = 20 } = data as { page?: number; pageSize?: number };
        const left = all.filter(({ _id }) => !gone.has(_id));
        return ok({ list: left.slice((page - 1) * pageSize, page * pageSize), total: left.length });
      },
      'adminTemplate.deleteTemplate': async ({ data }) => {
        await isFree;
        if (isFree || data['id'] === 'tpl_77') return failed(codes.stateNotAllowed, '模板已上线');
        gone.add(data['id']);
        return ok({ _id: data['id'] });
      },
    }),
  });
  const press = async (name: string) =>
    fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByText('模板1');
  fireEvent.click(screen.getByRole('checkbox', { name: '全选' }));
  await press('删除');
  await press('确认删除');
  await press('停止');
  goOn();
  expect(await screen.findByText(/已停止，其余 \d+ 项未处理/)).toBeVisible();
  const stopped = sent('deleteTemplate').length;
  expect(stopped).toBeLessThan(20);
  await press('关闭');
  isFree = undefined;

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(await screen.findByRole('checkbox', { name: '全选' }));
  await press('选择全部 101 条符合条件的记录');
  expect(screen.getByText('已选择全部 101 条符合条件的记录')).toBeVisible();
  await press('删除');
  const dialog = within(await screen.findByRole('dialog', { name: '删除选中的 101 个模板？' }));
  const read = sent('getTemplates').slice(-2);
  expect(read.map(({ data }) => [data['page'], data['pageSize'], data['filter']])).toEqual([
    [1, 100, { status: 'draft' }],
    [2, 100, { status: 'draft' }],
  ]);
  expect(sent('deleteTemplate')).toHaveLength(stopped);
  fireEvent.click(dialog.getByRole('button', { name: '确认删除' }));
  expect(await dialog.findByText('已完成 100 项，1 项失败')).toBeVisible();
  expect(sent('deleteTemplate')).toHaveLength(stopped + 101);
  expect(gone.size).toBe(100);
  expect(dialog.getByText('模板77')).toBeVisible();
  expect(dialog.getByText('模板已上线')).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: '重试失败的 1 项' }));
  expect(dataOf('deleteTemplate').at(-1)?.['id']).toBe('tpl_77');
  fireEvent.click(await dialog.findByRole('button', { name: '关闭' }));
  expect(await screen.findByText('模板77')).toBeVisible();
});
