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

  it('is found below its title, with what has a heading of its own', () => {
    const sheet = '七月发货\n\n订单号;冲印单号;物流单号;承运商\n7;P261120123;SF1234567890123;顺丰';
    expect(parseShipping(sheet)).toEqual([row('P261120123', '顺丰', 'SF1234567890123')]);
  });
});

describe('lines of a chat', () => {
  const no = 'P26112012345678901';
  it.each([
    [`1、${no} 顺丰 SF1234567890123`, '顺丰', 'SF1234567890123'],
    [`2、${no}：中通快递：78123456789012`, '中通快递', '78123456789012'],
    [`3. SF1234567890123\u3000${no}（顺丰）`, '顺丰', 'SF1234567890123'],
    [`④${no}，韵达，431234567890123`, '韵达', '431234567890123'],
    [`(5) ${no} 已发中通 78123456789012`, '中通', '78123456789012'],
    [`第6单：YT1234567890123 | 圆通 | ${no}`, '圆通', 'YT1234567890123'],
    [`冲印单号：${no} 快递公司：圆通 快递单号：YT1234567890123`, '圆通', 'YT1234567890123'],
    [`ＳＦ１２３４５６７８９０１２３／${no}／顺丰`, '顺丰', 'SF1234567890123'],
    [`${no}顺丰SF1234567890123`, '顺丰', 'SF1234567890123'],
    [`${no} SF1234 5678 90123`, '', 'SF1234 5678 90123'],
    [`${no} J&T极兔速递 JT1234567890123`, 'J&T极兔速递', 'JT1234567890123'],
    [`${no} 邮政 EMS 1012345678901，请查收`, '邮政 EMS', '1012345678901'],
    [`11月26日 ${no} 张三 13812345678 京东物流 JDVA12345678901`, '京东物流', 'JDVA12345678901'],
  ])('are understood: %s', (line, carrier, expressNo) => {
    expect(parseShipping(line)).toEqual([row(no, carrier, expressNo)]);
  });

  it('are asked about where they say two things, or something that nobody knows', () => {
    expect(parseShipping(`${no} 顺丰或中通 SF1234567890123`)[0]?.expressCompany).toBe('顺丰或中通');
    expect(parseShipping(`${no} 百世快递 A12345678`)[0]?.expressCompany).toBe('百世快递');
    expect(parseShipping(`${no} SF1234567890123 SF1234567890124`)[0]?.expressNo).toBe(
      'SF1234567890123/SF1234567890124',
    );
  });
});
