import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { settingDefaults, type SettingType } from '#contract/settingFields.ts';
import { answer, type Answers, ok, renderAdmin } from './renderAdmin.tsx';

beforeEach(() => localStorage.clear());

const stored = <T extends SettingType>(type: T, data: object = {}) => ({
  type,
  rev: 1,
  updateTime: null,
  updateBy: null,
  damagedSecrets: [],
  data: { ...settingDefaults[type], ...data },
});
const open = (
  type: 'general' | 'compliance' | 'payment' | 'system',
  data: object,
  answers: Answers = {},
) =>
  renderAdmin({
    at: `/admin/settings?tab=${type}`,
    answers: {
      'adminSettings.getSettings': () =>
        answer('adminSettings', 'getSettings', stored(type, data) as never),
      'adminSettings.getPaymentSettings': () =>
        answer('adminSettings', 'getPaymentSettings', stored('payment', data)),
      'adminSettings.getSettingRevisions': () =>
        answer('adminSettings', 'getSettingRevisions', { list: [], total: 0 }),
      'adminStorage.getImages': () => answer('adminStorage', 'getImages', { list: [], total: 0 }),
      ...answers,
    },
  });
const section = (name: string) => screen.findByRole('region', { name });

describe('a section of the settings', () => {
  it('says whether what is stored is in effect, and what is missing', async () => {
    const first = open('compliance', { operator: { name: '小象科技' } });
    expect(await section('经营者')).toHaveTextContent('未配置缺少：营业执照链接');
    first.unmount();
    open('general', { dailyFreeTasks: 2 });
    expect(await section('站点')).toHaveTextContent('已生效');
    expect(await section('客服')).toHaveTextContent('未配置');
    expect(await section('赠送')).toHaveTextContent('已生效');
    expect(await section('开放与维护')).toHaveTextContent('已生效正常开放');
  });

  it('says of the payment that it is switched off, or what it lacks', async () => {
    const { wxpay } = settingDefaults.payment;
    const filled = Object.fromEntries(
      Object.keys(wxpay).map(key => [key, key === 'enabled' ? false : 'x']),
    );
    const first = open('payment', { wxpay: filled });
    expect(await section('微信支付')).toHaveTextContent('已关闭');
    first.unmount();
    open('payment', { wxpay: { ...filled, enabled: true, mchid: '' } });
    expect(await section('微信支付')).toHaveTextContent('未配置缺少：商户号');
  });

  it('shows what visitors will see during maintenance, as it is typed; then no version replaces it', async () => {
    const version = (rev: number) => ({ rev, createTime: 1, by: null, data: {} });
    const { user } = open(
      'general',
      {},
      {
        'adminSettings.getSettingRevisions': () =>
          answer('adminSettings', 'getSettingRevisions', {
            list: [version(1), version(0)],
            total: 2,
          }),
      },
    );
    expect(await screen.findByRole('button', { name: '恢复到此版本' })).toBeEnabled();
    const opening = within(await section('开放与维护'));
    expect(opening.getByText('系统维护中').parentElement).toHaveTextContent(
      '系统维护中 暂时不能制作和下单，请稍后再来',
    );
    await user.type(opening.getByLabelText('维护提示'), '今晚 23 点恢复');
    expect(opening.getByText('系统维护中').parentElement).toHaveTextContent(
      '系统维护中 今晚 23 点恢复',
    );
    expect(screen.getByRole('button', { name: '恢复到此版本' })).toBeDisabled();
  });

  it('shows a picture in every style, at its signed address, and which one does not load', async () => {
    const filePath = 'template/202611/a.jpg';
    const { sent } = open(
      'system',
      { imageStyles: { ...settingDefaults.system.imageStyles, mine: '!mine' } },
      {
        'adminStorage.getImages': () =>
          answer('adminStorage', 'getImages', { list: [{ filePath }] as never, total: 1 }),
        'imageService.getSignedUrls': ({ data }) =>
          answer('imageService', 'getSignedUrls', {
            list: (data['urls'] as string[]).map(src => ({
              src,
              url: src.endsWith('!mine') ? '' : `https://cdn.example/${src}?sign=1`,
              expireTime: Date.now() + 3_600_000,
            })),
          }),
      },
    );
    const styles = within(await section('图片样式'));
    expect(await styles.findByAltText('样式「缩略图」的样图')).toHaveAttribute(
      'src',
      `https://cdn.example/${filePath}!thumbnail?sign=1`,
    );
    expect(styles.getAllByRole('img')).toHaveLength(
      Object.keys(settingDefaults.system.imageStyles).length,
    );
    expect(await styles.findByText('样图没能加载')).toBeVisible();
    expect(sent('getSignedUrls').flatMap(({ data }) => data['urls'])).toContain(`${filePath}!mine`);
  });

  it('tests the video service and shows what came of it, until other values are saved', async () => {
    let rev = 1;
    const { user } = open(
      'system',
      {},
      {
        'adminSettings.getSettings': () => ok({ ...stored('system'), rev }),
        'adminSettings.updateSettings': () => ok({ ...stored('system'), rev: (rev += 1) }),
        'vodService.testService': () =>
          answer('vodService', 'testService', { ok: true, message: '连接正常', costMs: 12 }),
      },
    );
    const vod = within(await section('点播'));
    await user.click(vod.getByRole('button', { name: '测试点播' }));
    expect(await vod.findByRole('alert')).toHaveTextContent('连接正常（用时 12 毫秒）');
    fireEvent.change(vod.getByLabelText('子应用 ID'), { target: { value: '7' } });
    await user.click(await screen.findByRole('button', { name: '保存' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }),
    );
    // By text: what is behind the dialog has no role while it is open.
    await waitFor(() => expect(vod.queryByText(/连接正常/)).toBeNull());
  });
});
