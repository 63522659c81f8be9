import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { activationBatchEntity } from '#contract/activationCode.ts';
import { apiKeyEntity } from '#contract/apiKey.ts';
import { entities } from '#contract/entities.ts';
import { orderEntity } from '#contract/order.ts';
import { packageEntity } from '#contract/package.ts';
import { presetEntity } from '#contract/preset.ts';
import { settingDefaults, type SettingType } from '#contract/settingFields.ts';
import { userEntity } from '#contract/user.ts';
import { videoEntity } from '#contract/video.ts';
import { resources } from '#dataProvider/resources.ts';
import { firstLists } from '#src/firstList.ts';
import { type Answers, ok, renderAdmin, type SentCall } from './renderAdmin.tsx';
import { aTemplate } from './templateFixture.ts';

/*
 * Whatever is typed where a number, an amount of money or a date belongs and is none: an error stands beside the field, and
 * nothing is sent. `typedField.test.tsx` types much more into each kind of field.
 */

/** By round: into fields of numbers and of dates. */
const rounds = [
  ['1-2', '2026-02-30'],
  ['9007199254740993', '99999-01-01'],
] as const;

type Record_ = Record<string, unknown>;
const stored = { rev: 4, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };

const titleOf = (resource: string) => resources[resource as keyof typeof resources];

interface Example {
  function: string;
  names: { create?: { name: string; example: object } };
  defaults: object;
  states: object | undefined;
  record: { parse: (value: object) => Record_ };
}

/** A record of a resource from the example of creating one. */
const exampleOf = (resource: string, more: Record_ = {}) => {
  const { function: name, create } = titleOf(resource) as unknown as Record<string, string>;
  const entity = (Object.values(entities) as unknown as Example[]).find(
    one => one.function === name && one.names.create?.name === create,
  );
  if (!entity) throw new Error(`no entity of ${resource}`);
  return entity.record.parse({
    ...stored,
    ...entity.defaults,
    ...entity.names.create?.example,
    _id: 'one',
    ...(entity.states && { status: Object.keys(entity.states)[0] }),
    ...more,
  });
};

/** Lists of nothing, saves of what is asked for, and otherwise what is given. */
const sales = { orders: 0, paidFen: 0, refundedFen: 0, differing: 0, different: [] };
const codeStats = {
  codes: { unused: 1, used: 0, expired: 0, disabled: 0 },
  usedToday: 0,
  expiringCodes: 0,
  expiringBatches: 0,
};
const answering = (given: Answers, record: Record_ = {}): Answers =>
  new Proxy<Answers>(
    {
      'adminPackage.getPackageSales': () => ok(sales),
      'adminUser.getUserUsage': () => ok({ list: [] }),
      'adminActivationCode.getCodeStats': () => ok(codeStats),
      ...given,
    },
    {
      get: (answers, key: string) => {
        if (answers[key]) return answers[key];
        if (/^(adminAuth|adminDashboard|imageService)\.|(Stats|Figures|Summary|Sending)$/.test(key))
          return undefined;
        if (/\.(get|preview)\w*(s|List|History|ByIds|Logs|Words|Terms)$/.test(key))
          return () => ok({ list: [], total: 0, counts: {} });
        return ({ data }: SentCall) => ok({ ...record, ...data });
      },
    },
  );

const holdingOne = (resource: string, record: Record_): Answers => {
  const {
    function: name,
    getList,
    getOne,
    getMany,
  } = titleOf(resource) as unknown as {
    function: string;
    getList: string;
    getOne?: string[];
    getMany?: string;
  };
  return {
    [`${name}.${getList}`]: () => ok({ list: [record], total: 1, counts: {} }),
    ...(getOne && { [`${name}.${getOne[0]}`]: () => ok(record) }),
    ...(getMany && { [`${name}.${getMany}`]: () => ok({ list: [record] }) }),
  };
};

interface Place {
  at: string;
  answers: Answers;
  record?: Record_;
  /** Opens the form, and tells what contains it. */
  open: () => Promise<HTMLElement>;
  /** What carries the values, in what it sends. */
  action: string;
  /** What the form must hold besides. */
  fill?: (form: HTMLElement) => void;
  /** How many fields there are at least: a form that was not opened has none. */
  fields: number;
  confirm?: () => Promise<void>;
}

