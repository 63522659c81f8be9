import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { codes, type Envelope } from '#contract/envelope.ts';
import { answer, failed, put, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding } from './templateFixture.ts';

beforeEach(() => localStorage.clear());

it('a template is created with its first preset, once, its errors beside their fields and on their tabs', async () => {
  const made = answer('adminTemplate', 'createTemplate', aTemplate({ _id: 'tpl_new' }));
  let store: (answer: Envelope) => void = () => undefined;
  const answers = [
    failed(codes.invalidInput, undefined, { fields: { 'preset.name': '名称不合适' } }),
    failed(codes.internal),
    new Promise<Envelope>(resolve => {
      store = resolve;
    }),
  ];
  const { sent, dataOf, user } = renderAdmin({
    at: '/admin/templates/create',
    answers: holding([aTemplate({ _id: 'tpl_new' })], {
      'adminTemplate.createTemplate': () => answers.shift(),
    }),
  });
  const name = await screen.findByRole('textbox', { name: /名称/ });
  const tab = (named: string) => user.click(screen.getByRole('tab', { name: named }));
  const create = () => user.click(screen.getByRole('button', { name: '创建' }));
  const hasPreset = () => screen.getByRole('switch', { name: '同时创建一个预设' });

  // Without asking the server; the first tab with an error is opened.
  put(name, '一');
  await tab('生成与计费');
  const price = screen.getByRole('textbox', { name: '单次售价' });
  put(price, '1.234');
  await tab('展示');
  await create();
  expect(await screen.findByText('至少 2 个字符')).toBeVisible();
  expect(name).toHaveAccessibleDescription('至少 2 个字符');
  expect(screen.getByRole('tab', { name: '基础信息 1 处需要修改' })).toBeVisible();
  await tab('生成与计费 1 处需要修改');
  expect(screen.getByText('应为金额，最多两位小数，如 12.50')).toBeVisible();
  expect(sent('createTemplate')).toHaveLength(0);
  put(name, '敦煌飞天');
  put(price, '19.9');

  await tab('第一个预设');
  await user.click(hasPreset());
  put(await screen.findByRole('textbox', { name: '提示词' }), '飘带飞扬');
  await tab('展示');
  await create();
  expect(await screen.findByRole('tab', { name: '第一个预设 1 处需要修改' })).toBeVisible();
  expect(screen.getAllByRole('textbox', { name: /^名称/ }).at(-1)).toHaveAccessibleDescription(
    '名称不合适',
  );
  await create();
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible();

  // Without the preset after all.
  await user.click(hasPreset());
  await user.dblClick(screen.getByRole('button', { name: '创建' }));
  await waitFor(() => expect(sent('createTemplate')).toHaveLength(3));
  act(() => store(made));
  await waitFor(() => expect(location.pathname).toBe('/admin/templates/edit/tpl_new'));
  expect(await screen.findByText('已创建')).toBeVisible();
  const [first, second, third] = dataOf('createTemplate');
  expect(first).toMatchObject({
    name: '敦煌飞天',
    priceFen: 1990,
    engine: 'workflow',
    sort: 0,
    preset: { name: '默认', prompt: '飘带飞扬', params: {} },
    idemKey: expect.stringMatching(/^[\w-]{8,64}$/) as string,
  });
  expect(first).not.toHaveProperty('status');
  expect(second).toEqual(first);
  expect(third).not.toHaveProperty('preset');
  expect(sent('createTemplate')).toHaveLength(3);
});

it('a template is changed at the version read, and nothing typed is lost before, during or after a save', async () => {
  const editAt = '/admin/templates/edit/tpl_1';
  let store: (answer: Envelope) => void = () => undefined;
  const answers = [
    failed(codes.internal),
    failed(codes.invalidInput, undefined, { fields: { subtitle: '包含违禁词' } }),
    new Promise<Envelope>(resolve => {
      store = resolve;
    }),
  ];
  const { sent, dataOf, user } = renderAdmin({
    at: editAt,
    answers: holding([aTemplate()], { 'adminTemplate.updateTemplate': () => answers.shift() }),
  });
  const subtitle = await screen.findByRole('textbox', { name: '副标题' });
  put(subtitle, '飘带与藻井一');
  expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible();
  expect(subtitle).toHaveValue('飘带与藻井一');
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  await user.click(screen.getByRole('link', { name: '返回列表' }));
  await waitFor(() => expect(confirm).toHaveBeenCalled());
  expect(confirm.mock.calls[0]?.[0]).toMatch(/[\u4e00-\u9fff]/);
  expect(location.pathname).toBe(editAt);
  confirm.mockRestore();

  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('包含违禁词')).toBeVisible();
  expect(subtitle).toHaveAccessibleDescription('包含违禁词');

  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(sent('updateTemplate')).toHaveLength(3));
  put(subtitle, '飘带与藻井一二');
  const stored = aTemplate({ rev: 5, subtitle: '飘带与藻井一' });
  act(() => store(answer('adminTemplate', 'updateTemplate', stored)));
  expect(await screen.findByText('已保存')).toBeVisible();
  expect(dataOf('updateTemplate')[2]).toEqual({
    _id: 'tpl_1',
    rev: 4,
    subtitle: '飘带与藻井一',
  });
  expect(subtitle).toHaveValue('飘带与藻井一二');
  expect(await screen.findByText('有 1 处修改未保存')).toBeVisible();
  put(subtitle, '飘带与藻井一');
  expect(await screen.findByText('已保存全部修改')).toBeVisible();
  expect(location.pathname).toBe(editAt);
});
