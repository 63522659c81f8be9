import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiKeyEntity } from '#contract/apiKey.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { exactTime } from '#src/shared/time.ts';
import { answer, type Answers, renderAdmin } from './renderAdmin.tsx';

beforeEach(() => localStorage.clear());

const times = { createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };

/** Payment settings with a key, of which only a mask is told. */
const payment = (damagedSecrets: string[] = []) => ({
  type: 'payment' as const,
  rev: 7,
  updateTime: times.updateTime,
  updateBy: null,
  damagedSecrets,
  data: {
    ...settingDefaults.payment,
    wxpay: { ...settingDefaults.payment.wxpay, apiV3Key: '****9f2c' },
  },
});

const open = (answers: Answers) =>
  renderAdmin({
    at: '/admin/settings?tab=payment',
    answers: {
      'adminSettings.getPaymentSettings': () =>
        answer('adminSettings', 'getPaymentSettings', payment()),
      'adminSettings.getSettingRevisions': () =>
        answer('adminSettings', 'getSettingRevisions', { list: [], total: 0 }),
      ...answers,
    },
  });

describe('a stored secret of the settings', () => {
  it('is cleared on purpose, after the difference has shown it', async () => {
    const { user, sent } = open({
      'adminSettings.updatePaymentSettings': () =>
        answer('adminSettings', 'updatePaymentSettings', { ...payment(), rev: 8 }),
    });
    expect(await screen.findByLabelText('APIv3 密钥')).toHaveAccessibleDescription(
      '已设置 ****9f2c，留空保持不变',
    );
    await user.click(screen.getByRole('button', { name: '清除已保存的密钥' }));
    expect(screen.getByText('保存后清除，相关功能将不可用')).toBeVisible();

    await user.click(screen.getByRole('button', { name: '保存' }));
    const difference = within(await screen.findByRole('dialog', { name: '保存支付设置的修改？' }));
    expect(difference.getByText('（清除）')).toBeVisible();
    await user.click(difference.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(sent('updatePaymentSettings').map(({ data }) => data)).toEqual([
        { rev: 7, data: { wxpay: { apiV3Key: { clear: true } } } },
      ]),
    );
  });

  it('is kept when the clearing is undone', async () => {
    const { user } = open({});
    await user.click(await screen.findByRole('button', { name: '清除已保存的密钥' }));
    await user.click(screen.getByRole('button', { name: '撤销清除' }));
    expect(screen.getByLabelText('APIv3 密钥')).toHaveValue('');
    expect(screen.queryByText('保存后清除，相关功能将不可用')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is marked beside its field when it cannot be decrypted', async () => {
    open({
      'adminSettings.getPaymentSettings': () =>
        answer('adminSettings', 'getPaymentSettings', payment(['wxpay.apiV3Key'])),
    });
    expect(await screen.findByLabelText('APIv3 密钥')).toHaveAccessibleDescription(
      '已保存的密钥损坏，无法使用，请重新填写或清除',
    );
  });
});

it('a damaged key of the engine is marked in the list, and only that one', async () => {
  const key = { rev: 1, ...times, keyMask: '****77aa', status: 'active' };
  const list = [
    apiKeyEntity.record.parse({ ...key, _id: 'key_1', name: '主力', keyDamaged: true }),
    apiKeyEntity.record.parse({ ...key, _id: 'key_2', name: '备用' }),
  ];
  renderAdmin({
    at: '/admin/api-keys',
    answers: {
      'adminApiKey.getApiKeys': () => answer('adminApiKey', 'getApiKeys', { list, total: 2 }),
    },
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');
  expect(await rowOf('主力')).toHaveTextContent('密钥损坏，无法使用，请更换密钥');
  expect(await rowOf('备用')).not.toHaveTextContent('密钥损坏');
});

it('a key shows its places in use, and until when it rests', async () => {
  const key = { rev: 1, ...times, keyMask: '****77aa', status: 'active' };
  const restUntil = Date.now() + 600_000;
  const list = [
    apiKeyEntity.record.parse({ ...key, _id: 'key_1', name: '主力', runningCount: 1, restUntil }),
    apiKeyEntity.record.parse({ ...key, _id: 'key_2', name: '备用', restUntil: 1, failStreak: 1 }),
  ];
  renderAdmin({
    at: '/admin/api-keys',
    answers: {
      'adminApiKey.getApiKeys': () => answer('adminApiKey', 'getApiKeys', { list, total: 2 }),
    },
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');
  expect(await rowOf('主力')).toHaveTextContent('1 / 1');
  expect(await rowOf('主力')).toHaveTextContent(
    `暂停分配至 ${exactTime(restUntil).slice(11, 16)}（并发已满或无响应）`,
  );
  expect(await rowOf('备用')).not.toHaveTextContent('暂歇');
  expect(await rowOf('备用')).toHaveTextContent('没有响应');
});
