import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Crop } from '#contract/printItem.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { goTo } from '#src/visitor/location.ts';
import { cropOf, finenessOf } from '#src/visitor/prints/crop.ts';
import { type Print, print, printSize as size } from '../prints/printFixture.ts';
import { pageAfter } from './pageAfter.ts';
import {
  fail,
  openVisitor,
  pass,
  prepareVisitorPages,
  press,
  task,
  unreachable,
} from './visitorFixture.tsx';

/** The pages on a fake of their functions; `answers` may be replaced while a test runs. */
const open = async (address: string, stored: Partial<Print> = {}) => {
  const { visitor } = openVisitor(
    address,
    [],
    {},
    {
      getPrintSizes: () => ({ list: [size] }),
      quote: ({ items }: { items: { qty: number }[] }) => {
        const goodsFen = items.reduce((sum, { qty }) => sum + qty, 0) * 95;
        return { items: [], goodsFen, discountFen: 0, shippingFen: 800, payFen: goodsFen + 800 };
      },
      getPrintOrder: () => print(stored),
      createPrintOrder: () => ({ ...print(), payment: null }),
      getPrintOrders: () => ({ list: [print(stored)], total: 1 }),
      cancelOrder: () => ({}),
      confirmReceipt: () => ({}),
    },
  );
  // The page itself is loaded first.
  await vi.waitFor(() => expect(document.querySelector('main h1, main .notice')).not.toBeNull(), {
    timeout: 10_000,
  });
  await pass(400);
  return visitor;
};

const load = async (width: number, height: number) => {
  const img = await vi.waitFor(() => {
    const found = document.querySelector('.print-paper img');
    if (!found) throw new Error('the photo is not there yet');
    return found;
  });
  Object.defineProperty(img, 'naturalWidth', { value: width, configurable: true });
  Object.defineProperty(img, 'naturalHeight', { value: height, configurable: true });
  fireEvent.load(img);
  await pass(400);
};