const press = async (name: string | RegExp) =>
  fireEvent.click((await screen.findAllByRole('button', { name }))[0]!);
const dialog = async () => (await screen.findAllByRole('dialog')).at(-1)!;
const edit = (resource: string, action: string, fields: number, more: Record_ = {}): Place => {
  const record = exampleOf(resource, more);
  return {
    at: `/admin/${resource}/edit/one`,
    answers: holdingOne(resource, record),
    record,
    open: async () => {
      await waitFor(() => expect(fieldsIn(document.body).length).toBeGreaterThanOrEqual(fields));
      // What comes later may render the form anew.
      await settled();
      return fieldsIn(document.body)[0]!.closest('form')!;
    },
    action,
    fields,
  };
};
const inList = (
  resource: string,
  button: string | RegExp,
  rest: Omit<Place, 'at' | 'answers' | 'open'> & { also?: () => Promise<void>; answers?: Answers },
  record = exampleOf(resource),
): Place => ({
  at: `/admin/${resource}`,
  record,
  open: async () => {
    await press(button);
    await rest.also?.();
    return dialog();
  },
  ...rest,
  answers: { ...holdingOne(resource, record), ...rest.answers },
});
const typeInto = (label: string | RegExp, text: string) => (form: HTMLElement) =>
  fireEvent.change(within(form).getAllByLabelText(label)[0]!, { target: { value: text } });

const settings = (type: SettingType, fields: number): Place => {
  const answer = () =>
    ok({ type, ...stored, updateBy: null, damagedSecrets: [], data: settingDefaults[type] });
  return {
    at: `/admin/settings?tab=${type}`,
    answers: {
      'adminSettings.getSettings': answer,
      'adminSettings.getPaymentSettings': answer,
      'adminSettings.getSettingRevisions': () => ok({ list: [], total: 0 }),
      'adminSettings.getLegalTexts': () => ok({ list: [], missing: [] }),
    },
    open: async () => {
      await waitFor(() => expect(fieldsIn(document.body).length).toBeGreaterThanOrEqual(fields));
      return fieldsIn(document.body)[0]!.closest('form')!;
    },
    action: type === 'payment' ? 'updatePaymentSettings' : 'updateSettings',
    confirm: async () => {
      const shown = screen.queryAllByRole('dialog').at(-1);
      if (shown) fireEvent.click(within(shown).getByRole('button', { name: /保存|确认/ }));
    },
    fields,
  };
};

