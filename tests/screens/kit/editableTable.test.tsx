import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type Package, packageEntity } from '#contract/package.ts';
import { answer, type Answering, click, failed, put, renderAdmin } from '../renderAdmin.tsx';

const aPackage = (at: number): Package =>
  packageEntity.record.parse({
    _id: `pkg_${at}`,
    rev: 4,
    createTime: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
    name: `套餐${at}`,
    type: 'credits',
    credits: 600,
    priceFen: 4_000,
    status: 'enabled',
  });

/** Three packages in table editing; what is saved is stored, as far as `refuse` lets it. */
const edit = async (refuse: Answering = () => undefined) => {
  const stored = new Map([1, 2, 3].map(at => [`pkg_${at}`, aPackage(at)]));
  const admin = renderAdmin({
    at: '/admin/packages',
    answers: {
      'adminPackage.getPackages': () =>
        answer('adminPackage', 'getPackages', { list: [...stored.values()], total: 3, counts: {} }),
      'adminPackage.updatePackage': call => {
        const { _id, rev, ...fields } = call.data as unknown as Package;
        const refused = refuse(call);
        if (refused) return refused;
        const after = { ...stored.get(_id)!, ...fields, rev: rev + 1 };
        stored.set(_id, after);
        return answer('adminPackage', 'updatePackage', after);
      },
    },
  });
  await click(await screen.findByRole('button', { name: '表格编辑' }));
  await screen.findByLabelText('修改「套餐1」的售价');
  return admin;
};

const cell = (at: number, field = '售价') => screen.getByLabelText(`修改「套餐${at}」的${field}`);
const prices = () => [1, 2, 3].map(at => (cell(at) as HTMLInputElement).value);
const paste = (input: HTMLElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } });
const saveButton = (count: number) =>
  screen.getByRole('button', { name: `保存（${count} 处修改）` });
const question = (count: number) => screen.getByRole('dialog', { name: `保存 ${count} 处修改？` });
const confirmAll = () => fireEvent.click(screen.getByRole('button', { name: '确认保存' }));

it('moves like a spreadsheet, and a cell that is left with Esc is as it was when it was entered', async () => {
  const { user } = await edit();
  await user.click(cell(1));
  await user.keyboard('52{Enter}');
  expect(cell(2)).toHaveFocus();
  await user.keyboard('60{Escape}');
  expect(prices()).toEqual(['52.00', '40.00', '40.00']);
  await user.keyboard('{ArrowDown}');
  expect(cell(3)).toHaveFocus();
  await user.tab();
  expect(cell(3, '划线原价')).toHaveFocus();
  await user.tab({ shift: true });
  await user.keyboard('{ArrowUp}{Shift>}{Enter}{/Shift}');
  expect(cell(1)).toHaveFocus();
  expect(saveButton(1)).toBeEnabled();
  put(cell(1), '40');
  expect(saveButton(0)).toBeDisabled();
});

it('a pasted block fills cells to the right and down, and says what of it has no place', async () => {
  await edit();
  paste(cell(2), '1,234.50\t¥1500\n\n12元\t13\n9\t\n');
  expect(prices()).toEqual(['40.00', '1234.50', '']);
  expect(cell(2, '划线原价')).toHaveValue('1500.00');
  expect(screen.getByText(/^已填入 .*格/)).toHaveTextContent('已填入 3 格；多出 2 行没有填入');
  // Commas inside amounts separate nothing.
  paste(cell(1), '1,234.50\n12元\n大约 20');
  expect(prices()).toEqual(['1234.50', '12.00', '大约 20']);
  expect(screen.getByText(/^已填入 3 格/)).toHaveTextContent('其中 1 格需要改正');
  paste(cell(1, '排序'), '7,8\n9,10');
  expect(cell(2, '排序')).toHaveValue('9');
  expect(screen.getByText(/^已填入 2 格/)).toHaveTextContent('2 格没有对应的位置，没有填入');
});