const fill = () => {
  const values = {
    收件人: '陈晓雨',
    手机号: '13800138000',
    省: '浙江省',
    市: '杭州市',
    详细地址: '文三路',
  };
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const submit = () => {
  const rules = screen.getByRole<HTMLInputElement>('checkbox', { name: /退款规则/ });
  if (!rules.checked) fireEvent.click(rules);
  fireEvent.click(screen.getByRole('button', { name: '提交订单' }));
};

prepareVisitorPages({ shouldAdvanceTime: true });

describe('ordering prints on the web', () => {
  it('prices while it is filled in, and goes to the order when it is placed, once', async () => {
    const { callsOf } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    expect(screen.getByText('¥8.95')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: '增加一张' }));
    fireEvent.click(screen.getByRole('button', { name: '增加一张' }));
    await pass(400);
    expect(screen.getByText('¥10.85')).toBeInTheDocument();
    // The two clicks asked once.
    expect(callsOf('quote')).toHaveLength(2);
    fill();
    const button = screen.getByRole('button', { name: '提交订单' });
    expect(button).toBeDisabled();
    fireEvent.click(screen.getByRole('checkbox', { name: /退款规则/ }));
    fireEvent.click(button);
    fireEvent.click(button);
    await pass(100);
    expect(callsOf('createPrintOrder')).toHaveLength(1);
    expect(callsOf('createPrintOrder')[0]).toMatchObject({
      expectPayFen: 1_085,
      items: [{ filePath: 'a.jpg', sizeId: 'size_1', paper: 'glossy', qty: 3 }],
      address: { name: '陈晓雨', phone: '13800138000' },
    });
    expect(location.pathname).toBe('/print/prt_1');
  });

  it('shows the price of each size, on the chosen paper where there is it', async () => {
    const { answers } = await open('/prints');
    const [glossy] = size.prices;
    const matte = { ...glossy, paper: 'matte', tiers: [{ minQty: 1, unitFen: 120 }] };
    answers.getPrintSizes = () => ({
      list: [
        { ...size, prices: [glossy, matte] },
        {
          ...size,
          _id: 'size_2',
          name: '10寸',
          prices: [{ ...glossy, tiers: [{ minQty: 1, unitFen: 900 }] }],
        },
      ],
    });
    act(() => goTo('/print/new?photo=a.jpg'));
    await load(2_000, 3_000);
    const sizes = screen.getByRole('combobox', { name: '尺寸' });
    const shown = () =>
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(shown()).toEqual([
      '6寸 · ¥0.95/张 · 102 × 152 毫米',
      '10寸 · ¥9.00/张 · 102 × 152 毫米',
    ]);
    fireEvent.change(screen.getByRole('combobox', { name: '相纸' }), {
      target: { value: 'matte' },
    });
    expect(shown()[0]).toContain('¥1.20/张');
  });

  it('takes no order while what is typed is no quantity', async () => {
    const { callsOf } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    fill();
    const qty = screen.getByRole('textbox', { name: '张数' });
    for (const text of ['1-2', '0x1F', '1e2', '1.5', '0', '', '1000']) {
      fireEvent.change(qty, { target: { value: text } });
      expect(screen.getByRole('alert')).toHaveTextContent('请填写 1 到 999 的整数');
      expect(qty).toHaveValue(text);
      submit();
      await pass(400);
    }
    expect(callsOf('createPrintOrder')).toHaveLength(0);
    fireEvent.change(qty, { target: { value: '１２' } });
    await pass(400);
    submit();
    await pass(400);
    expect(callsOf('createPrintOrder')).toMatchObject([{ items: [{ qty: 12 }] }]);
  });

  it('drops the price of what was wished before', async () => {
    const { answers } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    let late: (quote: unknown) => void = () => {};
    const quick = answers.quote!;
    answers.quote = () => new Promise(resolve => (late = resolve));
    fireEvent.click(screen.getByRole('button', { name: '增加一张' }));
    await pass(400);
    answers.quote = quick;
    fireEvent.click(screen.getByRole('button', { name: '增加一张' }));
    await pass(400);
    await act(async () =>
      late({ items: [], goodsFen: 1, discountFen: 0, shippingFen: 0, payFen: 1 }),
    );
    expect(screen.getByText('¥10.85')).toBeInTheDocument();
  });

  it('asks before it prints what is too small, and shows the frame of the paper', async () => {
    const { callsOf } = await open('/print/new?photo=a.jpg');
    await load(600, 900);
    expect(screen.getByText(/清晰度不足（约 149 dpi）/)).toBeInTheDocument();
    fill();
    submit();
    expect(screen.getByRole('alert')).toHaveTextContent('请先确认清晰度不足的照片');
    expect(callsOf('createPrintOrder')).toHaveLength(0);
    fireEvent.click(screen.getByLabelText('我知道可能模糊，仍然冲印'));
    submit();
    await pass(100);
    expect(callsOf('createPrintOrder')).toHaveLength(1);
  });

  it('prints the part that is chosen by hand, and says that the mark of the preview is not in it', async () => {
    const { callsOf } = await open('/print/new?photo=results/u/1.png');
    await load(2_000, 3_000);
    expect(screen.getByText(/「AI生成」标识不会印到照片上/)).toBeVisible();
    const crop = () => within(screen.getByRole('dialog', { name: '裁剪照片' }));
    press('调整裁剪：照片 1');
    for (const key of ['+', '+', 'ArrowRight', 'ArrowDown'])
      fireEvent.keyDown(crop().getByRole('application'), { key });
    fireEvent.click(crop().getByRole('button', { name: '使用' }));
    // Opened again it begins where it was left.
    press('调整裁剪：照片 1');
    fireEvent.keyDown(crop().getByRole('application'), { key: 'ArrowRight' });
    fireEvent.click(crop().getByRole('button', { name: '使用' }));
    fill();
    submit();
    await pass(100);
    const [{ items }] = callsOf('createPrintOrder') as [{ items: { crop: Crop }[] }];
    const { x, y, w, h } = items[0]!.crop;
    expect([w, h].map(side => side.toFixed(3))).toEqual(['0.826', '0.821']);
    // From the middle, two steps to the right and one down.
    expect(x).toBeCloseTo((1 - w) / 2 + 2 * 0.03 * w, 3);
    expect(y).toBeCloseTo((1 - h) / 2 + 0.03 * h, 3);
  });

  it('splits a pasted address into its fields, and keeps what was typed where it has nothing', async () => {
    await open('/print/new?photo=a.jpg');
    const field = (name: string) => screen.getByLabelText(name);
    const values = () =>
      ['收件人', '手机号', '省', '市', '区县', '详细地址'].map(
        name => (field(name) as HTMLInputElement).value,
      );
    fireEvent.change(field('收件人'), { target: { value: '陈晓雨' } });
    fireEvent.paste(field('粘贴收货信息'), {
      clipboardData: { getData: () => '13800138000 浙江省杭州市西湖区文三路 1 号' },
    });
    expect(values()).toEqual(['陈晓雨', '13800138000', '浙江省', '杭州市', '西湖区', '文三路1号']);
    expect(screen.getByText('已填入下方，请核对')).toBeInTheDocument();
    const paste = (text: string) => {
      fireEvent.change(field('粘贴收货信息'), { target: { value: text } });
      press('识别并填入');
    };
    paste('东莞市 13900139000');
    expect(values()).toEqual(['陈晓雨', '13900139000', '广东省', '东莞市', '', '文三路1号']);
    paste('什么时候发货');
    expect(screen.getByText('没有识别出收货信息，请在下方填写')).toBeInTheDocument();
  });

  it('offers the cities of the province and the districts of the city', async () => {
    await open('/print/new?photo=a.jpg');
    const choose = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    choose('省', '浙江省');
    choose('市', '杭州市');
    choose('区县', '西湖区');
    choose('市', '宁波市');
    expect(screen.getByLabelText('区县')).toHaveValue('');
    expect(screen.getByRole('option', { name: '海曙区' })).toBeInTheDocument();
    choose('省', '北京市');
    expect(screen.getByLabelText('市')).toHaveValue('北京市');
    // The list has nothing below.
    choose('省', '香港特别行政区');
    expect(screen.getByRole('textbox', { name: '市' })).toHaveValue('');
  });

  it('shows the sentences of the server beside their fields', async () => {
    const { answers } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    answers.createPrintOrder = fail(
      new ActionFailure({
        code: 40001,
        message: '提交的内容有误',
        data: {
          fields: {
            'address.phone': '应为手机号或座机号，如 13800138000',
            'items.0.filePath': '照片不存在',
          },
        },
      }),
    );
    fill();
    submit();
    await pass(100);
    expect(screen.getByLabelText(/手机号/)).toHaveAccessibleDescription(
      '应为手机号或座机号，如 13800138000',
    );
    expect(screen.getByText('照片不存在')).toBeInTheDocument();
  });

  it('shows a new price, and orders at it with the next press', async () => {
    const { answers, callsOf } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    const place = answers.createPrintOrder!;
    answers.createPrintOrder = fail(
      new ActionFailure({ code: 40902, message: '价格已更新', data: { payFen: 1_200 } }),
    );
    const sums = { items: [], goodsFen: 400, discountFen: 0, shippingFen: 800, payFen: 1_200 };
    answers.quote = () => sums;
    fill();
    submit();
    await pass(100);
    await pass(400);
    expect(screen.getByRole('alert')).toHaveTextContent('价格已更新为 ¥12.00，请确认后再次提交');
    answers.createPrintOrder = place;
    submit();
    await pass(100);
    expect(callsOf('createPrintOrder').at(-1)).toMatchObject({ expectPayFen: 1_200 });
    expect(location.pathname).toBe('/print/prt_1');
  });

  it('repeats the same order after an answer that was lost', async () => {
    const { answers, callsOf } = await open('/print/new?photo=a.jpg');
    await load(2_000, 3_000);
    const place = answers.createPrintOrder!;
    answers.createPrintOrder = fail(new PlatformFailure('TIMEOUT', 'lost'));
    fill();
    submit();
    await pass(100);
    expect(screen.getByRole('alert')).not.toBeEmptyDOMElement();
    answers.createPrintOrder = place;
    submit();
    await pass(100);
    const keys = callsOf('createPrintOrder').map(({ idemKey }) => idemKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is begun, and added to, with pictures among the works, which stay in the address', async () => {
    const { answers, callsOf } = await open('/print/new');
    expect(screen.getByText('还没有选择照片')).toBeInTheDocument();
    const work = (_id: string, paths: string[], more: Partial<VisitorTask> = {}) =>
      task({
        _id,
        templateName: '古风',
        status: 'succeeded',
        outputs: paths.map(filePath => ({
          filePath,
          fileType: filePath.endsWith('mp4') ? 'mp4' : 'jpg',
          width: 3,
          height: 4,
          nodeId: '',
        })),
        ...more,
      });
    answers.getTasks = (data: { after?: string; pageSize: number }) =>
      pageAfter(
        [
          work('1', ['b.jpg', 'c.jpg']),
          work('2', ['d.mp4']),
          work('3', ['e.jpg'], { erasedTime: 1 }),
        ],
        data,
      );
    press('选择作品');
    await pass(400);
    const choices = () =>
      within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox');
    expect(choices()).toHaveLength(2);
    fireEvent.click(choices()[0]!);
    // An order has at least one.
    expect(choices()[0]).toBeDisabled();
    press('完成（已选 1 张）');
    await load(2_000, 3_000);
    press('增加一张');
    press('添加照片');
    await pass(400);
    fireEvent.click(screen.getByRole('checkbox', { name: '古风，第 2 张' }));
    press('完成（已选 2 张）');
    await pass(400);
    expect(location.search).toBe('?photo=b.jpg&photo=c.jpg');
    expect(screen.getAllByRole('listitem', { name: /^照片/ })).toHaveLength(2);
    // What was chosen for the first one stays.
    expect(callsOf('quote').at(-1)).toMatchObject({ items: [{ qty: 2 }, { qty: 1 }] });
    fireEvent.click(screen.getAllByRole('button', { name: '移除这张照片' })[0]!);
    await pass(400);
    expect(location.search).toBe('?photo=c.jpg');
  });
});