const user = userEntity.record.parse({
  ...stored,
  _id: 'one',
  openid: 'o1',
  nickName: '小满',
  status: 'normal',
  credits: { paid: 5_000, gift: 5_000 },
});
const ofUser = (
  button: string,
  rest: Omit<Place, 'at' | 'answers' | 'open'> & { also?: () => Promise<void>; answers?: Answers },
): Place => ({
  at: '/admin/users/one',
  record: user as Record_,
  open: async () => {
    await press(button);
    await dialog();
    await rest.also?.();
    return dialog();
  },
  ...rest,
  answers: { 'adminUser.getUserById': () => ok(user), ...rest.answers },
});
const reason = typeInto(/原因/, '核对后调整');
const choose = async (label: RegExp, option: RegExp) => {
  fireEvent.mouseDown(within(await dialog()).getByLabelText(label));
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

const numbers = [
  {
    key: 'age',
    label: '年龄',
    type: 'number',
    required: false,
    nodeId: '3',
    fieldName: 'age',
    min: 0,
    max: 99_999,
  },
  { key: 'seed', label: '种子', type: 'seed', required: false, nodeId: '3', fieldName: 'seed' },
] as const;
const template = aTemplate({ _id: 'one', inputs: [...numbers], timeoutSec: 600 } as never);

const order = orderEntity.detail.parse({
  _id: 'one',
  ...stored,
  orderNo: '26112110000000000001',
  type: 'package',
  userId: 'usr_1',
  openid: 'o_lin',
  userSnap: { nickName: '林小满', phoneTail: '3313' },
  items: [{ refId: 'size_1', name: '6 寸', qty: 40, unitFen: 200, amountFen: 8_000 }],
  totalFen: 8_000,
  payFen: 8_000,
  payChannel: 'wxpay',
  payTime: 1_700_000_000_000,
  status: 'completed',
  fulfil: { status: 'done', time: 1_700_000_000_000, credits: 600, giftCredits: 60 },
  refundable: {
    maxFen: 8_000,
    nextTime: null,
    obstacle: '',
    credits: 660,
    days: 30,
    allowPartial: true,
    reasons: ['其他'],
  },
  lines: [
    {
      kind: 'item',
      name: '6 寸',
      qty: 40,
      paidFen: 8_000,
      refundedQty: 0,
      refundedFen: 0,
      refundingQty: 0,
      reprintedQty: 0,
    },
  ],
});
const refund = (mode: '部分退款' | '按明细'): Place => ({
  at: '/admin/orders/one',
  answers: {
    'adminOrder.getOrderById': () => ok(order),
    'adminOrder.previewRefund': ({ data }) =>
      ok({
        amountFen: Number(data['amountFen'] ?? 8_000),
        items: [],
        leftFen: 0,
        clawback: {
          credits: 10,
          packageDays: 3,
          allowNegative: false,
          ...(data['clawback'] as object),
        },
        creditsTaken: 10,
        creditsHeld: 0,
        daysTaken: 3,
        balance: 800,
        cancelsPrints: false,
        leavesPrints: false,
      }),
    'adminUser.getUserById': () => ok(user),
  },
  open: async () => {
    await press('退款');
    const shown = await dialog();
    fireEvent.click(await within(shown).findByRole('radio', { name: mode }));
    if (mode === '按明细')
      fireEvent.click(await within(shown).findByRole('checkbox', { name: /6 寸/ }));
    return shown;
  },
  action: 'processRefund',
  fields: 3,
});

const filter = (resource: string, label: string, source: string, choice?: string): Place => ({
  at: `/admin/${resource}`,
  answers: {},
  open: async () => {
    const opener = (await screen.findAllByLabelText(label))[0]!;
    if (choice) fireEvent.mouseDown(opener);
    fireEvent.click(choice ? (await screen.findAllByRole('option', { name: choice }))[0]! : opener);
    await waitFor(() => expect(document.querySelector('.MuiPopover-root form')).not.toBeNull());
    return document.querySelector<HTMLElement>('.MuiPopover-root form')!;
  },
  action: `filter:${source}`,
  fields: 2,
});

const places: Record<string, Place> = {
  package: edit('packages', 'updatePackage', 6, { type: 'membership', days: 30 }),
  keyword: edit('keywords', 'updateKeyword', 1, { norm: '示例关键词' }),
  category: edit('categories', 'updateCategory', 1),
  role: edit('administrators/roles', 'updateRole', 4),
  'local app': edit('local-app-templates', 'updateApp', 2),
  'local app category': edit('local-app-categories', 'updateCategory', 1),
  'quick function': inList('templates/quick-functions', /新建/, {
    action: 'createQuickFunction',
    fields: 2,
  }),
  template: {
    ...edit('templates', 'updateTemplate', 4),
    answers: { 'adminTemplate.getTemplateById': () => ok(template) },
    record: template as unknown as Record_,
  },
  preset: {
    ...edit('templates/presets', 'updatePreset', 3),
    answers: {
      ...holdingOne(
        'templates/presets',
        presetEntity.record.parse({
          ...stored,
          _id: 'one',
          name: '一',
          templateId: 'one',
          params: { age: 5, seed: 6 },
          status: 'disabled',
        }) as Record_,
      ),
      'adminTemplate.getTemplateById': () => ok(template),
    },
  },
  'new key': inList(
    'api-keys',
    '添加密钥',
    {
      action: 'createApiKey',
      fields: 4,
      fill: form => {
        typeInto(/名称/, '示例密钥')(form);
        typeInto(/密钥/, '0123456789abcdef0123456789abcdef')(form);
      },
    },
    apiKeyEntity.record.parse({
      ...stored,
      ...apiKeyEntity.defaults,
      _id: 'one',
      name: '甲号',
      keyMask: '12****',
      status: 'active',
    }) as Record_,
  ),
  'rotated key': inList(
    'api-keys',
    /更多/,
    {
      also: async () => {
        fireEvent.click(await screen.findByRole('menuitem', { name: '更换密钥' }));
      },
      action: 'rotateApiKey',
      fields: 1,
      fill: typeInto(/密钥/, '0123456789abcdef0123456789abcdef'),
    },
    apiKeyEntity.record.parse({
      ...stored,
      ...apiKeyEntity.defaults,
      _id: 'one',
      name: '甲号',
      keyMask: '12****',
      status: 'active',
    }) as Record_,
  ),
  'print size': inList(
    'print-size-config',
    '新建尺寸',
    {
      action: 'createPrintSize',
      fields: 8,
      fill: form => {
        typeInto(/名称/, '12寸')(form);
        typeInto(/代号/, '12R')(form);
      },
    },
    exampleOf('print-size-config', { pixelWidth: 1, pixelHeight: 1 }),
  ),
  'print price': inList(
    'package-prices',
    '新建冲印价格',
    { action: 'createPackagePrice', fields: 8 },
    exampleOf('package-prices', { lineId: 'one' }),
  ),
  'new codes': inList(
    'activation-codes',
    '生成激活码',
    {
      action: 'createBatch',
      fields: 5,
      fill: form =>
        fireEvent.change(within(form).getByRole('textbox', { name: /批次名称/ }), {
          target: { value: '示例批次' },
        }),
    },
    batch(),
  ),
  'extended codes': {
    at: '/admin/activation-codes/one',
    answers: holdingOne('activation-codes', batch()),
    open: async () => {
      await press('延长有效期');
      return dialog();
    },
    action: 'extendBatch',
    fields: 1,
  },
  credits: ofUser('调整积分', { action: 'adjustCredits', fields: 1, fill: reason }),
  'disabled user': ofUser('停用', {
    action: 'updateUserStatus',
    fields: 1,
    fill: reason,
    also: () => choose(/停用期限/, /指定日期/),
  }),
  "user's package": ofUser('变更套餐', {
    action: 'updateUserPackage',
    fields: 1,
    fill: reason,
    answers: {
      'adminPackage.getPackages': () =>
        ok({
          list: [
            packageEntity.record.parse({
              ...stored,
              ...packageEntity.defaults,
              _id: 'pkg',
              name: '月卡',
              type: 'membership',
              days: 30,
              priceFen: 100,
              status: 'enabled',
            }),
          ],
          total: 1,
        }),
    },
    also: async () => {
      await choose(/套餐/, /月卡/);
      await choose(/到期时间/, /指定日期/);
    },
  }),
  'refund by hand': refund('部分退款'),
  'refund of lines': refund('按明细'),
  'cover of a video': {
    at: '/admin/videos',
    answers: {
      'vodService.getVideos': () =>
        ok({
          list: [
            videoEntity.record.parse({
              ...stored,
              _id: 'one',
              fileId: 'f',
              name: '短片',
              status: 'ready',
              durationSec: 40,
              mediaUrl: '/a.mp4',
            }),
          ],
          total: 1,
          counts: {},
        }),
    },
    open: async () => {
      await press('更换「短片」的封面');
      return dialog();
    },
    action: 'setVideoCover',
    fields: 1,
  },
  'compared day': {
    at: '/admin/reconciliation',
    answers: {},
    open: async () => {
      await press('核对账单');
      return dialog();
    },
    action: 'runDay',
    fields: 1,
  },
  'general settings': settings('general', 2),
  'payment settings': settings('payment', 2),
  'compliance settings': settings('compliance', 2),
  'system settings': settings('system', 13),
  'time filter': filter('orders', '下单时间', 'createTime', '自定义…'),
  'money filter': filter('orders', '实付', 'payFen'),
};

function batch(): Record_ {
  return activationBatchEntity.record.parse({
    ...stored,
    _id: 'one',
    batchNo: 'B1',
    name: '渠道',
    quantity: 10,
    validFrom: 1_700_000_000_000,
    expireTime: 1_900_000_000_000,
    status: 'active',
  }) as Record_;
}

type Field = HTMLInputElement;
/** All that take a number, an amount or a date. */
const fieldsIn = (form: HTMLElement) =>
  [
    ...form.querySelectorAll<Field>(
      'input[inputmode=decimal], input[inputmode=numeric], input[type=number], input[type=date], input[type=datetime-local]',
    ),
  ].filter(({ disabled }) => !disabled);
const isDate = ({ type }: Field) => type === 'date' || type === 'datetime-local';
const isReal = (text: string) => {
  const [, year = '', month = 0, day = 0] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month) - 1, Number(day)));
  return (
    year !== '' && Number(year) > 0 && date.getUTCMonth() === Number(month) - 1 && Number(day) > 0
  );
};

