import { fireEvent, screen, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { codeFrom, formatCode } from '#contract/codeText.ts';
import { unusedRules } from '#contract/refundTerms.ts';
import { defaultSystemSettings } from '#contract/systemSettings.ts';
import { visitorTask } from '#contract/visitorTask.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { pageAfter } from './pageAfter.ts';
import {
  fail,
  openVisitor,
  pass,
  prepareVisitorPages,
  press,
  settle,
  task,
  unreachable,
  inMain,
} from './visitorFixture.tsx';

const WORK = 'results/usr_1/task_1/1.png';
const me = {
  _id: 'usr_1',
  nickName: '',
  avatarUrl: '',
  isAnonymous: true,
  phoneTail: '',
  packageId: '',
  packageName: '',
  packageExpireTime: null as number | null,
  credits: { paid: 30, gift: 12 },
  refundingCredits: 0,
  createTime: Date.parse('2026-11-01T10:00:00+08:00'),
  agreedVersion: '',
  photoConsent: '',
  guardian: null,
  invitation: null as { inviterCredits: number; invitedCredits: number } | null,
};
const line = (at: number, more: object = {}) => ({
  _id: `led_${at}`,
  createTime: Date.parse('2026-11-02T10:00:00+08:00') - at,
  kind: 'consume',
  bucket: 'gift',
  delta: -8,
  balanceAfter: 4,
  userNote: '',
  ...more,
});
const CODE = codeFrom(Array.from({ length: 17 }, (_, at) => at));

const openMe = async (
  answers: Record<string, (data: never) => unknown> = {},
  who: Partial<typeof me> = {},
) => {
  const opened = openVisitor(
    '/me',
    [],
    {},
    {
      getMe: () => ({ ...me, ...who }),
      getLedger: () => ({ list: [line(1)], total: 1 }),
      deleteMyData: ({ preview }: { preview: boolean }) => ({
        photos: 3,
        works: 2,
        prints: 1,
        kept: 2,
        open: [],
        isErased: !preview,
      }),
      ...answers,
    },
  );
  await pass(20);
  return { ...opened, calls: opened.visitor.callsOf };
};
const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

prepareVisitorPages();

describe('an invitation', () => {
  const invitation = { inviterCredits: 8, invitedCredits: 0 };

  it('has a link to copy, and says what it brings', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    await openMe({}, { invitation });
    expect(screen.getByText(/第一次制作成功后，你得 8 积分。/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '复制邀请链接' }));
    await pass();
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/?invite=usr_1`);
  });

  it('is not shown while it brings nothing', async () => {
    await openMe();
    expect(screen.queryByText('邀请好友')).toBeNull();
  });
});

describe('packages', () => {
  const one = {
    _id: 'pkg_1',
    name: '年卡',
    type: 'membership',
    credits: 5_500,
    giftCredits: 0,
    days: 365,
    priceFen: 29_900,
    originPriceFen: 35_880 as number | null,
    badge: '省 12%',
    benefits: ['专属模板', '优先出图'],
    limitPerUser: 1 as number | null,
    payChannels: ['wxpay'],
  };
  const plain = { ...one, _id: 'pkg_2', name: '积分包', days: null, limitPerUser: null };

  it('are read when they are unfolded, with badge, price, earlier price and benefits', async () => {
    const list = [one, { ...plain, originPriceFen: null, badge: '', benefits: [] }];
    const { calls } = await openMe({ getPackages: () => ({ list, total: 2 }) });
    expect(calls('getPackages')).toEqual([]);
    press(/^套餐/);
    await pass();
    const shown = [...document.querySelectorAll('.packages > li')].map(item => item.textContent);
    expect(shown).toEqual([
      '年卡省 12%原价 ¥358.80¥299.005,500 积分，会员 365 天，每人限购 1 次专属模板优先出图',
      '积分包¥299.005,500 积分',
    ]);
    expect(screen.getByRole('link', { name: '去小程序购买' })).toHaveAttribute(
      'href',
      '/mini-program',
    );
    press(/^套餐/);
    expect(document.querySelector('.packages')).toBeNull();
  });

  it('may be none', async () => {
    await openMe({ getPackages: () => ({ list: [], total: 0 }) });
    press(/^套餐/);
    await pass();
    expect(screen.getByText('还没有在售的套餐')).toBeVisible();
  });
});

describe('what visitors read about themselves', () => {
  it('says of an anonymous account that it lives in this browser', async () => {
    await openMe();
    expect(document.title).toBe('我的 - AI图像处理');
    expect(screen.getByText('匿名访客')).toBeVisible();
    expect(screen.getByText(/清除浏览器数据.*都会丢失作品和积分/)).toBeVisible();
    const figures = screen.getByText('可用积分').closest('dl');
    expect(figures).toHaveTextContent('可用积分42购买30赠送12');
  });

  it('says why credits are away while an order is being refunded', async () => {
    const { unmount } = await openMe({}, { refundingCredits: 660 });
    expect(screen.getByText('退款中，660 积分已收回，暂不可用；退款未成会退回。')).toBeVisible();
    unmount();
    await openMe();
    expect(screen.queryByText(/^退款中/)).toBeNull();
  });

  it('names a known account, its package and when it ends', async () => {
    await openMe(
      {},
      {
        isAnonymous: false,
        nickName: '小雨',
        phoneTail: '1234',
        packageName: '年卡',
        packageExpireTime: Date.parse('2027-01-31T10:00:00+08:00'),
      },
    );
    expect(screen.getByText('小雨')).toBeVisible();
    expect(screen.getByText('年卡，2027-01-31 到期')).toBeVisible();
    expect(screen.getByText('手机尾号 1234 · 2026-11-01 加入')).toBeVisible();
    expect(screen.queryByText('匿名访客')).toBeNull();
  });

  it('lists where credits came from and went to, ten at a time', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => line(at));
    lines[0] = line(0, { kind: 'buy', bucket: 'paid', delta: 100, userNote: '100 积分包' });
    lines[2] = line(2, { kind: 'admin', delta: 5 });
    const { calls } = await openMe({
      getLedger: (data: { after?: string; pageSize: number }) => pageAfter(lines, data),
    });
    const rows = () => document.querySelectorAll('.ledger li');
    expect(rows()).toHaveLength(10);
    expect(rows()[0]).toHaveTextContent('100 积分包+100购买 · 2026-11-02 10:00购买积分 余额 4');
    expect(rows()[1]).toHaveTextContent('制作−8');
    expect(rows()[2]).toHaveTextContent(/^客服调整\+5 ?2026/);
    press('加载更多');
    await pass(20);
    expect(rows()).toHaveLength(12);
    expect(calls('getLedger').map(({ after }) => after)).toEqual([undefined, '10']);
  });

  it('still shows customer service when the account cannot be read, and asks again', async () => {
    await settle({ customerService: { wechat: 'kefu_1', phone: '400-1', qrImage: '' } });
    const disabled = new ActionFailure({ code: 40902, message: '账号已停用，请联系客服' });
    const { visitor } = await openMe({ getMe: fail(disabled) });
    expect(screen.getByRole('alert')).toHaveTextContent('账号已停用，请联系客服');
    expect(screen.getByText('kefu_1')).toBeVisible();
    expect(inMain().queryByRole('button', { name: /投诉与反馈/ })).toBeNull();
    visitor.answers['getMe'] = () => me;
    press('重试');
    await pass(20);
    expect(screen.getByText('匿名访客')).toBeVisible();
  });

  it('says which version of the agreement was accepted', async () => {
    await settle({ agreementVersion: '2' });
    await openMe({}, { agreedVersion: '1' });
    expect(screen.getByText(/已同意.*1 版，现行为 2 版/)).toBeVisible();
    const [link] = screen.getAllByRole('link', { name: '用户协议' });
    expect(link).toHaveAttribute('href', '/legal/agreement');
  });

  it('offers customer service: a copied name, a number to call, a code to scan', async () => {
    const qrImage = 'settings/qr.png';
    await settle({ customerService: { wechat: 'kefu_1', phone: '400-000 1', qrImage } });
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    await openMe();
    press('复制微信号');
    await pass(10);
    expect(writeText).toHaveBeenCalledWith('kefu_1');
    expect(screen.getByText('已复制')).toBeVisible();
    expect(screen.getByRole('link', { name: '400-000 1' })).toHaveAttribute('href', 'tel:4000001');
    expect(document.querySelector('.signed-image')).not.toBeNull();
  });
});

describe('redeeming a code', () => {
  const type = (text: string) => write('激活码', text);

  it('sends what was typed in its plain form, and shows the new credits', async () => {
    let paid = 30;
    const { calls } = await openMe({
      getMe: () => ({ ...me, credits: { paid, gift: 12 } }),
      redeemCode: () => {
        paid = 130;
        return { credits: 100, packageName: '月卡', packageExpireTime: null };
      },
    });
    type(`  ${formatCode(CODE).toLowerCase()} `);
    fireEvent.blur(screen.getByLabelText('激活码'));
    expect(screen.getByLabelText('激活码')).toHaveValue(formatCode(CODE));
    press('兑换');
    press('正在兑换…');
    await pass(20);
    expect(calls('redeemCode')).toEqual([{ code: CODE }]);
    expect(screen.getByText('兑换成功，获得 100 积分和「月卡」')).toBeVisible();
    expect(screen.getByText('142')).toBeVisible();
    expect(calls('getLedger')).toHaveLength(2);
    expect(screen.getByLabelText('激活码')).toHaveValue('');
  });

  it('spends no try on a slip of the pen', async () => {
    const { calls } = await openMe();
    press('兑换');
    expect(screen.getByRole('alert')).toHaveTextContent('请输入激活码');
    const wrong = CODE.replace(/^./, 'Z');
    for (const text of ['ABCD', wrong]) {
      type(text);
      press('兑换');
      expect(screen.getByRole('alert')).toHaveTextContent('激活码有误，请对照检查');
    }
    expect(calls('redeemCode')).toEqual([]);
  });

  it.each(['激活码无效或已使用', '操作过于频繁，请稍后再试'])(
    'shows the refusal: %s',
    async message => {
      await openMe({ redeemCode: fail(new ActionFailure({ code: 40902, message })) });
      type(CODE);
      press('兑换');
      await pass(20);
      expect(screen.getByRole('alert')).toHaveTextContent(message);
      expect(screen.getByLabelText('激活码')).toHaveValue(formatCode(CODE));
    },
  );

  it('looks at the balance when the answer was lost', async () => {
    const { calls } = await openMe({ redeemCode: fail(unreachable) });
    type(CODE);
    press('兑换');
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent(/网络连接失败.*先看看积分是否已到账/);
    expect(calls('getMe')).toHaveLength(2);
  });
});

describe('writing to the service', () => {
  it('sends once, with the same key when it is repeated, and keeps what was written', async () => {
    const { calls, visitor } = await openMe({ sendFeedback: fail(unreachable) });
    fireEvent.click(inMain().getByRole('button', { name: /投诉与反馈/ }));
    press('提交');
    expect(screen.getByRole('alert')).toHaveTextContent('至少 5 个字');
    fireEvent.click(screen.getByRole('radio', { name: '侵权投诉' }));
    write('请描述问题', '这张图用了我的照片');
    write(/联系方式/, '13800000000');
    press('提交');
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    expect(screen.getByLabelText('请描述问题')).toHaveValue('这张图用了我的照片');
    visitor.answers['sendFeedback'] = () => ({
      _id: 'fb_1',
      receiptNo: 'F26112712345678',
      answerBy: 1,
    });
    press('提交');
    await pass(20);
    const [first, second] = calls('sendFeedback');
    expect(first).toEqual({
      topic: 'rights',
      text: '这张图用了我的照片',
      contact: '13800000000',
      idemKey: expect.stringMatching(/^[\w-]{8,64}$/) as string,
    });
    expect(second).toEqual(first);
    expect(screen.getByRole('dialog', { name: '已收到，谢谢你的反馈' })).toBeVisible();
  });
});

describe('a message that has arrived', () => {
  it('shows the number and the deadlines', async () => {
    const receipt = { _id: 'fb_1', receiptNo: 'F26112712345678', answerBy: 1 };
    const { legal } = defaultSystemSettings.site;
    await settle({ legal: { ...legal, complaints: { acceptDays: 2, answerDays: 9 } } });
    await openMe({ sendFeedback: () => receipt });
    fireEvent.click(inMain().getByRole('button', { name: /反馈/ }));
    fireEvent.click(screen.getByRole('radio', { name: '未成年人退款' }));
    write('请描述问题', '孩子用我的手机付了款');
    press('提交');
    await pass(20);
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('F26112712345678');
    expect(dialog).toHaveTextContent('2 个工作日内受理，9 天内答复');
    expect(dialog).toHaveTextContent('回复会出现在「我的反馈」');
    fireEvent.click(within(dialog).getByRole('link', { name: '查看我的反馈' }));
    expect(location.pathname).toBe('/letters');
  });
});

describe('the consent to photos', () => {
  it('is taken back after a word on what happens then', async () => {
    let given = '1';
    const { calls } = await openMe({
      getMe: () => ({ ...me, photoConsent: given }),
      withdrawPhotoConsent: () => {
        given = '';
        return { photoConsent: '', time: 1 };
      },
    });
    expect(screen.getByText('已同意《人脸信息处理说明》1 版')).toBeVisible();
    press(/撤回人脸信息同意/);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('没有完成的制作会取消，积分退回')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '撤回同意' }));
    await pass(20);
    expect(calls('withdrawPhotoConsent')).toEqual([{}]);
    expect(screen.getByText(/未同意处理人脸信息/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /撤回人脸信息同意/ })).toBeNull();
  });
});

describe('an order', () => {
  const order = {
    _id: 'ord_1',
    createTime: Date.parse('2026-11-02T10:00:00+08:00'),
    items: [{ name: '进阶积分包' }],
    payFen: 4_990,
    refundedFen: 990,
    payChannel: 'wxpay',
    status: 'completed',
    invoice: null as object | null,
  };
  const asked = {
    status: 'waiting',
    kind: 'company',
    title: '小满印务有限公司',
    taxNumber: '91310000MA1FL0WX2E',
    email: 'zhao@example.com',
  };
  const listed = (...list: object[]) => ({ getOrders: () => ({ list, total: list.length }) });
  const openOrders = async (answers: object) => {
    const opened = await openMe(answers as never);
    press(/^我的订单/);
    await pass();
    return opened;
  };

  it('has an invoice asked for, which says what is collected and why, and keeps what was typed', async () => {
    const refusal = new ActionFailure({
      code: 40001,
      message: '提交的内容有误，请检查后重试',
      data: { fields: { 'invoice.taxNumber': '企业发票请填写税号' } },
      requestId: '1',
    });
    let answer: () => unknown = () => Promise.reject(refusal);
    const { calls } = await openOrders({ ...listed(order), askForInvoice: () => answer() });
    press('申请发票');
    const dialog = within(screen.getByRole('dialog', { name: '申请发票' }));
    expect(dialog.getByText('开票金额 ¥40.00，为实付金额减去已退款的部分')).toBeVisible();
    expect(dialog.getByText(/^抬头、税号和邮箱只用于开具和发送这张发票/)).toBeVisible();
    expect(dialog.queryByLabelText('税号')).toBeNull();
    fireEvent.click(dialog.getByLabelText('企业'));
    write('发票抬头', asked.title);
    write('接收发票的邮箱', asked.email);
    press('提交申请');
    await pass();
    expect(dialog.getByText('企业发票请填写税号')).toBeVisible();
    expect(dialog.getByLabelText(/^税号/)).toHaveAttribute('aria-invalid', 'true');
    write(/^税号/, asked.taxNumber);
    answer = () => ({ ...order, invoice: asked });
    press('提交申请');
    await pass();
    const { status: _, ...invoice } = asked;
    expect(calls('askForInvoice').at(-1)).toEqual({ id: 'ord_1', invoice });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('发票：待开票')).toBeVisible();
    press('修改发票信息');
    expect(screen.getByLabelText('发票抬头')).toHaveValue(asked.title);
  });

  it('says what became of its invoice, and offers one only where there can be one', async () => {
    const number = '26312000000000000001';
    await openOrders(
      listed(
        { ...order, invoice: { ...asked, status: 'issued', number } },
        { ...order, _id: 'ord_2', invoice: { ...asked, status: 'refused', reason: '抬头不全' } },
        { ...order, _id: 'ord_3', status: 'refunded' },
        { ...order, _id: 'ord_4', status: 'pending' },
      ),
    );
    expect(screen.getByText(`发票：已开票，${number}`)).toBeVisible();
    expect(screen.getByText('发票：不予开票，抬头不全')).toBeVisible();
    expect(screen.getAllByRole('button', { name: '申请发票' })).toHaveLength(1);
  });
});

describe('a refund of an order', () => {
  const snapshot = { type: 'credits', credits: 600, giftCredits: 60, days: null };
  const order = {
    _id: 'ord_1',
    type: 'package',
    createTime: Date.parse('2026-11-02T10:00:00+08:00'),
    items: [{ name: '进阶积分包', snapshot }],
    payFen: 4_990,
    refundedFen: 0,
    payChannel: 'wxpay',
    status: 'completed',
    invoice: null,
    refundAsk: null as object | null,
    mayAskRefund: true,
  };
  const askTime = Date.parse('2026-11-03T09:00:00+08:00');
  const waiting = { status: 'waiting', reason: 'unwanted', text: '', askTime, answer: '' };
  const openOrders = async (list: object[], answers: object = {}) => {
    const getOrders = () => ({ list, total: list.length });
    const opened = await openMe({ getOrders, ...answers } as never);
    press(/^我的订单/);
    await pass();
    return opened;
  };

  it('is asked for with a reason and the rule before one, keeps what was typed, and is withdrawn', async () => {
    const message = '退款申请正在处理，不用重复提交';
    const refusal = new ActionFailure({ code: 40902, message, data: null, requestId: '1' });
    let answer: () => unknown = () => Promise.reject(refusal);
    const { calls } = await openOrders([order], {
      askRefund: () => answer(),
      withdrawRefundAsk: () => ({ ...order, refundAsk: { ...waiting, status: 'withdrawn' } }),
    });
    press('申请退款');
    const dialog = within(screen.getByRole('dialog', { name: '申请退款' }));
    expect(dialog.getByText(unusedRules.credits)).toBeVisible();
    fireEvent.click(dialog.getByLabelText('不想要了'));
    write(/^补充说明/, '买错了');
    press('提交申请');
    await pass();
    expect(dialog.getByText(message)).toBeVisible();
    expect(dialog.getByLabelText(/^补充说明/)).toHaveValue('买错了');
    answer = () => ({ ...order, refundAsk: waiting, mayAskRefund: false });
    press('提交申请');
    await pass();
    expect(calls('askRefund').at(-1)).toEqual({ id: 'ord_1', reason: 'unwanted', text: '买错了' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('退款申请：待处理 · 2026-11-03 09:00')).toBeVisible();
    expect(screen.queryByRole('button', { name: '申请退款' })).toBeNull();
    press('撤回退款申请');
    const ask = within(screen.getByRole('dialog', { name: '撤回退款申请？' }));
    fireEvent.click(ask.getByRole('button', { name: '撤回退款申请' }));
    await pass();
    expect(calls('withdrawRefundAsk')).toEqual([{ id: 'ord_1' }]);
    expect(screen.getByText('退款申请：已撤回 · 2026-11-03 09:00')).toBeVisible();
    expect(screen.getByRole('button', { name: '申请退款' })).toBeVisible();
  });

  it('says what was answered and when, and is offered where the server says so', async () => {
    const answerTime = Date.parse('2026-11-04T18:30:00+08:00');
    const refused = { ...waiting, status: 'refused', answer: '积分已经用完', answerTime };
    await openOrders([
      { ...order, refundAsk: refused, mayAskRefund: false },
      { ...order, _id: 'ord_2' },
    ]);
    expect(screen.getByText('退款申请：已拒绝，积分已经用完 · 2026-11-04 18:30')).toBeVisible();
    expect(screen.getAllByRole('button', { name: '申请退款' })).toHaveLength(1);
  });
});

describe('a copy of one’s data', () => {
  const none = () => ({ list: [], total: 0 });
  const time = Date.parse('2026-11-02T10:00:00+08:00');
  const photoAt = (at: number) => ({
    _id: `file_${at}`,
    filePath: `user_upload/usr_1/202611/${at}.jpg`,
    name: at === 1 ? '小满<1>.jpg' : `${at}.jpg`,
    createTime: time + at * 60_000,
  });
  const all = {
    getConsents: () => ({
      list: [
        { _id: 'c', createTime: time, kind: 'face', version: '1', isGiven: true, age: 'over14' },
      ],
      total: 1,
    }),
    getTasks: ({ after }: { after?: string }) =>
      after
        ? { list: [task({ _id: 'task_2', taskNo: 'T2' })], total: 2 }
        : {
            list: [
              task({
                status: 'succeeded',
                inputs: [{ key: 'words', type: 'text', value: '<b>江南</b>', filePath: '' }],
                outputs: [visitorTask.shape.outputs.unwrap().element.parse({ filePath: WORK })],
              }),
            ],
            total: 2,
            next: 'two',
          },
    getOrders: none,
    getPrintOrders: none,
    getFeedbacks: () => ({
      list: [
        {
          _id: 'fb_1',
          createTime: time,
          topic: 'support',
          text: '你的照片已经补寄',
          status: 'open',
          messages: [{ from: 'user', text: '谢谢', time }],
        },
      ],
      total: 1,
    }),
    getMessages: () => ({
      list: [
        {
          _id: 'm',
          createTime: time,
          event: 'taskDone',
          title: '制作完成',
          content: '制作完成',
          sentTime: time,
        },
      ],
      total: 1,
    }),
    getLog: () => ({
      list: [
        {
          _id: 'l',
          createTime: time,
          type: 'status',
          title: '同意处理人脸信息',
          ip: '203.0.113.9',
        },
      ],
      total: 1,
    }),
    getPhotos: () => ({ list: [photoAt(1), photoAt(2)], total: 2 }),
  };
  /** What is saved, by its name; pictures whose path has one of these words cannot be loaded. */
  const begin = async (answers: object = {}, lost: string[] = []) => {
    const saved: { name: string; blob: Blob }[] = [];
    let blob: Blob;
    vi.spyOn(URL, 'createObjectURL').mockImplementation(it => {
      blob = it as Blob;
      return 'blob:1';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob });
    });
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      const isLost = lost.some(word => decodeURIComponent(url).includes(word));
      return Promise.resolve(
        isLost
          ? new Response(null, { status: 404 })
          : new Response('picture', { headers: { 'content-type': 'image/png' } }),
      );
    });
    const opened = await openMe({ ...all, ...answers });
    press(/导出我的数据/);
    const files = async (at: number) =>
      unzipSync(new Uint8Array(await saved[at]!.blob.arrayBuffer()));
    return { ...opened, saved, asked, files };
  };

  it('is a page to read, the data, and the pictures that are still there; others are named', async () => {
    const { saved, files } = await begin({}, ['/2.jpg']);
    await pass(5_000);
    expect(screen.getByText('已下载，1 张没能保存，已在文件里列出')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(['我的数据.zip']);
    const inside = await files(0);
    expect(Object.keys(inside)).toEqual([
      '照片/2026-11-02 10.01.00 1.png',
      '作品/2026-11-20 10.00.00 3.png',
      '我的数据.html',
      '我的数据.json',
    ]);
    const page = new DOMParser().parseFromString(strFromU8(inside['我的数据.html']!), 'text/html');
    const headings = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toEqual([
      '账号',
      '同意记录',
      '作品',
      '积分',
      '订单',
      '冲印',
      '反馈',
      '消息',
      '账号变动',
      '照片和作品的图片',
      '没能保存的图片',
    ]);
    const text = page.body.textContent;
    for (const part of [
      '<b>江南</b>',
      '我已满 14 周岁',
      '你的照片已经补寄',
      '制作完成',
      '203.0.113.9',
    ])
      expect(text).toContain(part);
    // Nothing of what was typed becomes markup, and nothing comes from elsewhere.
    expect(page.querySelectorAll('b, script, link')).toHaveLength(0);
    const sources = [...page.querySelectorAll('img')].map(img => img.getAttribute('src'));
    expect(new Set(sources)).toEqual(
      new Set(['照片/2026-11-02 10.01.00 1.png', '作品/2026-11-20 10.00.00 3.png']),
    );
    const lost = page.querySelector('h2:last-of-type + table');
    expect(lost?.textContent).toContain('2.jpg');
    expect(lost?.textContent).not.toContain('小满');
    const data = JSON.parse(strFromU8(inside['我的数据.json']!)) as Record<string, unknown>;
    expect(Object.keys(data)).toEqual([
      'account',
      'consents',
      'works',
      'credits',
      'orders',
      'prints',
      'feedback',
      'messages',
      'log',
      'photos',
      'pictures',
    ]);
    expect(data['works']).toHaveLength(2);
  });

  it('has another part for each fifty pictures, the page in the last one', async () => {
    const list = Array.from({ length: 60 }, (_, at) => photoAt(at + 1));
    const { saved, files, visitor } = await begin({ getPhotos: () => ({ list, total: 60 }) });
    await pass(5_000);
    expect(screen.getByText('已下载')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(['我的数据-1.zip', '我的数据-2.zip']);
    expect(Object.keys(await files(0))).toHaveLength(50);
    const last = await files(1);
    expect(Object.keys(last)).toHaveLength(13);
    expect(strFromU8(last['我的数据.html']!)).toContain('共 2 个');
    // Addresses are asked for together.
    expect(visitor.signer.calls.length).toBeLessThanOrEqual(2);
  });

  it('says how far it is, and is stopped', async () => {
    const { saved, asked } = await begin();
    let answer = (_: Response) => {};
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return new Promise<Response>(resolve => (answer = resolve));
    });
    await pass(5_000);
    expect(screen.getByText('正在下载图片 0/3')).toBeVisible();
    press('停止导出');
    answer(new Response('picture'));
    await pass(100);
    expect(screen.getByText('已停止')).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(saved).toEqual([]);
    expect(screen.getByRole('button', { name: /导出我的数据/ })).toBeEnabled();
  });
});

describe('another message to the service', () => {
  it('has another key, though nobody knows whether the first arrived', async () => {
    const { calls } = await openMe({ sendFeedback: fail(unreachable) });
    fireEvent.click(inMain().getByRole('button', { name: /投诉与反馈/ }));
    for (const text of ['这张图用了我的照片', '这张图用了我的照片，请删除']) {
      write('请描述问题', text);
      press('提交');
      await pass(20);
    }
    const keys = calls('sendFeedback').map(({ idemKey }) => idemKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('deleting all data', () => {
  const open = async () => {
    press(/删除我的全部数据/);
    await pass(20);
    return screen.getByRole('dialog', { name: '删除我的全部数据' });
  };

  it('shows what goes and what stays, and needs a word typed', async () => {
    const { calls, visitor } = await openMe();
    const dialog = await open();
    for (const text of [
      '上传的照片 3 张',
      /作品 2 个/,
      /^已结束的冲印用到的/,
      /制作或寄送中的冲印 1 笔，用到的 2 张照片和作品.*签收或取消 30 天后清除/,
      /^投诉与反馈的内容/,
      /^同意记录、账号变动/,
      '剩余的 42 积分',
      /订单、退款、冲印和积分明细/,
    ])
      expect(within(dialog).getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: '确认删除' })).toBeDisabled();
    write('请输入「删除」确认', '删掉');
    expect(screen.getByRole('button', { name: '确认删除' })).toBeDisabled();
    expect(calls('deleteMyData')).toEqual([{ preview: true }]);
    write('请输入「删除」确认', '删除');
    press('确认删除');
    await pass(20);
    expect(calls('deleteMyData')).toEqual([{ preview: true }, { preview: false }]);
    expect(visitor.startAnew).toHaveBeenCalledTimes(1);
  });

  it('is refused while something is open', async () => {
    const obstacles = [
      { kind: 'order', id: 'ord_1', number: '2611', orderToCancel: 'ord_1' },
      { kind: 'print', id: 'prt_1', number: 'P2611', orderToCancel: '' },
    ];
    const { calls } = await openMe({
      deleteMyData: () => ({
        photos: 0,
        works: 0,
        prints: 0,
        kept: 0,
        open: obstacles,
        isErased: false,
      }),
      cancelOrder: () => ({}),
    });
    const dialog = await open();
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      /还有 1 笔订单、1 笔冲印订单没有完成，暂时不能删除/,
    );
    expect(screen.queryByRole('button', { name: '确认删除' })).toBeNull();
    const print = within(dialog).getByRole('link', { name: '冲印订单 P2611' });
    expect(print).toHaveAttribute('href', '/print/prt_1');
    press('取消订单');
    expect(calls('cancelOrder')).toEqual([]);
    const asking = within(screen.getByRole('dialog', { name: '取消订单 2611？' }));
    expect(asking.getByRole('button', { name: '返回' })).toBeVisible();
    fireEvent.click(asking.getByRole('button', { name: '取消订单' }));
    await pass(20);
    expect(calls('cancelOrder')).toEqual([{ id: 'ord_1' }]);
    expect(calls('deleteMyData')).toHaveLength(2);
  });

  it('can be repeated after a failure, and does not forget the session before it has succeeded', async () => {
    const { visitor } = await openMe();
    await open();
    const answer = visitor.answers['deleteMyData']!;
    visitor.answers['deleteMyData'] = fail(unreachable);
    write('请输入「删除」确认', '删除');
    press('确认删除');
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    expect(visitor.startAnew).not.toHaveBeenCalled();
    visitor.answers['deleteMyData'] = answer;
    press('确认删除');
    await pass(20);
    expect(visitor.startAnew).toHaveBeenCalledTimes(1);
  });

  it('asks again for what it could not preview', async () => {
    const { visitor } = await openMe({ deleteMyData: fail(unreachable) });
    const dialog = await open();
    expect(within(dialog).getByRole('alert')).toHaveTextContent('网络连接失败');
    visitor.answers['deleteMyData'] = () => ({
      photos: 1,
      works: 0,
      prints: 0,
      kept: 0,
      open: [],
      isErased: false,
    });
    fireEvent.click(within(dialog).getByRole('button', { name: '重试' }));
    await pass(20);
    expect(within(dialog).getByText('上传的照片 1 张')).toBeVisible();
  });
});
