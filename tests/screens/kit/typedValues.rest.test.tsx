import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { entities } from '#contract/entities.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { packageEntity } from '#contract/package.ts';
import { userEntity } from '#contract/user.ts';
import { anOrder, holding } from '../orders/orderFixture.ts';
import { type Answers, ok, renderAdmin } from '../renderAdmin.tsx';

/*
 * Of the forms that hold what is typed in their own way: where it is no value, an error stands beside the field, and nothing
 * is sent. `typedField.test.tsx` does the same with the inputs of which all others are made, `typedKinds.test.ts` reads
 * much more.
 */

/** By round: into fields of numbers and of dates. */
const rounds = [
  ['1-2', '2026-02-30'],
  ['9007199254740993', '99999-01-01'],
] as const;

const stored = { _id: 'one', rev: 4, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };
const offer = packageEntity.record.parse({
  ...stored,
  ...packageEntity.defaults,
  name: '月卡',
  type: 'membership',
  days: 30,
  priceFen: 100,
  status: 'enabled',
});
const user = userEntity.record.parse({
  ...stored,
  openid: 'o1',
  nickName: '小满',
  status: 'normal',
  credits: { paid: 5_000, gift: 5_000 },
});
const line = { kind: 'item', name: '6 寸', filePath: '', qty: 40, paidFen: 8_000 } as const;
const order = anOrder({
  payFen: 8_000,
  lines: [{ ...line, refundedQty: 0, refundedFen: 0, refundingQty: 0, reprintedQty: 0 }],
});

/** Lists of nothing, and otherwise what is given. */
const answering = (given: Answers): Answers =>
  new Proxy<Answers>(given, {
    get: (answers, key: string) => {
      if (answers[key]) return answers[key];
      return /\.get\w*(s|List|History|ByIds|Logs|Words)$/.test(key) && !key.startsWith('adminAuth')
        ? () => ok({ list: [], total: 0, counts: {} })
        : undefined;
    },
  });

const press = async (name: string) =>
  fireEvent.click((await screen.findAllByRole('button', { name }))[0]!);
const dialog = async () => (await screen.findAllByRole('dialog')).at(-1)!;
const choose = async (label: RegExp, option: RegExp) => {
  fireEvent.mouseDown(within(await dialog()).getByLabelText(label));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};
const giveReason = async () =>
  fireEvent.change(within(await dialog()).getAllByLabelText(/原因/)[0]!, {
    target: { value: '核对后调整' },
  });
const formOf = (selector: string) => async () => {
  await waitFor(() => expect(document.querySelector(selector)).not.toBeNull());
  return document.querySelector<HTMLElement>(selector)!.closest('form')!;
};

interface Place {
  at: string;
  answers: Answers;
  /** Opens the form, and answers what contains it. */
  open: () => Promise<HTMLElement>;
  /** What carries the values, in what it sends; nothing for a filter, which changes the address. */
  action?: string;
  /** How many fields there are at least. */
  fields: number;
}

const places: Record<string, Place> = {
  credits: {
    at: '/admin/users/one',
    answers: { 'adminUser.getUserById': () => ok(user) },
    open: async () => {
      await press('调整积分');
      await giveReason();
      return dialog();
    },
    action: 'adjustCredits',
    fields: 1,
  },
  'the end of a package': {
    at: '/admin/users/one',
    answers: {
      'adminUser.getUserById': () => ok(user),
      'adminPackage.getPackages': () => ok({ list: [offer], total: 1 }),
    },
    open: async () => {
      await press('变更套餐');
      await giveReason();
      await choose(/套餐/, /月卡/);
      await choose(/到期时间/, /指定日期/);
      return dialog();
    },
    action: 'updateUserPackage',
    fields: 1,
  },
  'a refund of lines': {
    at: '/admin/orders/ord_1',
    answers: holding(order),
    open: async () => {
      await press('退款');
      const shown = await dialog();
      fireEvent.click(await within(shown).findByRole('radio', { name: '按明细' }));
      fireEvent.click(await within(shown).findByRole('checkbox', { name: /6 寸/ }));
      return shown;
    },
    action: 'processRefund',
    fields: 2,
  },
  'a filter of time': {
    at: '/admin/orders',
    answers: {},
    open: async () => {
      fireEvent.mouseDown((await screen.findAllByLabelText('下单时间'))[0]!);
      fireEvent.click(await screen.findByRole('option', { name: '自定义…' }));
      return formOf('.MuiPopover-root form')();
    },
    fields: 2,
  },
  'a filter of money': {
    at: '/admin/orders',
    answers: {},
    open: async () => {
      await press('筛选');
      await press('金额');
      return formOf('.MuiPopover-root form')();
    },
    fields: 2,
  },
};

