import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, type Answers, failed, put, renderAdmin } from '../renderAdmin.tsx';

const no = 'P26112012345678901';
const at = '/admin/print-orders/import-shipping';

interface Asked {
  printNo: string;
  expressCompany: string;
  expressNo: string;
}

/** A server that knows one print order and no parcel but those of one carrier. */
const answers: Answers = {
  'adminPrintOrder.importShipping': ({ data }) => {
    if (data['dryRun'] !== true) return failed(50_000);
    const results = (data['rows'] as Asked[]).map(({ printNo, expressNo }, row) => {
      const result = { row, printNo, _id: '', expressCompany: '', expressNo };
      const failure = (field: 'printNo' | 'expressNo', message: string) => {
        return { ...result, result: 'failed' as const, field, message };
      };
      if (printNo !== no) return failure('printNo', '找不到这个冲印单号');
      if (!expressNo.startsWith('SF')) return failure('expressNo', '这不像顺丰速运的单号，请核对');
      return { ...result, _id: 'prt_1', result: 'ready' as const, expressCompany: 'sf' };
    });
    const counts = { shipped: 0, unchanged: 0, failed: 0, dryRun: true };
    return answer('adminPrintOrder', 'importShipping', { ...counts, results });
  },
};

it('a doubtful row is corrected where it stands and checked again, and corrections are not lost', async () => {
  const { user, sent, dataOf } = renderAdmin({ at, answers });
  const pasted = await screen.findByLabelText('粘贴内容');
  put(pasted, '甲\n冲印\ufffd\ufffd号');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '第 2 行有读不出的字符：「冲印\ufffd\ufffd号」',
  );
  put(pasted, '1、P1 顺丰 YT1234567890123');
  await user.click(screen.getByRole('button', { name: '下一步：核对' }));

  const printNo = await screen.findByRole('textbox', { name: '冲印单号 1' });
  expect(printNo).toBeInvalid();
  expect(printNo).toHaveAccessibleDescription('找不到这个冲印单号');
  expect(screen.getByRole('button', { name: '发货 0 单' })).toBeDisabled();
  put(printNo, no);
  await user.type(printNo, '{Enter}');

  const expressNo = screen.getByRole('textbox', { name: '快递单号 1' });
  await waitFor(() =>
    expect(expressNo).toHaveAccessibleDescription('这不像顺丰速运的单号，请核对'),
  );
  expect(printNo).toBeValid();
  await user.click(expressNo);
  put(expressNo, 'SF1234567890123');
  await user.tab();
  await screen.findByRole('button', { name: '发货 1 单' });
  expect(sent('importShipping').map(({ data }) => data['dryRun'])).toEqual([true, true, true]);

  await user.click(screen.getByRole('combobox', { name: '快递公司 1' }));
  const choices = await screen.findByRole('listbox');
  await user.click(within(choices).getByRole('option', { name: '圆通速递' }));
  await waitFor(() => expect(sent('importShipping')).toHaveLength(4));
  expect(dataOf('importShipping').at(-1)?.['rows']).toEqual([
    { printNo: no, expressCompany: 'yto', expressNo: 'SF1234567890123' },
  ]);

  await user.click(screen.getByRole('button', { name: '返回修改' }));
  expect(await screen.findByLabelText('粘贴内容')).toHaveValue(`${no}, 顺丰速运, SF1234567890123`);
});