describe('a print order on the web', () => {
  it('is paid on its page by a code, which is asked for again where the gateway did not answer', async () => {
    // The visitor's clock is far ahead.
    const expireTime = Date.UTC(2020, 0, 2, 1);
    const { answers, callsOf } = await open('/print/prt_1', { expireTime });
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    answers.payOrder = () => ({
      payment: { kind: 'native', codeUrl: 'weixin://wxpay/bizpayurl?pr=x' },
      expireTime,
    });
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await pass(10);
    expect(screen.getByRole('img', { name: '微信支付二维码' })).toBeInTheDocument();
    expect(screen.getByText('请在 2020-01-02 09:00 前完成支付')).toBeInTheDocument();
    const asked = callsOf('payOrder').length;
    await pass(61 * 60_000);
    expect(callsOf('payOrder')).toHaveLength(asked + 1);
  });

  it('notices by itself that it was paid', async () => {
    const { answers } = await open('/print/prt_1');
    answers.getPrintOrder = () => print({ status: 'paid' });
    await pass(11_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
  });

  it('shows who placed it that another user pays it, without the address', async () => {
    const other = { isOwn: false, isClaimed: true };
    await open('/print/prt_1', other);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已转到小程序');
    expect(screen.queryByText('收件地址')).toBeNull();
    expect(screen.queryByRole('button', { name: '取消订单' })).toBeNull();
  });

  it('is cancelled after a question', async () => {
    const { callsOf } = await open('/print/prt_1');
    fireEvent.click(screen.getByRole('button', { name: '取消订单' }));
    expect(callsOf('cancelOrder')).toHaveLength(0);
    const ask = within(screen.getByRole('dialog', { name: /^确定取消冲印订单 \S+？$/ }));
    fireEvent.click(ask.getByRole('button', { name: '取消订单' }));
    await pass(10);
    expect(callsOf('cancelOrder')[0]).toEqual({ id: 'ord_1' });
  });

  it('says why it was closed, and offers to order again', async () => {
    const closeReason = '超过 3 天未支付，已自动关闭';
    await open('/print/prt_1', { status: 'cancelled', closeReason });
    expect(screen.getByText(closeReason)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '再冲印一次' })).toBeInTheDocument();
  });

  it('is received with its express number in sight', async () => {
    const shipped = { expressCompany: 'sf', expressNo: 'SF1234567890123' };
    const { callsOf } = await open('/print/prt_1', { status: 'shipped', ...shipped });
    expect(screen.getByText('SF1234567890123')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: '确认收货' }));
    await pass(10);
    expect(callsOf('confirmReceipt')[0]).toEqual({ id: 'prt_1' });
  });

  it('cannot be cancelled any more, and shows how it stands now', async () => {
    const visitor = await open('/print/prt_1');
    visitor.answers.cancelOrder = fail(
      new ActionFailure({ code: 40902, message: '订单已支付，不能取消' }),
    );
    visitor.answers.getPrintOrder = () => print({ status: 'paid' });
    fireEvent.click(screen.getByRole('button', { name: '取消订单' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '取消订单' }));
    await pass(10);
    expect(dialog.getByRole('alert')).toHaveTextContent('订单已支付，不能取消');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('已支付');
  });

  it('is answered like one that does not exist where it is another visitor’s', async () => {
    const visitor = await open('/print/prt_1', { status: 'shipped' });
    visitor.answers.getPrintOrder = fail(
      new ActionFailure({ code: 40400, message: '记录不存在或已被删除' }),
    );
    fireEvent.click(screen.getByRole('button', { name: '确认收货' }));
    await pass(10);
    expect(screen.getByRole('heading', { level: 1, name: '订单不存在' })).toBeVisible();
    expect(screen.getByRole('link', { name: '查看我的冲印' })).toHaveAttribute('href', '/prints');
  });
});