/** As a browser lets it be typed: of what is no value for its kind of input it tells only that it is none. */
const put = (field: Field, text: string) => {
  const isTold =
    field.type === 'number'
      ? /^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
      : !isDate(field) || isReal(text);
  Object.defineProperty(field, 'validity', { value: { badInput: !isTold }, configurable: true });
  const value = field.type === 'datetime-local' ? `${text}T07:08` : text;
  fireEvent.change(field, { target: { value: isTold ? value : '' } });
  fireEvent.blur(field);
};

const isInvalid = (field: Field) => field.getAttribute('aria-invalid') === 'true';
/** The sentence beside it. */
const saidOf = (field: Field) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join('') || document.querySelector('[role=alert]')?.textContent;

const settled = () => act(() => new Promise(resolve => setTimeout(resolve, 20)));

const show = async ({ at, answers, record, open, action }: Place) => {
  const shown = renderAdmin({ at, answers: answering(answers, record) });
  const form = await open();
  const asked = () => {
    const [kind, source = ''] = action.split(':');
    if (kind !== 'filter') return shown.sent(action).map(({ data }) => data);
    const chosen = JSON.parse(
      new URLSearchParams(location.search).get('filter') ?? '{}',
    ) as Record_;
    return chosen[source] ? [{ [source]: chosen[source] }] : [];
  };
  return { ...shown, form, asked };
};

