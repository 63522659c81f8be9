import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BillError,
  readTable,
  type TableRow,
} from '#cloudfunctions/_shared/reconciliation/table.ts';
import {
  type BillRow,
  noTotals,
  readTradeRow,
} from '#cloudfunctions/_shared/reconciliation/tradeBill.ts';
import { fenOf } from '#cloudfunctions/_shared/reconciliation/tradeBill.ts';

const TITLES =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const SUM_TITLES =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const line = (values: (string | number)[]) => values.map(value => `\`${value}`).join(',');
const payment = (no: string, yuan: string, name = '积分包') =>
  line([
    '2026-11-20 14:05:09',
    'wx1',
    '1900',
    '0',
    '',
    `4200${no}`,
    no,
    'oOpenidOfSomebody',
    'JSAPI',
    'SUCCESS',
    'CMB_DEBIT',
    'CNY',
    yuan,
    '0.00',
    '0',
    '0',
    '0.00',
    '0.00',
    '',
    '',
    name,
    '',
    '0.12',
    '0.60%',
    yuan,
    '0.00',
    '',
  ]);
const refund = (no: string, of: string, yuan: string, state = 'SUCCESS') =>
  line([
    '2026-11-20 15:00:00',
    'wx1',
    '1900',
    '0',
    '',
    `4200${of}`,
    of,
    'oOpenidOfSomebody',
    'JSAPI',
    'REFUND',
    'CMB_DEBIT',
    'CNY',
    '0.00',
    '0.00',
    `5030${no}`,
    no,
    yuan,
    '0.00',
    'ORIGINAL',
    state,
    '积分包',
    '',
    '-0.03',
    '0.60%',
    '0.00',
    yuan,
    '',
  ]);
const sums = line(['3.0', '29.99', '5.00', '0.00', '0.21', '29.99', '5.00']);
const bill = (rows: string[], end = '\r\n') => [TITLES, ...rows, SUM_TITLES, sums, ''].join(end);
const sha1 = (text: string | Buffer) => createHash('sha1').update(text).digest('hex');

/** In pieces, as the network brings them: also through the middle of a character. */
const inPieces = (content: Buffer, size = 7) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_unused, at) =>
      content.subarray(at * size, (at + 1) * size),
    ),
  );

const read = async (text: string, body = inPieces(gzipSync(text)), hash = sha1(text)) => {
  const totals = noTotals();
  const rows: (BillRow | null)[] = [];
  const summary = await readTable(body, {
    sha1: hash,
    summaryTitle: '总交易单数',
    freeColumn: '商品名称',
    onRow: (row: TableRow) => void rows.push(readTradeRow(row, totals)),
  });
  return { rows: rows.filter(row => row !== null), totals, summary };
};
const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => 'taken',
    (error: unknown) => (error instanceof BillError ? error.sentence : error),
  );

