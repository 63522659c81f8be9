import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CreateButton, List, Resource, useDataProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import type { AdministratorDetail } from '#contract/administrator.ts';
import { approvalEntity } from '#contract/approval.ts';
import { noLimits } from '#contract/rights/roles.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { describeDevice } from '#src/admin/resources/administrators/DeviceList.tsx';
import { showScreens } from '../kit/stockFixture.tsx';
import { anOrder, aRefund, holding } from '../orders/orderFixture.ts';
import {
  adminRecord,
  type Answers,
  failed,
  ok,
  profileRecord,
  renderAdmin,
} from '../renderAdmin.tsx';

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const PASSWORD = 'k7mp-2xqd-w9ha';
const colleague: AdministratorDetail = {
  ...adminRecord,
  _id: 'adm_0002',
  username: 'kefu.lin',
  nickName: '客服小林',
  status: 'active',
  lastLoginIp: '198.51.100.31',
  deviceCount: 0,
  sessions: [],
  rememberedDevices: [],
};
const made = { ...colleague, oneTimePassword: PASSWORD };
const quiet: Answers = {
  'adminAdministrator.getAdministrators': () =>
    ok({ list: [colleague], total: 1, counts: { active: 1, disabled: 0 } }),
  'adminAdministrator.getAdministratorById': colleague,
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
};

it('lets nobody with a one-time password see more than the password page, and asks for nothing else', async () => {
  const pending = { ...profileRecord, oneTimeUntil: Date.now() + 3_600_000 };
  const { calls } = renderAdmin({
    at: '/admin/login',
    signedIn: false,
    answers: {
      'adminAuth.login': {
        token: 'adm.admin_0001.test',
        ticket: 'ticket',
        expireTime: Date.now() + 3_600_000,
        admin: pending,
      },
    },
  });
  type(await screen.findByLabelText('用户名'), 'lina');
  type(screen.getByLabelText('密码'), PASSWORD);
  press('登录');
  expect(await screen.findByText(/你正在使用一次性密码登录/)).toBeVisible();
  expect(await screen.findByLabelText('新密码')).toBeVisible();
  expect(location.pathname).toBe('/admin/password');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(calls.map(({ action }) => action)).toEqual(['login']);
});

describe('the administrators', () => {
  it('shows a one-time password until its receipt is confirmed, and never again', async () => {
    const { user, dataOf } = renderAdmin({
      at: '/admin/administrators',
      answers: {
        ...quiet,
        'adminAdministrator.createAdministrator': () => ok(made),
        'adminAdministrator.getRoles': () =>
          ok({ list: [{ _id: 'support', ...standardRoles.support }], total: 1 }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '新建管理员' }));
    const dialog = within(await screen.findByRole('dialog'));
    type(dialog.getByLabelText(/用户名/), 'kefu.lin');
    type(dialog.getByLabelText(/姓名/), '客服小林');
    fireEvent.click(dialog.getByRole('button', { name: '创建' }));
    // No role is proposed.
    expect(await dialog.findByText('请填写')).toBeVisible();
    expect(dataOf('createAdministrator')).toEqual([]);
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: /角色/ }));
    fireEvent.click(await screen.findByRole('option', { name: '客服' }));
    fireEvent.click(dialog.getByRole('button', { name: '创建' }));
    expect(await screen.findByText(PASSWORD)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByText(PASSWORD)).toBeVisible();
    press('我已记下');
    await waitFor(() => expect(screen.queryByText(PASSWORD)).toBeNull());
    expect(dataOf('createAdministrator')[0]).toMatchObject({
      username: 'kefu.lin',
      role: 'support',
    });
    expect(JSON.stringify({ ...localStorage })).not.toContain(PASSWORD);
  });

  it('are disabled after their user name is typed', async () => {
    const disabled = { ...colleague, status: 'disabled' as const };
    const { sent, dataOf } = renderAdmin({
      at: '/admin/administrators/adm_0002',
      answers: { ...quiet, 'adminAdministrator.setAdministratorStatus': () => ok(disabled) },
    });
    fireEvent.click(await screen.findByRole('button', { name: '停用' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: '停用' })).toBeDisabled();
    type(dialog.getByRole('textbox'), 'kefu.lin');
    fireEvent.click(dialog.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(sent('setAdministratorStatus')).toHaveLength(1));
    expect(dataOf('setAdministratorStatus')[0]).toEqual({
      id: 'adm_0002',
      rev: adminRecord.rev,
      status: 'disabled',
    });
  });

  it('have no way to disable themselves on their own page', async () => {
    renderAdmin({
      at: `/admin/administrators/${adminRecord._id}`,
      answers: {
        ...quiet,
        'adminAdministrator.getAdministratorById': () => ok({ ...colleague, ...adminRecord }),
      },
    });
    expect(await screen.findByText('没有已登录的设备')).toBeVisible();
    expect(screen.queryByRole('button', { name: '停用' })).toBeNull();
    expect(screen.queryByRole('button', { name: '重置密码' })).toBeNull();
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 Edg/140', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone) MicroMessenger/8', '微信 · iOS'],
  ['curl/8', ''],
])('calls the device %s %s', (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});

