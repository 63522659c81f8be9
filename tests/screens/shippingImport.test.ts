import { describe, expect, it } from 'vitest';
import { parseShipping } from '#src/admin/resources/print-orders/import/parseShipping.ts';

const row = (printNo: string, expressCompany: string, expressNo: string) => ({
  printNo,
  expressCompany,
  expressNo,
});

describe('a pasted sheet of express numbers', () => {
  it('is read by its heading, in any order of columns', () => {
    const sheet = '运单号\t备注\t快递公司\t冲印单号\nSF1234567890123\t急\t顺丰\tP261120123\n';
    expect(parseShipping(sheet)).toEqual([row('P261120123', '顺丰', 'SF1234567890123')]);
  });

  it('is read without a heading, with or without the carrier, in any order', () => {
    const lines = [
      'P261120001, 顺丰, SF1234567890123',
      'P261120002\tYT1234567890123',
      'P261120003 YT1234567890124 圆通速递',
      '',
      '  P261120004，，SF1234567890125  ',
    ];
    expect(parseShipping(lines.join('\r\n'))).toEqual([
      row('P261120001', '顺丰', 'SF1234567890123'),
      row('P261120002', '', 'YT1234567890123'),
      row('P261120003', '圆通速递', 'YT1234567890124'),
      row('P261120004', '', 'SF1234567890125'),
    ]);
  });

  it('keeps quoted cells whole and long numbers as they are', () => {
    const csv =
      '\uFEFF冲印单号,快递公司,快递单号\n"P26112""5",中通快递,="781234567890123"\n"P2611,26",,\'YT1234567890123\n';
    expect(parseShipping(csv)).toEqual([
      row('P26112"5', '中通快递', '781234567890123'),
      row('P2611,26', '', 'YT1234567890123'),
    ]);
  });

  it("leaves invalid rows to the server's check", () => {
    expect(parseShipping('只有一个词\nP261120001')).toEqual([
      row('只有一个词', '', ''),
      row('P261120001', '', ''),
    ]);
    expect(parseShipping(' \n\n')).toEqual([]);
  });
});
