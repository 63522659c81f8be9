import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { activationCodeEntity } from '#contract/activationCode.ts';
import { printOrderEntity } from '#contract/printOrder.ts';
import { userEntity } from '#contract/user.ts';
import { anOrder, at as atOrder, holding } from '../orders/orderFixture.ts';
import { type Answers, ok, renderAdmin } from '../renderAdmin.tsx';

const times = { rev: 1, createTime: Date.now(), updateTime: Date.now() };
const none = { list: [], total: 0 };
const empty: Answers = {
  'adminTemplate.getTemplates': none,
  'adminUser.getUsers': none,
  'adminOrder.getOrders': none,
  'adminOrder.getRefunds': none,
  'adminTask.getTasks': none,
  'adminFeedback.getFeedbacks': none,
  'adminPrintOrder.getPrintOrders': none,
  'adminActivationCode.getBatches': none,
  'adminActivationCode.getCodes': none,
  'adminPackage.getPackages': none,
  'adminTemplatePreset.getPresets': none,
  'vodService.getVideos': none,
  'adminAdministrator.getAdministrators': none,
};

const user = userEntity.record.parse({
  ...userEntity.blank(),
  ...times,
  _id: 'usr_7',
  openid: 'o_7',
  nickName: '阿布',
  phoneTail: '1496',
  lastActiveTime: Date.now() - 7_200_000,
  stats: { ...userEntity.blank().stats, paidFen: 26_800 },
  credits: { paid: 0, gift: 0 },
  status: 'disabled',
});

const open = (answers: Answers) => {
  const app = renderAdmin({ at: '/admin/password', answers: { ...empty, ...answers } });
  return app;
};
const type = async (text: string) => {
  await screen.findByRole('heading', { level: 1 });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox', { name: '全局搜索' });
  fireEvent.change(box, { target: { value: text } });
  return box;
};
const enter = (box: HTMLElement) => fireEvent.keyDown(box, { key: 'Enter' });

it('shows of users of one name the phone, activity, amount and state, and no openid', async () => {
  open({ 'adminUser.getUsers': { list: [user], total: 1 } });
  await type('阿布');
  const row = await screen.findByRole('option', { name: /^阿布/ });
  expect(row).toHaveTextContent(/尾号 1496 · 最近活跃 .* · 实付 ¥268\.00已停用$/);
  expect(row).not.toHaveTextContent('o_7');
});

it('Enter waits for what is still searched, and opens the record rather than a list', async () => {
  let arrive = (_: object) => {};
  const users = new Promise<object>(resolve => (arrive = resolve));
  open({ 'adminUser.getUsers': () => users.then(list => ok(list)) });
  const box = await type('阿布');
  enter(box);
  await waitFor(() => expect(screen.getByRole('progressbar', { hidden: true })).toBeVisible());
  expect(location.pathname).toBe('/admin/password');
  expect(screen.queryByRole('option', { name: /在.*中搜索/ })).not.toBeInTheDocument();
  await act(async () => arrive({ list: [user], total: 1 }));
  await waitFor(() => expect(location.pathname).toBe('/admin/users/usr_7'));
});

it('Enter leads nowhere where nothing is found, and what is typed next takes its place', async () => {
  open({});
  const box = await type('阿布');
  enter(box);
  expect(await screen.findByText('没有找到，换个关键词试试')).toBeVisible();
  expect(location.pathname).toBe('/admin/password');
  await waitFor(() => expect((box as HTMLInputElement).selectionEnd).toBe(2));
});

it('finds print orders by the nickname of their user', async () => {
  const print = printOrderEntity.record.parse({
    ...printOrderEntity.blank(),
    ...times,
    _id: 'prt_7',
    printNo: 'P2611220394270557',
    userSnap: { nickName: '阿布', phoneTail: '1496' },
    address: { name: '许**' },
    payFen: 2_900,
    status: 'paid',
  });
  const { dataOf } = open({ 'adminPrintOrder.getPrintOrders': { list: [print], total: 1 } });
  await type('阿布');
  const row = await screen.findByRole('option', { name: /P2611220394270557/ });
  expect(row).toHaveTextContent(/阿布 · 收件人 许\*\* · ¥29\.00/);
  expect(dataOf('getPrintOrders').at(-1)).toMatchObject({ q: '阿布' });
});

it('finds a code by its last four characters, and opens its batch at it', async () => {
  const code = activationCodeEntity.record.parse({
    ...activationCodeEntity.blank(),
    ...times,
    _id: 'bat_0001_00042',
    batchId: 'bat_0001',
    serial: 42,
    codeMask: 'AB7K-****-****-9QXM',
    expireTime: Date.now(),
    usedBy: { userId: 'usr_7', nickName: '阿布' },
    status: 'used',
  });
  const { dataOf } = open({ 'adminActivationCode.getCodes': { list: [code], total: 1 } });
  const box = await type('9qxm');
  const row = await screen.findByRole('option', { name: /AB7K/ });
  expect(row).toHaveTextContent('AB7K-****-****-9QXM第 42 个 · 阿布已使用');
  expect(dataOf('getCodes').at(-1)).toMatchObject({ q: '9qxm' });
  enter(box);
  await waitFor(() => expect(location.pathname).toBe('/admin/activation-codes/bat_0001'));
  expect(new URLSearchParams(location.search).get('filter')).toBe('{"q":"9QXM"}');
});

it('offers the records that were looked at last, until the administrator signs out', async () => {
  const { user: person } = renderAdmin({
    at: atOrder,
    answers: { ...empty, ...holding(anOrder()) },
  });
  await screen.findByText('林小满');
  await person.click(screen.getByRole('link', { name: '模板管理' }));
  await waitFor(() => expect(location.pathname).toBe('/admin/templates'));
  await type('');
  const recent = await screen.findByRole('group', { name: '最近打开' });
  expect(within(recent).getByRole('option')).toHaveTextContent(`${anOrder().orderNo}订单`);
  const kept = () => JSON.stringify({ ...localStorage });
  expect(kept()).toContain('ord_1');
  expect(kept()).not.toContain('林小满');
  fireEvent.click(screen.getByRole('option', { name: '退出登录' }));
  fireEvent.click(await screen.findByRole('button', { name: '退出登录' }));
  await screen.findByRole('button', { name: '登录' });
  expect(kept()).not.toContain('ord_1');
});

it('shows no title of the page before while the code of a page is loaded', async () => {
  open({});
  const seen = new Set<string>();
  const crumb = await screen.findByRole('navigation', { name: '当前位置' });
  new MutationObserver(() => seen.add(crumb.textContent)).observe(crumb, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  const box = await type('审批');
  enter(box);
  await waitFor(() => expect(crumb).toHaveTextContent(/审批$/));
  expect([...seen].filter(text => /审批.*修改密码|订单管理.*修改密码/.test(text))).toEqual([]);
});