const submit = async (form: HTMLElement, { confirm }: Place) => {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button) fireEvent.click(button);
  await settled();
  await confirm?.();
  await settled();
};

beforeEach(() => localStorage.clear());

it.each(Object.entries(places))(
  'what is no value is refused beside its field: %s',
  async (_name, place) => {
    const { form, asked } = await show(place);
    await waitFor(() => expect(fieldsIn(form).length).toBeGreaterThanOrEqual(place.fields));
    place.fill?.(form);
    for (const [number, date] of rounds) {
      for (const field of fieldsIn(form)) put(field, isDate(field) ? date : number);
      await submit(form, place);
      expect(asked(), number).toEqual([]);
      const marks = fieldsIn(form).map(field => [
        field.name,
        isInvalid(field),
        Boolean(saidOf(field)),
      ]);
      expect([number, marks]).toEqual([number, marks.map(([name]) => [name, true, true])]);
      for (const field of fieldsIn(form)) if (!isDate(field)) expect(field.value).toBe(number);
    }
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
const lists = Object.values(entities).flatMap(entity => {
  const [resource] =
    Object.entries(resources).find(
      ([, row]) => row.function === entity.function && row.getList === entity.names.list.name,
    ) ?? [];
  return resource && resource in firstLists
    ? [[resource, Object.keys(entity.filter)] as const]
    : [];
});

it.each(lists)('the list opens whatever its address says: %s', async (resource, sources) => {
  for (const turn of [0, 3, 5]) {
    const broken = Object.fromEntries(
      [...sources, 'q', 'createTime_gte'].map((source, at) => [
        source,
        noFilters[(at + turn) % noFilters.length],
      ]),
    );
    const { unmount } = renderAdmin({
      at: `/admin/${resource}?filter=${encodeURIComponent(JSON.stringify(broken))}&page=x&perPage=1e9`,
      answers: answering({}),
    });
    await screen.findByRole('heading', { level: 1 });
    await settled();
    expect(screen.queryByText('页面出错了')).toBeNull();
    unmount();
  }
});

it('a cell of a list takes whole numbers only', async () => {
  const place = edit('keywords', 'updateKeyword', 1, { norm: '示例关键词' });
  const { sent } = renderAdmin({
    at: '/admin/keywords',
    answers: answering(place.answers, place.record),
  });
  fireEvent.click(await screen.findByRole('button', { name: /修改.*权重/ }));
  const cell = await screen.findByRole('textbox', { name: /修改.*权重/ });
  for (const text of ['1-2', '0x1F', '9007199254740993', '12.345']) {
    fireEvent.change(cell, { target: { value: text } });
    fireEvent.keyDown(cell, { key: 'Enter' });
    expect([text, await screen.findByRole('alert')]).toEqual([text, expect.any(HTMLElement)]);
    expect(cell).toHaveValue(text);
  }
  expect(sent('setKeywordField').concat(sent('updateKeyword'))).toEqual([]);
  fireEvent.change(cell, { target: { value: '１，２３４' } });
  fireEvent.keyDown(cell, { key: 'Enter' });
  await settled();
  const [call] = sent('setKeywordField').concat(sent('updateKeyword'));
  expect(JSON.stringify(call?.data)).toContain(':1234');
});

it('settings in JSON keep their numbers, or are refused with the line', async () => {
  const place = places['local app']!;
  const { sent } = renderAdmin({ at: place.at, answers: answering(place.answers, place.record) });
  const input = await screen.findByRole('textbox', { name: /配置|参数/ });
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
    fireEvent.submit(input.closest('form')!);
    await settled();
  }
  expect(sent('updateApp')).toEqual([]);
  fireEvent.change(input, { target: { value: '{"seed": "9007199254740993", "cfg": 1.50}' } });
  fireEvent.submit(input.closest('form')!);
  await waitFor(() => expect(sent('updateApp')).toHaveLength(1));
  expect(sent('updateApp')[0]?.data['config']).toEqual({ seed: '9007199254740993', cfg: 1.5 });
});

/** The parts through which such values are typed; filters are of two kinds. */
const parts =
  /<(?:NumberInput|MoneyInput|DateTimeInput|DateInput|UntilInput|QtyInput|TypedField|NumberField)\b/;

/** Where they are used: the place above that types into them, or the test that does. */
const covered: Record<string, string> = {
  'activation-codes/BatchList': 'new codes',
  'activation-codes/BatchShow': 'extended codes',
  'api-keys/ApiKeyActions': 'rotated key',
  'api-keys/ApiKeyDialog': 'new key',
  'categories/CategoryForm': 'category',
  'compensations/CompensationForm': 'tests/screens/compensation.test.tsx',
  'keywords/KeywordForm': 'keyword',
  'local-app-categories/LocalAppCategoryForm': 'local app category',
  'local-app-templates/LocalAppForm': 'local app',
  // As RefundLinesInput does.
  'orders/PhotosInput': 'refund of lines',
  'orders/RefundInputs': 'refund by hand',
  'orders/RefundLinesInput': 'refund of lines',
  'package-prices/PriceDialog': 'print price',
  'package-prices/TiersInput': 'print price',
  'packages/PackageForm': 'package',
  'presets/PresetForm': 'preset',
  'print-size-config/PrintSizeList': 'print size',
  'quick-functions/HomeGridPreview': 'quick function',
  'quick-functions/QuickFunctionInputs': 'quick function',
  'reconciliation/DayList': 'compared day',
  'roles/RoleForm': 'role',
  'settings/ComplianceInputs': 'compliance settings',
  'settings/GeneralInputs': 'general settings',
  'settings/PaymentInputs': 'payment settings',
  'settings/SystemInputs': 'system settings',
  'templates/TemplateBillingInputs': 'template',
  'templates/TemplateBulkEditButton': 'tests/screens/templateList.test.tsx',
  'templates/TemplateInputFields': 'template',
  'templates/TemplateInputs': 'template',
  'users/UserCreditsButton': 'credits',
  'users/UserPackageButton': "user's package",
  'users/UserShow': 'disabled user',
  'videos/VideoActions': 'cover of a video',
  'visitor-control/VisitorControl': 'preset',
  'visitor/making/InputField': 'tests/screens/making.test.tsx',
};

it('every part through which such values are typed is typed into', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tsx') && !name.includes('/kit/'))
    .filter(name => parts.test(readFileSync(`src/${name}`, 'utf8')))
    .map(name => name.replace('admin/resources/', '').replace('.tsx', ''));
  expect(found.sort()).toEqual(Object.keys(covered).sort());
  const unknown = Object.values(covered).filter(by => !(by in places) && !existsSync(by));
  expect(unknown).toEqual([]);
});