it('finds rows by their names where the first pasted column has them', async () => {
  await edit();
  paste(cell(1), '套餐3\t30\t35\n套餐 1\t10\t15');
  expect(prices()).toEqual(['10.00', '40.00', '30.00']);
  expect(cell(3, '划线原价')).toHaveValue('35.00');
  paste(cell(1), '套餐2,22\n套餐9,99');
  expect(prices()).toEqual(['10.00', '22.00', '30.00']);
  expect(screen.getByText(/没有对上名称：套餐9/)).toBeVisible();
});

it('does not save while a cell is not understood', async () => {
  const { sent } = await edit();
  put(cell(1), '45');
  put(cell(2), '面议');
  put(cell(3), '');
  expect(screen.getByText('2 处需要改正')).toBeVisible();
  fireEvent.click(saveButton(3));
  expect(cell(2)).toHaveFocus();
  expect(cell(2)).toBeInvalid();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent('updatePackage')).toEqual([]);
});

it('shows old and new before saving, saves once, and keeps the rows that others have changed or that are refused', async () => {
  const newer = { ...aPackage(2), rev: 9, priceFen: 4_400 };
  const { dataOf } = await edit(({ data }) => {
    if (data['_id'] === 'pkg_2' && data['rev'] === 4)
      return failed(codes.conflict, undefined, { current: newer });
    return data['_id'] === 'pkg_3'
      ? failed(codes.invalidInput, undefined, { fields: { originPriceFen: '不能低于售价' } })
      : undefined;
  });
  put(cell(3), '41');
  put(cell(2), '99');
  put(cell(1, '积分'), '700');
  put(cell(1), '50');
  fireEvent.click(saveButton(4));
  const rows = within(question(4)).getAllByRole('row').slice(1);
  expect(rows.map(row => row.textContent)).toEqual([
    '套餐1售价 ¥40.00¥50.00+25.0%',
    '套餐1积分 600700',
    '套餐2售价 ¥40.00¥99.00+147.5%',
    '套餐3售价 ¥40.00¥41.00+2.5%',
  ]);
  confirmAll();
  confirmAll();
  expect(await screen.findByText(/已保存 1 行，2 行没有保存/)).toBeVisible();
  expect(dataOf('updatePackage')).toEqual([
    { _id: 'pkg_1', rev: 4, priceFen: 5_000, credits: 700 },
    { _id: 'pkg_2', rev: 4, priceFen: 9_900 },
    { _id: 'pkg_3', rev: 4, priceFen: 4_100 },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(prices()).toEqual(['50', '99', '41']);
  expect(screen.getByText('现为 ¥44.00')).toBeVisible();
  expect(screen.getByText('划线原价：不能低于售价')).toBeVisible();

  put(cell(3), '40');
  fireEvent.click(saveButton(1));
  expect(within(question(1)).getByText('+125.0%')).toBeVisible();
  confirmAll();
  expect(await screen.findByText('已保存 1 行')).toBeVisible();
  expect(dataOf('updatePackage').at(-1)).toEqual({ _id: 'pkg_2', rev: 9, priceFen: 9_900 });
});

it('asks before unsaved cells are left', async () => {
  const { user } = await edit();
  put(cell(1), '45');
  await user.click(screen.getByRole('link', { name: '用户管理' }));
  const asked = await screen.findByRole('dialog', { name: '离开这个页面？' });
  await user.click(within(asked).getByRole('button', { name: '留在本页' }));
  expect(location.pathname).toBe('/admin/packages');
  await waitFor(() => expect(asked).not.toBeInTheDocument());
  expect(cell(1)).toHaveValue('45');
});

it('is offered neither without the right to change the records nor on a phone', async () => {
  const answers = {
    'adminPackage.getPackages': { list: [aPackage(1)], total: 1, counts: {} },
  };
  const reader = renderAdmin({ at: '/admin/packages', answers, rights: ['packages.read'] });
  await screen.findByText('套餐1');
  expect(screen.queryByRole('button', { name: '表格编辑' })).not.toBeInTheDocument();
  reader.unmount();
  renderAdmin({ at: '/admin/packages', answers, width: 390 });
  await screen.findByText('套餐1');
  expect(screen.queryByRole('button', { name: '表格编辑' })).not.toBeInTheDocument();
});
