import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext, Form, testDataProvider } from 'react-admin';
import { beforeEach, expect, it, vi } from 'vitest';
import { localAppEntity } from '#contract/localApp.ts';
import { i18nProvider } from '#i18n/i18nProvider.ts';
import { inUnits, typedAmount, typedLastDay, typedQty } from '#src/admin/kit/base/typedKinds.ts';
import {
  DateInput,
  DateTimeInput,
  MoneyInput,
  NumberInput,
  TextInput,
} from '#src/admin/kit/form/inputs.tsx';
import { JsonInput } from '#src/admin/kit/form/JsonInput.tsx';
import { validateWith } from '#src/admin/kit/form/zodValidation.ts';

/* What is read of a text is tested in `typedKinds.test.ts`; here, that a text that is no value is neither lost nor sent. */

const send = vi.fn();
const show = (inputs: ReactNode, validate?: ReturnType<typeof validateWith>, record = {}) =>
  render(
    <AdminContext i18nProvider={i18nProvider} dataProvider={testDataProvider()}>
      <Form record={record} onSubmit={send} {...(validate && { validate })}>
        {inputs}
        <button type="submit">send</button>
      </Form>
    </AdminContext>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** As a browser does: for an invalid date it only reports that it is invalid. */
const type = (label: string, text: string, badInput = false) => {
  const input = field(label);
  Object.defineProperty(input, 'validity', { value: { badInput }, configurable: true });
  fireEvent.change(input, { target: { value: badInput ? '' : text } });
  fireEvent.blur(input);
};
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'send' }));

beforeEach(() => send.mockClear());

it('a text that is no value stays as typed with an error beside it, and nothing is sent', async () => {
  show(
    <>
      <NumberInput source="number" label="number" />
      <MoneyInput source="money" label="money" />
      <DateInput source="day" label="day" />
      <DateTimeInput source="minute" label="minute" />
    </>,
  );
  await screen.findByLabelText('number');
  for (const [text, day] of [
    ['1-2', '2026-02-30'],
    ['9007199254740993', '99999-01-01'],
  ] as const) {
    type('number', text);
    type('money', text);
    type('day', day, true);
    type('minute', `${day}T07:08`, true);
    submit();
    for (const label of ['number', 'money', 'day', 'minute']) {
      await waitFor(() => expect(field(label)).toBeInvalid());
      expect(field(label)).toHaveAccessibleDescription(/./);
    }
    expect([field('number').value, field('money').value]).toEqual([text, text]);
  }
  expect(send).not.toHaveBeenCalled();

  type('number', '１，２３４');
  type('money', '19.9');
  type('day', '');
  type('minute', '2026-11-26T07:08');
  submit();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toEqual({
    number: 1_234,
    money: 1_990,
    day: null,
    minute: Date.parse('2026-11-26T07:08:00+08:00'),
  });
  expect(field('money')).toHaveValue('19.90');
  expect(field('number')).toBeValid();
});

it('a value of every kind is sent as it was typed, and read back as it was sent', async () => {
  const day = Date.parse('2026-11-26T00:00+08:00');
  const last = day + 86_399_999;
  const kinds: Record<string, [input: ReactNode, typed: string, value: number | string]> = {
    number: [<NumberInput source="number" label="number" />, '-3.5', -3.5],
    quantity: [<NumberInput source="quantity" label="quantity" kind={typedQty(9)} />, '7', 7],
    amount: [<NumberInput source="amount" label="amount" kind={typedAmount} />, '12', 12],
    size: [<NumberInput source="size" label="size" kind={inUnits(1_048_576)} />, '1.5', 1_572_864],
    money: [<MoneyInput source="money" label="money" />, '19.90', 1_990],
    day: [<DateInput source="day" label="day" />, '2026-11-26', day],
    last: [<DateInput source="last" label="last" kind={typedLastDay} />, '2026-11-26', last],
    time: [<DateTimeInput source="time" label="time" />, '2026-11-26T07:08', day + 25_680_000],
    words: [<TextInput source="words" label="words" />, '夏日 1,234', '夏日 1,234'],
  };
  const inputs = Object.entries(kinds).map(([name, [input]]) => <div key={name}>{input}</div>);
  const { unmount } = show(inputs);
  await screen.findByLabelText('number');
  for (const [name, [, typed]] of Object.entries(kinds)) type(name, typed);
  submit();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  const sent = send.mock.calls[0]?.[0] as Record<string, unknown>;
  expect(sent).toEqual(
    Object.fromEntries(Object.entries(kinds).map(([name, [, , value]]) => [name, value])),
  );
  unmount();
  show(inputs, undefined, sent);
  await screen.findByLabelText('number');
  for (const [name, [, typed]] of Object.entries(kinds)) expect(field(name)).toHaveValue(typed);
});

it('settings in JSON keep their numbers, or are refused with the line', async () => {
  show(<JsonInput source="config" />, validateWith({ config: localAppEntity.inputs.config }));
  const input = await screen.findByRole('textbox');
  for (const [text, sentence] of [
    ['{\n"seed": 9007199254740993}', '第 2 行的 9007199254740993 无法原样保存'],
    ['{"most": 1e999}', '第 1 行的 1e999 无法原样保存'],
    ['{"cfg":\n\nNaN}', '第 3 行的 NaN 无法原样保存'],
    ['{"cfg": 0x1F}', '不是有效的 JSON'],
  ] as const) {
    fireEvent.change(input, { target: { value: text } });
    fireEvent.blur(input);
    expect(screen.getByText(new RegExp(sentence))).toBeVisible();
    expect(input).toHaveValue(text);
    submit();
    await waitFor(() => expect(input).toBeInvalid());
  }
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: '{"seed": "9007199254740993", "cfg": 1.50}' } });
  submit();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toEqual({ config: { seed: '9007199254740993', cfg: 1.5 } });
});
