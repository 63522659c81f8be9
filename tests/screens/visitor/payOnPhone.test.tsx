import { act, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { print } from '../prints/printFixture.ts';
import {
  NOW,
  onDevice,
  openVisitor,
  pass,
  prepareVisitorPages,
  press,
  unreachable,
} from './visitorFixture.tsx';

const CODE = 'weixin://wxpay/bizpayurl?pr=x';
const LINK = 'https://wxaurl.cn/abc';

prepareVisitorPages({ shouldAdvanceTime: true });

/** What is drawn: squares that are white or black. */
let drawn: { width: number; dark: number };
beforeEach(() => {
  const context = {
    fillStyle: '',
    fillRect() {
      if (context.fillStyle === '#000') drawn.dark += 1;
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    drawn = { width: 0, dark: 0 };
    return context as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    drawn.width = this.width;
    return `data:image/png;base64,${drawn.dark}`;
  });
});
const darkOf = (text: string) => encode(text, { ecc: 'M' }).data.flat().filter(Boolean).length;

const open = async (address: string, linkPrintOrder: () => unknown) => {
  const payment = { kind: 'native', codeUrl: CODE };
  const order = {
    _id: 'ord_1',
    orderNo: '1',
    items: [],
    status: 'pending',
    payFen: 990,
    taskId: '',
  };
  const { visitor } = openVisitor(
    address,
    [],
    {},
    {
      getPrintOrder: () => print(),
      payOrder: () => ({ ...order, payment, expireTime: NOW }),
      getOrder: () => order,
      linkPrintOrder,
    },
  );
  await vi.waitFor(() => expect(document.querySelector('main h1')).not.toBeNull(), {
    timeout: 10_000,
  });
  await pass(100);
  return visitor;
};
const link = () => screen.queryByRole('link', { name: '去小程序支付' });
/** The code that is shown has as many dark squares. */
const expectCodeOf = (text: string) =>
  expect(screen.getByRole('img', { name: '微信支付二维码' })).toHaveAttribute(
    'src',
    `data:image/png;base64,${darkOf(text)}`,
  );
const saves = () => {
  const saved: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, this.href]);
  });
  return saved;
};

describe('paying a print on a phone', () => {
  beforeEach(() => onDevice('phone'));

  it('leads into the mini-program, or saves the code of that link, which the album takes', async () => {
    await open('/print/prt_1', () => ({ url: LINK }));
    expect(link()).toHaveAttribute('href', LINK);
    expectCodeOf(LINK);
    expect(drawn.width).toBeGreaterThanOrEqual(800);
    expect(screen.getByText(/从相册选中它/)).toBeVisible();
    expect(screen.getByText(/请勿发给他人/)).toBeVisible();
    const saved = saves();
    press('保存二维码');
    expect(saved).toEqual([['微信支付二维码.png', `data:image/png;base64,${darkOf(LINK)}`]]);
  });

  it('keeps the place of the link while it is asked for, once', async () => {
    let answer = (_: unknown) => {};
    const visitor = await open('/print/prt_1', () => new Promise(resolve => (answer = resolve)));
    expect(document.querySelector('.skeleton.pay-link')).not.toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    await pass(10_000);
    await act(async () => answer({ url: LINK }));
    await pass();
    expect(document.querySelector('.skeleton')).toBeNull();
    expect(link()).not.toBeNull();
    expect(visitor.callsOf('linkPrintOrder')).toEqual([{ id: 'prt_1' }]);
  });

  it.each([
    ['is offered', () => ({ url: '' })],
    [
      'was answered',
      () => {
        throw unreachable;
      },
    ],
  ])('where no link %s has the code of the payment, for another device', async (_which, asked) => {
    await open('/print/prt_1', asked);
    expect(link()).toBeNull();
    expectCodeOf(CODE);
    expect(screen.getByText(/微信不能从相册识别付款码/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    const saved = saves();
    press('保存二维码');
    expect(saved).toEqual([['微信支付二维码.png', `data:image/png;base64,${darkOf(CODE)}`]]);
  });
});

it('a single picture on a phone has its code to save, and no link', async () => {
  onDevice('phone');
  const visitor = await open('/pay/ord_1', () => ({ url: LINK }));
  expectCodeOf(CODE);
  expect(screen.getByRole('button', { name: '保存二维码' })).toBeVisible();
  expect(link()).toBeNull();
  expect(visitor.callsOf('linkPrintOrder')).toEqual([]);
});

it('a print on a desktop is paid by the code on its page, and asks for no link', async () => {
  const visitor = await open('/print/prt_1', () => ({ url: LINK }));
  expect(screen.getByRole('img', { name: '微信支付二维码' }).tagName).toBe('svg');
  expect(screen.getByText('打开微信，扫一扫付款')).toBeVisible();
  expect(screen.queryByRole('button', { name: '保存二维码' })).toBeNull();
  expect(visitor.callsOf('linkPrintOrder')).toEqual([]);
});