describe('the print orders of a visitor', () => {
  it('are listed, page by page, under the title of the site', async () => {
    const all = Array.from({ length: 21 }, (_, at) => print({ _id: `prt_${at}` }));
    const visitor = await open('/prints');
    visitor.answers.getPrintOrders = (data: { after?: string; pageSize: number }) =>
      pageAfter(all, data);
    act(() => void dispatchEvent(new Event('online')));
    await pass(10);
    expect(document.title).toBe('我的冲印 - AI图像处理');
    expect(screen.getAllByRole('link', { name: /待支付/ })).toHaveLength(20);
    visitor.failing.getPrintOrders = unreachable;
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await pass(10);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    delete visitor.failing.getPrintOrders;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await pass(10);
    expect(screen.getAllByRole('link', { name: /待支付/ })).toHaveLength(21);
    expect(screen.getByText('已经到底了 · 共 21 单')).toBeVisible();
  });

  it('say that there are none', async () => {
    const visitor = await open('/prints');
    visitor.answers.getPrintOrders = () => ({ list: [], total: 0 });
    act(() => void dispatchEvent(new Event('online')));
    await pass(10);
    expect(screen.getByRole('heading', { name: '还没有冲印订单' })).toBeVisible();
  });

  it('lead to each', async () => {
    await open('/prints');
    const row = screen.getByRole('link', { name: /待支付/ });
    expect(row).toHaveAttribute('href', '/print/prt_1');
    expect(row).toHaveTextContent('2 张照片 · ¥9.90');
  });
});

it('crops to the ratio of the paper inside the photo, whichever way it lies', () => {
  for (const photo of [
    { width: 4_000, height: 3_000 },
    { width: 3_000, height: 4_000 },
    { width: 1_000, height: 1_000 },
  ])
    for (const framing of [
      { zoom: 1, across: 0.5, down: 0.5 },
      { zoom: 3, across: 1, down: 0 },
    ]) {
      const crop = cropOf(size, photo, framing);
      expect(crop.x + crop.w).toBeLessThanOrEqual(1.000_001);
      expect(crop.y + crop.h).toBeLessThanOrEqual(1.000_001);
      const sides = [crop.w * photo.width, crop.h * photo.height].sort((a, b) => a - b);
      expect(sides[0]! / sides[1]!).toBeCloseTo(102 / 152, 5);
    }
  // As the server judges the same photo.
  const whole = { x: 0, y: 0, w: 1, h: 1, rotate: 0 as const };
  expect(finenessOf(size, { width: 600, height: 900 }, whole)).toEqual({ dpi: 149, lowRes: true });
});