type Field = HTMLInputElement;
const isDate = ({ type }: Field) => type === 'date' || type === 'datetime-local';
const fieldsIn = (form: HTMLElement) =>
  [
    ...form.querySelectorAll<Field>(
      'input[inputmode=decimal], input[inputmode=numeric], input[type=date], input[type=datetime-local]',
    ),
  ].filter(({ disabled }) => !disabled);
/** For an invalid date a browser only reports that it is invalid. */
const put = (field: Field, text: string) => {
  Object.defineProperty(field, 'validity', {
    value: { badInput: isDate(field) },
    configurable: true,
  });
  fireEvent.change(field, { target: { value: isDate(field) ? '' : text } });
  fireEvent.blur(field);
};
const showsError = (field: Field) =>
  field.getAttribute('aria-invalid') === 'true' && field.hasAttribute('aria-describedby');

it.each(Object.entries(places))(
  'what is no value is refused beside its field: %s',
  async (_name, { at, answers, open, action = '', fields }) => {
    const { sent } = renderAdmin({ at, answers: answering(answers) });
    const form = await open();
    await waitFor(() => expect(fieldsIn(form).length).toBeGreaterThanOrEqual(fields));
    for (const [number, date] of rounds) {
      for (const field of fieldsIn(form)) put(field, isDate(field) ? date : number);
      fireEvent.click(form.querySelector('button[type=submit]')!);
      await waitFor(() => expect(fieldsIn(form).every(showsError)).toBe(true));
      for (const field of fieldsIn(form)) if (!isDate(field)) expect(field.value).toBe(number);
    }
    expect([sent(action), location.search]).toEqual([[], '']);
  },
);

/** What an old or a hostile address may say of a filter. */
const noFilters = [
  { from: null },
  { from: 1e17, to: 5 },
  { from: '+012345-01-01T00:00:00.000Z' },
  '+012345-01-01',
  5,
  [{}],
  {},
  true,
];

it.each(['orders', 'users'] as const)(
  'the list opens whatever its address says: %s',
  async resource => {
    const sources = [...Object.keys(entities[resource].filter), 'q', 'createTime_gte'];
    for (const turn of [0, 3, 5]) {
      const broken = Object.fromEntries(
        sources.map((source, nth) => [source, noFilters[(nth + turn) % noFilters.length]]),
      );
      const { unmount } = renderAdmin({
        at: `/admin/${resource}?filter=${encodeURIComponent(JSON.stringify(broken))}&page=x&perPage=1e9`,
        answers: answering({}),
      });
      // Either takes the place of the rows.
      await screen.findByText(/^(还没有|没有符合条件的)|页面出错了/);
      expect(screen.queryByText('页面出错了')).toBeNull();
      unmount();
    }
  },
);

it('a cell of a list takes whole numbers only', async () => {
  const keyword = keywordEntity.record.parse({
    ...stored,
    ...keywordEntity.defaults,
    word: '国风',
    norm: '国风',
    status: 'enabled',
  });
  const { sent } = renderAdmin({
    at: '/admin/keywords',
    answers: {
      'keyword.getKeywords': () => ok({ list: [keyword], total: 1 }),
      'keyword.updateKeyword': ({ data }) => ok({ ...keyword, ...data }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /修改.*权重/ }));
  const cell = await screen.findByRole('textbox', { name: /修改.*权重/ });
  for (const text of ['1-2', '0x1F', '9007199254740993', '12.345']) {
    fireEvent.change(cell, { target: { value: text } });
    fireEvent.keyDown(cell, { key: 'Enter' });
    expect([text, await screen.findByRole('alert')]).toEqual([text, expect.any(HTMLElement)]);
    expect(cell).toHaveValue(text);
  }
  expect(sent('updateKeyword')).toEqual([]);
  fireEvent.change(cell, { target: { value: '１，２３４' } });
  fireEvent.keyDown(cell, { key: 'Enter' });
  await waitFor(() => expect(JSON.stringify(sent('updateKeyword'))).toContain(':1234'));
});