describe('yuan as text', () => {
  it('become fen digit by digit', () => {
    const sums = ['19.99', '0.1', '-0.03', '1234567.80', '8', '0', '-0.00', '20.0'];
    expect(sums.map(fenOf)).toEqual([1_999, 10, -3, 123_456_780, 800, 0, 0, 2_000]);
    for (const wrong of ['', '1,000.00', '1.234', '¥1', '1e3', '.5', '1.', 'NaN', '--1', '１'])
      expect(fenOf(wrong), wrong).toBeNull();
  });

  it('any sum of fen is read back as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fen => {
        const text = `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
        expect(fenOf(text)).toBe(fen);
      }),
    );
  });
});

describe('a bill', () => {
  const three = [payment('A1', '19.99'), payment('A2', '10.00'), refund('R1', 'A1', '5.00')];

  it('is read line by line: numbers, sums and times, without personal data', async () => {
    const { rows, totals, summary } = await read(bill(three));
    const time = Date.parse('2026-11-20T14:05:09+08:00');
    expect(rows).toEqual([
      { of: 'payment', number: 'A1', orderNo: 'A1', gatewayNo: '4200A1', amountFen: 1_999, time },
      { of: 'payment', number: 'A2', orderNo: 'A2', gatewayNo: '4200A2', amountFen: 1_000, time },
      {
        of: 'refund',
        number: 'R1',
        orderNo: 'A1',
        gatewayNo: '5030R1',
        amountFen: 500,
        time: Date.parse('2026-11-20T15:00:00+08:00'),
      },
    ]);
    expect(totals).toMatchObject({ rows: 3, paidFen: 2_999, refundedFen: 500, feeFen: 21 });
    expect(summary.get('订单总金额')).toBe('29.99');
    expect(JSON.stringify(rows)).not.toMatch(/oOpenid|CMB/);
  });

  it('may come unpacked, with other line ends, or with a mark at its beginning', async () => {
    for (const text of [bill(three), bill(three, '\n'), `\ufeff${bill(three)}`]) {
      const plain = await read(text, inPieces(Buffer.from(text)));
      expect(plain.rows).toHaveLength(3);
      expect((await read(text)).rows).toEqual(plain.rows);
    }
  });

  it('is read by the names of its columns, in any position', async () => {
    const columns = TITLES.split(',');
    const order = columns.map((_name, at) => columns.length - 1 - at);
    const turned = (text: string, separator: string) => {
      const values = text.replace(/^`/, '').split(separator);
      return order.map(at => values[at] ?? '');
    };
    const text = [
      turned(TITLES, ',').join(','),
      ...three.map(row => line(turned(row, ',`'))),
      SUM_TITLES,
      sums,
    ].join('\r\n');
    expect((await read(text)).rows).toEqual((await read(bill(three))).rows);
  });

  it('of an early merchant has the old titles', async () => {
    const text = bill(three)
      .replace('应结订单金额', '总金额')
      .replace('代金券金额', '企业红包金额')
      .replace(',订单金额,', ',其他,');
    expect((await read(text)).rows).toHaveLength(3);
  });

  it('a product may have commas and backticks in its name', async () => {
    const rows = [payment('A1', '19.99', '三张,`特惠`,`一组'), three[1]!, three[2]!];
    expect((await read(bill(rows))).rows).toEqual((await read(bill(three))).rows);
  });

  it('contains failed refunds, which count for nothing', async () => {
    const { rows, totals } = await read(
      bill([payment('A1', '1.00'), refund('R1', 'A1', '1.00', 'FAIL')]),
    );
    expect(rows.map(({ of }) => of)).toEqual(['payment']);
    expect(totals).toMatchObject({ rows: 2, refundCount: 0, refundedFen: 0 });
  });

  it('is refused when its hash, which is of the unpacked bill, is another', async () => {
    const text = bill(three);
    const packed = gzipSync(text);
    expect(await refusal(read(text, inPieces(packed), sha1(packed)))).toBe('账单校验值不符');
    expect(await refusal(read(text, inPieces(packed), sha1(`${text} `)))).toBe('账单校验值不符');
    expect(await refusal(read(text, inPieces(packed), sha1(text).toUpperCase()))).toBe('taken');
  });

  it('is refused when it was cut off at any place', async () => {
    const text = bill(three);
    const packed = gzipSync(text);
    for (let at = 1; at < packed.length; at += 13) {
      const reading = read(text, inPieces(packed.subarray(0, at)));
      expect(await refusal(reading), String(at)).toMatch(/^账单/);
    }
    const plain = Buffer.from(text);
    for (let at = 3; at < plain.length - 2; at += 41)
      expect(await refusal(read(text, inPieces(plain.subarray(0, at)))), String(at)).toMatch(
        /^账单/,
      );
  });

  it('is refused when it is something else', async () => {
    const [titles, first] = [TITLES, three[0]!];
    const wrong = [
      '<html>502 Bad Gateway</html>',
      '',
      `${titles}\r\n${first}`,
      `${first}\r\n${titles}`,
      bill([first.replace('19.99', '1 9')]),
      bill([first.replace('14:05:09', '25:00:00')]),
      bill([first.replace('SUCCESS', 'STRANGE')]),
      bill([`${first},\`more`]).replace('商品名称', '名称'),
      `${bill(three)}\r\n${sums}`,
      'x'.repeat(200_000),
    ];
    for (const text of wrong) expect(await refusal(read(text)), text.slice(0, 40)).toMatch(/^账单/);
  });
});
