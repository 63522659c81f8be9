import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type LegalKind, legalKinds } from '#contract/legal.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { answer, type Answers, ok, renderAdmin } from './renderAdmin.tsx';

beforeEach(() => localStorage.clear());

const words = '我们只用照片制作你选择的作品。'.repeat(10);
const place = '【请填写：经营者全称】';

const open = (answers: Answers = {}, missing: string[] = ['《退款规则》']) =>
  renderAdmin({
    at: '/admin/settings?tab=compliance',
    answers: {
      'adminSettings.getSettings': () =>
        answer('adminSettings', 'getSettings', {
          type: 'compliance',
          rev: 1,
          updateTime: null,
          updateBy: null,
          damagedSecrets: [],
          data: settingDefaults.compliance,
        }),
      'adminSettings.getSettingRevisions': () =>
        answer('adminSettings', 'getSettingRevisions', { list: [], total: 0 }),
      'adminSettings.getLegalTexts': () =>
        answer('adminSettings', 'getLegalTexts', {
          missing,
          list: legalKinds.map(kind => ({
            kind,
            version: kind === 'refunds' ? '' : '2026-11-20',
            outdated: kind === 'privacy' ? ['作品保存天数'] : [],
          })),
        }),
      'adminSettings.getLegalText': ({ data }) =>
        answer('adminSettings', 'getLegalText', {
          kind: data['kind'] as LegalKind,
          version: '2026-11-20',
          text: words,
          suggested: `${words}${place}`,
          history: [{ version: '2026-11-20', createTime: 1, by: null }],
        }),
      ...answers,
    },
  });

describe('the legal texts', () => {
  it('say which are published, which say otherwise than the settings, and what is missing', async () => {
    open();
    expect(await screen.findByText(/暂不能上线新的模板。缺少：《退款规则》/)).toBeVisible();
    expect(screen.getByText('未发布，用户看到默认内容')).toBeVisible();
    expect(screen.getByText('与当前设置不一致：作品保存天数，请核对后重新发布')).toBeVisible();
    expect(screen.getAllByText('2026-11-20 版')).toHaveLength(legalKinds.length - 1);
  });

  it('are published as they were edited, once, and beside an open form', async () => {
    const { user, sent } = open({
      'adminSettings.publishLegalText': () => ok({ kind: 'privacy', version: '2026-11-27' }),
    });
    const name = await screen.findByLabelText('经营者名称');
    await user.type(name, '小象科技');
    await user.click(await screen.findByRole('button', { name: '编辑《隐私政策》' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发布《隐私政策》' }));
    const text = await dialog.findByLabelText(/正文/);
    await user.click(dialog.getByRole('button', { name: '换成按当前设置生成的默认内容' }));
    expect(text).toHaveValue(`${words}${place}`);
    expect(dialog.getByText(`还有 1 处需要填写：${place}`)).toBeVisible();
    fireEvent.change(text, { target: { value: `${words}小象科技` } });
    expect(dialog.queryByText(/处需要填写/)).toBeNull();
    const publish = dialog.getByRole('button', { name: '发布' });
    fireEvent.click(publish);
    fireEvent.click(publish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('publishLegalText').map(({ data }) => data)).toEqual([
      { kind: 'privacy', text: `${words}小象科技`, version: '2026-11-20' },
    ]);
    expect(name).toHaveValue('小象科技');
  });
});

describe('the moderation', () => {
  it('is missed in red on its own page, be it switched off or without keys', async () => {
    renderAdmin({
      at: '/admin/settings?tab=system',
      answers: {
        'adminSettings.getSettings': () =>
          answer('adminSettings', 'getSettings', {
            type: 'system',
            rev: 1,
            updateTime: null,
            updateBy: null,
            damagedSecrets: [],
            data: settingDefaults.system,
          }),
        'adminSettings.getSettingRevisions': () =>
          answer('adminSettings', 'getSettingRevisions', { list: [], total: 0 }),
        'adminSettings.getLegalTexts': () =>
          answer('adminSettings', 'getLegalTexts', { list: [], missing: ['图片内容审核'] }),
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('没有生效：图片内容审核');
  });
});
