import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiKeyEntity } from '#contract/apiKey.ts';
import { type LegalKind, legalKinds } from '#contract/legal.ts';
import { settingDefaults, type SettingType } from '#contract/settingFields.ts';
import { exactTime } from '#src/shared/time.ts';
import { answer, type Answers, ok, renderAdmin } from '../renderAdmin.tsx';

beforeEach(() => localStorage.clear());

const stored = <T extends SettingType>(type: T, data: object = {}) => ({
  type,
  rev: 1,
  updateTime: null,
  updateBy: null,
  damagedSecrets: [] as string[],
  data: { ...settingDefaults[type], ...data },
});
const open = (
  type: 'general' | 'compliance' | 'payment' | 'system',
  data: object = {},
  answers: Answers = {},
) =>
  renderAdmin({
    at: `/admin/settings?tab=${type}`,
    answers: {
      'adminSettings.getSettings': stored(type, data) as never,
      'adminSettings.getPaymentSettings': stored('payment', data),
      'adminSettings.getSettingRevisions': { list: [], total: 0 },
      'adminSettings.getLegalTexts': { list: [], missing: [] },
      'adminStorage.getImages': { list: [], total: 0 },
      ...answers,
    },
  });
const section = (name: string) => screen.findByRole('region', { name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('a section of the settings', () => {
  it('says whether what is stored is in effect, and what is missing or switched off', async () => {
    const { wxpay } = settingDefaults.payment;
    const filled = Object.fromEntries(
      Object.keys(wxpay).map(key => [key, key === 'enabled' ? false : 'x']),
    );
    const payment = open('payment', { wxpay: filled });
    expect(await section('微信支付')).toHaveTextContent('已关闭');
    payment.unmount();
    const lacking = open('payment', { wxpay: { ...filled, enabled: true, mchid: '' } });
    expect(await section('微信支付')).toHaveTextContent('未配置缺少：商户号');
    lacking.unmount();
    open('compliance', { operator: { name: '小象科技' } });
    expect(await section('经营者')).toHaveTextContent('未配置缺少：营业执照链接');
  });

  it('shows what visitors will see during maintenance, as it is typed; then no version replaces it', async () => {
    const version = (rev: number) => ({ rev, createTime: 1, by: null, data: {} });
    open(
      'general',
      { dailyFreeTasks: 2 },
      {
        'adminSettings.getSettingRevisions': {
          list: [version(1), version(0)],
          total: 2,
        },
      },
    );
    expect(await screen.findByRole('button', { name: '恢复到此版本' })).toBeEnabled();
    expect(await section('站点')).toHaveTextContent('已生效');
    expect(await section('客服')).toHaveTextContent('未配置');
    expect(await section('赠送')).toHaveTextContent('已生效');
    expect(await section('开放与维护')).toHaveTextContent('已生效正常开放');
    const opening = within(await section('开放与维护'));
    const notice = () => opening.getByText('系统维护中').parentElement;
    expect(notice()).toHaveTextContent('系统维护中 暂时不能制作和下单，请稍后再来');
    fireEvent.change(opening.getByLabelText('维护提示'), { target: { value: '今晚 23 点恢复' } });
    expect(notice()).toHaveTextContent('系统维护中 今晚 23 点恢复');
    expect(screen.getByRole('button', { name: '恢复到此版本' })).toBeDisabled();
  });

  it('shows a picture in every style, at its signed address, and which one does not load', async () => {
    const filePath = 'template/202611/a.jpg';
    const { sent } = open(
      'system',
      { imageStyles: { ...settingDefaults.system.imageStyles, mine: '!mine' } },
      {
        'adminStorage.getImages': { list: [{ filePath }] as never, total: 1 },
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
        'vodService.testService': { ok: true, message: '连接正常', costMs: 12 },
        'vodService.getApplications': { list: [{ id: '1500000001', name: '默认应用' }] },
      },
    );
    const vod = within(await section('点播'));
    await user.click(vod.getByRole('button', { name: '测试点播' }));
    expect(await vod.findByRole('alert')).toHaveTextContent('连接正常（用时 12 毫秒）');
    const application = vod.getByLabelText('子应用 ID');
    await waitFor(() =>
      expect((application as HTMLInputElement).list?.innerHTML).toBe(
        '<option value="1500000001" label="默认应用"></option>',
      ),
    );
    fireEvent.change(application, { target: { value: '7' } });
    await user.click(await screen.findByRole('button', { name: '保存' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }),
    );
    // By text: what is behind the dialog has no role while it is open.
    await waitFor(() => expect(vod.queryByText(/连接正常/)).toBeNull());
  });
});

describe('the legal texts', () => {
  const words = '我们只用照片制作你选择的作品。'.repeat(10);
  const place = '【请填写：经营者全称】';

  it('say what is published and missing, and are published as they were edited, once, beside an open form', async () => {
    const { dataOf } = open(
      'compliance',
      {},
      {
        'adminSettings.getLegalTexts': {
          missing: ['《退款规则》'],
          list: legalKinds.map(kind => ({
            kind,
            version: kind === 'refunds' ? '' : '2026-11-20',
            outdated: kind === 'privacy' ? ['作品保存天数'] : [],
          })),
        },
        'adminSettings.getLegalText': ({ data }) =>
          answer('adminSettings', 'getLegalText', {
            kind: data['kind'] as LegalKind,
            version: '2026-11-20',
            text: words,
            suggested: `${words}${place}`,
            history: [{ version: '2026-11-20', createTime: 1, by: null }],
          }),
        'adminSettings.publishLegalText': () => ok({ kind: 'privacy', version: '2026-11-27' }),
      },
    );
    expect(await screen.findByText(/暂不能上线新的模板。缺少：《退款规则》/)).toBeVisible();
    expect(screen.getByText('未发布，用户看到默认内容')).toBeVisible();
    expect(screen.getByText('与当前设置不一致：作品保存天数，请核对后重新发布')).toBeVisible();
    expect(screen.getAllByText('2026-11-20 版')).toHaveLength(legalKinds.length - 1);

    const name = await screen.findByLabelText('经营者名称');
    fireEvent.change(name, { target: { value: '小象科技' } });
    await press('编辑《隐私政策》');
    const dialog = within(await screen.findByRole('dialog', { name: '发布《隐私政策》' }));
    const text = await dialog.findByLabelText(/正文/);
    fireEvent.click(dialog.getByRole('button', { name: '换成按当前设置生成的默认内容' }));
    expect(text).toHaveValue(`${words}${place}`);
    expect(dialog.getByText(`还有 1 处需要填写：${place}`)).toBeVisible();
    fireEvent.change(text, { target: { value: `${words}小象科技` } });
    expect(dialog.queryByText(/处需要填写/)).toBeNull();
    const publish = dialog.getByRole('button', { name: '发布' });
    fireEvent.click(publish);
    fireEvent.click(publish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(dataOf('publishLegalText')).toEqual([
      { kind: 'privacy', text: `${words}小象科技`, version: '2026-11-20' },
    ]);
    expect(name).toHaveValue('小象科技');
  });

  it('that are missing because nothing is moderated are missed in red on the page of the system', async () => {
    open(
      'system',
      {},
      {
        'adminSettings.getLegalTexts': { list: [], missing: ['图片内容审核'] },
      },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('没有生效：图片内容审核');
  });
});

it('a stored secret is kept unless it is cleared on purpose, after the difference has shown it', async () => {
  const payment = (more: object = {}) => ({
    ...stored('payment', { wxpay: { ...settingDefaults.payment.wxpay, apiV3Key: '****9f2c' } }),
    rev: 7,
    ...more,
  });
  const answering = (more?: object): Answers => ({
    'adminSettings.getPaymentSettings': payment(more),
    'adminSettings.updatePaymentSettings': () =>
      answer('adminSettings', 'updatePaymentSettings', payment({ rev: 8 })),
  });
  const { dataOf, unmount } = open('payment', {}, answering());
  const key = await screen.findByLabelText('APIv3 密钥');
  expect(key).toHaveAccessibleDescription('已设置 ****9f2c，留空保持不变');
  await press('清除已保存的密钥');
  expect(screen.getByText('保存后清除，相关功能将不可用')).toBeVisible();
  await press('撤销清除');
  expect(screen.getByLabelText('APIv3 密钥')).toHaveValue('');
  expect(screen.queryByText('保存后清除，相关功能将不可用')).toBeNull();
  await press('清除已保存的密钥');
  // The form knows of the change a moment after it is shown.
  const title = { name: '保存支付设置的修改？' };
  await waitFor(() => {
    const opened = screen.queryByRole('dialog', title);
    if (!opened) fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(opened).toBeVisible();
  });
  const difference = within(screen.getByRole('dialog', title));
  expect(difference.getByText('（清除）')).toBeVisible();
  fireEvent.click(difference.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(dataOf('updatePaymentSettings')).toEqual([
      { rev: 7, data: { wxpay: { apiV3Key: { clear: true } } } },
    ]),
  );
  unmount();

  open('payment', {}, answering({ damagedSecrets: ['wxpay.apiV3Key'] }));
  expect(await screen.findByLabelText('APIv3 密钥')).toHaveAccessibleDescription(
    '已保存的密钥损坏，无法使用，请重新填写或清除',
  );
});

it('the keys of the engine show their places in use, until when they rest, and which one is damaged', async () => {
  const restUntil = Date.now() + 600_000;
  const key = { rev: 1, createTime: 1, updateTime: 1, keyMask: '****77aa', status: 'active' };
  const list = [
    { name: '主力', keyDamaged: true, runningCount: 1, restUntil },
    { name: '备用', restUntil: 1, failStreak: 1 },
  ].map((more, at) => apiKeyEntity.record.parse({ ...key, _id: `key_${at}`, ...more }));
  renderAdmin({
    at: '/admin/api-keys',
    answers: {
      'adminApiKey.getApiKeys': { list, total: 2 },
    },
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');
  expect(await rowOf('主力')).toHaveTextContent('密钥损坏，无法使用，请更换密钥');
  expect(await rowOf('主力')).toHaveTextContent('1 / 1');
  expect(await rowOf('主力')).toHaveTextContent(
    `暂停分配至 ${exactTime(restUntil).slice(11, 16)}（并发已满或无响应）`,
  );
  expect(await rowOf('备用')).not.toHaveTextContent('密钥损坏');
  expect(await rowOf('备用')).not.toHaveTextContent('暂歇');
  expect(await rowOf('备用')).toHaveTextContent('没有响应');
});