const Categories = () => {
  const { invoke } = useDataProvider<AdminDataProvider>();
  return (
    <List actions={<CreateButton />}>
      <button
        onClick={() =>
          void invoke('adminCategory', 'deleteCategory', { _id: 'cat_1' }).catch(() => undefined)
        }
      >
        refused
      </button>
    </List>
  );
};

it('react-admin’s own buttons follow a role that is changed while the page is open', async () => {
  await showScreens(
    '/admin/categories',
    <Resource name="categories" list={Categories} create={() => <p>new</p>} />,
    {
      'adminCategory.getCategories': () =>
        ok({ list: [{ _id: 'cat_1', rev: 1, name: '写真' }], total: 1 }),
      'adminCategory.deleteCategory': () => failed(40305),
      'adminAuth.getProfile': {
        ...profileRecord,
        role: 'viewer',
        roleName: '只读',
        rights: ['templates.read'],
      },
    },
  );
  expect(await screen.findByRole('link', { name: /新建/ })).toBeVisible();
  press('refused');
  await waitFor(() => expect(screen.queryByRole('link', { name: /新建/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'refused' })).toBeVisible();
});

const own = profileRecord._id;
const approval = {
  ...approvalEntity.blank(),
  _id: 'refund_RF1',
  rev: 1,
  createTime: Date.now() - 60_000,
  updateTime: Date.now() - 60_000,
  kind: 'refund' as const,
  subjectId: 'RF1',
  orderId: 'ord_1',
  title: '26112312345678901234',
  amount: 40_000,
  limit: '超过每笔 ¥200.00 的退款上限',
  reason: '其他，用户申请',
  status: 'waiting' as const,
  askedById: 'adm_0002',
  askedBy: '客服小林',
  expireTime: Date.now() + 86_400_000,
};

const openApproval = (more: object = {}, rights?: readonly string[], limits = noLimits) => {
  const record = { ...approval, ...more };
  return renderAdmin({
    at: `/admin/approvals/${record._id}`,
    ...(rights && { rights }),
    limits,
    answers: {
      'adminOrder.getApprovalById': record,
      'adminOrder.approveRequest': { ...record, status: 'approved' },
      'adminOrder.declineRequest': { ...record, status: 'declined' },
      'adminOrder.withdrawRequest': { ...record, status: 'withdrawn' },
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
    },
  });
};

describe('a request for approval', () => {
  const answerTo = async (button: string, title: string) => {
    fireEvent.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: title }));
  };

  it('says what it is about and why it waits, and is approved with a note if one is given', async () => {
    const { dataOf } = openApproval();
    expect(await screen.findByRole('heading', { name: '退款 ¥400.00' })).toBeVisible();
    expect(screen.getByText('超过每笔 ¥200.00 的退款上限')).toBeVisible();
    expect(screen.getByRole('link', { name: approval.title })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders/ord_1'),
    );
    const dialog = await answerTo('通过', '通过这项申请？');
    expect(dialog.getByText(/通过后立即提交退款/)).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '确认通过' }));
    expect(await screen.findByText('已通过')).toBeVisible();
    expect(dataOf('approveRequest')).toEqual([{ id: 'refund_RF1', rev: 1 }]);
  });

  it('is approved in the list, from a dialog with all that it rests on', async () => {
    const earlier = aRefund({ _id: 'RF0', amountFen: 1_000, status: 'success' });
    const order = anOrder({
      payFen: 41_000,
      refunds: [aRefund({ _id: 'RF1', amountFen: 40_000, status: 'created' }), earlier],
      lines: [
        {
          kind: 'photo',
          name: '6寸',
          filePath: 'upload/1.jpg',
          qty: 1,
          paidFen: 41_000,
          refundedQty: 0,
          refundedFen: 0,
          refundingQty: 0,
          reprintedQty: 0,
        },
      ],
    });
    const record = { ...approval, refundedFen: 1_000 };
    const { dataOf } = renderAdmin({
      at: '/admin/approvals',
      answers: {
        ...holding(order),
        'adminOrder.getApprovals': { list: [record], total: 1 },
        'adminOrder.approveRequest': { ...record, status: 'approved' },
      },
    });
    const dialog = await answerTo('通过', '通过这项申请？');
    expect(await dialog.findByRole('link', { name: '林小满' })).toBeVisible();
    for (const text of [/尾号 3313/, '进阶积分包 × 1', /^¥10\.00 · /, / · 剩 /, approval.reason])
      expect(dialog.getByText(text)).toBeVisible();
    expect(dialog.getByRole('button', { name: /图片 1/ })).toBeVisible();
    expect(dialog.queryByText(/驳回|撤回/)).toBeNull();
    const confirm = dialog.getByRole('button', { name: '确认通过' });
    await waitFor(() => expect(confirm).toBeEnabled());
    fireEvent.click(confirm);
    await waitFor(() => expect(dataOf('approveRequest')).toEqual([{ id: 'refund_RF1', rev: 1 }]));
  });

  it('above the own limits can be declined with a reason, and is left to others to approve', async () => {
    const { sent, dataOf } = openApproval({}, undefined, { ...noLimits, refundLimitFen: 39_999 });
    expect(await screen.findByText(/超过你的角色的上限/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '通过' })).toBeNull();
    const dialog = await answerTo('驳回', '驳回这项申请？');
    const decline = () => fireEvent.click(dialog.getByRole('button', { name: '确认驳回' }));
    const reason = dialog.getByRole('textbox', { name: '驳回原因' });
    decline();
    await waitFor(() => expect(reason).toBeInvalid());
    expect(sent('declineRequest')).toEqual([]);
    type(reason, '金额不符');
    decline();
    await waitFor(() =>
      expect(dataOf('declineRequest')).toEqual([{ id: 'refund_RF1', rev: 1, note: '金额不符' }]),
    );
  });

  it('of one’s own can be withdrawn, and not approved', async () => {
    const { dataOf } = openApproval({ askedById: own });
    expect(await screen.findByText(/由其他有权限的管理员审批/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '通过' })).toBeNull();
    const dialog = await answerTo('撤回', '撤回这项申请？');
    fireEvent.click(dialog.getByRole('button', { name: '确认撤回' }));
    await waitFor(() => expect(dataOf('withdrawRequest')).toEqual([{ id: 'refund_RF1' }]));
  });

  it.each([
    ['who may not decide', ['approvals.read', 'orders.read', 'orders.refund']],
    ['who may not refund', ['approvals.read', 'approvals.decide', 'orders.read']],
  ])('offers no button to those %s', async (_who, rights) => {
    openApproval({}, rights);
    expect(await screen.findByRole('heading', { name: '退款 ¥400.00' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /通过|驳回|撤回/ })).toBeNull();
  });

  it('that was decided says by whom, and offers nothing', async () => {
    openApproval({
      status: 'declined',
      decidedBy: '王老师',
      decideTime: Date.now(),
      note: '金额不符',
    });
    expect(await screen.findByText('金额不符')).toBeVisible();
    expect(screen.getByText('王老师')).toBeVisible();
    expect(screen.queryByRole('button', { name: /通过|驳回|撤回/ })).toBeNull();
  });
});
