import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type ApiKey, apiKeyEntity } from '#contract/apiKey.ts';
import { codes } from '#contract/envelope.ts';
import { answer, type Answers, failed, ok, renderAdmin } from './renderAdmin.tsx';

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

const atKeys = (answers: Answers) => renderAdmin({ at: '/admin/api-keys', answers });
const listOf = (...list: ApiKey[]) => ok({ list, total: list.length });
const edit = async ({ user }: ReturnType<typeof renderAdmin>, remark: string) => {
  await user.click(await screen.findByRole('button', { name: '「主力」的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const dialog = await screen.findByRole('dialog', { name: '编辑「主力」' });
  await user.type(within(dialog).getByLabelText('备注'), remark);
  await user.click(within(dialog).getByRole('button', { name: '保存' }));
  return dialog;
};

describe('a successful action', () => {
  it('keeps its dialog until the page behind shows the result, so that the next one builds on it', async () => {
    let saved = false;
    let show = (_keys: ReturnType<typeof listOf>) => {};
    const reading = new Promise<ReturnType<typeof listOf>>(resolve => (show = resolve));
    const app = atKeys({
      'adminApiKey.getApiKeys': () => (saved ? reading : listOf(aKey())),
      'adminApiKey.updateApiKey': () => {
        saved = true;
        return answer('adminApiKey', 'updateApiKey', aKey({ rev: 4, remark: '备用' }));
      },
    });
    const dialog = await edit(app, '备用');
    await screen.findByText('已保存');
    expect(dialog).toBeVisible();
    show(listOf(aKey({ rev: 4, remark: '备用' })));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());

    await edit(app, '二');
    expect(app.sent('updateApiKey').map(({ data }) => data['rev'])).toEqual([3, 4]);
  });

  it('does not wait for a page that cannot be read', async () => {
    let saved = false;
    const app = atKeys({
      'adminApiKey.getApiKeys': () => (saved ? new Promise(() => undefined) : listOf(aKey())),
      'adminApiKey.updateApiKey': () => {
        saved = true;
        return answer('adminApiKey', 'updateApiKey', aKey({ rev: 4 }));
      },
    });
    const dialog = await edit(app, '备用');
    await waitFor(() => expect(dialog).not.toBeInTheDocument(), { timeout: 4_000 });
  });
});

describe('an action repeated because its answer was lost', () => {
  it('succeeds if the record has the requested values', async () => {
    const app = atKeys({
      'adminApiKey.getApiKeys': () => listOf(aKey()),
      'adminApiKey.updateApiKey': () =>
        failed(codes.conflict, undefined, {
          current: aKey({ rev: 4, remark: '备用' }),
        }),
    });
    const dialog = await edit(app, '备用');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByText('已保存')).toBeVisible();
  });

  it('is refused if it was changed otherwise', async () => {
    const app = atKeys({
      'adminApiKey.getApiKeys': () => listOf(aKey()),
      'adminApiKey.updateApiKey': () =>
        failed(codes.conflict, undefined, {
          current: aKey({ rev: 4, remark: '他人的' }),
        }),
    });
    const dialog = await edit(app, '备用');
    expect(await within(dialog).findByText('数据已被他人修改，请刷新后再试')).toBeVisible();
  });
});

describe('a list that cannot be read', () => {
  it('shows no pages', async () => {
    atKeys({ 'adminApiKey.getApiKeys': () => failed(codes.internal) });
    expect(await screen.findByText('加载失败')).toBeVisible();
    expect(screen.queryByText(/^第 \d/)).not.toBeInTheDocument();
  });
});
