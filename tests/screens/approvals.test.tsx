import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { approvalEntity } from '#contract/approval.ts';
import { noLimits } from '#contract/rights/roles.ts';
import { answer, ok, profileRecord, renderAdmin } from './renderAdmin.tsx';

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
  limit: '超过角色每笔订单的退款上限：200.00 元',
  reason: '其他，用户申请',
  status: 'waiting' as const,
  askedById: 'adm_0002',
  askedBy: '客服小林',
  expireTime: Date.now() + 86_400_000,
};

const open = (more: object = {}, rights?: readonly string[], limits = noLimits) => {
  const record = { ...approval, ...more };
  return renderAdmin({
    at: `/admin/approvals/${record._id}`,
    ...(rights && { rights }),
    limits,
    answers: {
      'adminOrder.getApprovalById': () => answer('adminOrder', 'getApprovalById', record),
      'adminOrder.approveRequest': () =>
        answer('adminOrder', 'approveRequest', { ...record, status: 'approved' }),
      'adminOrder.declineRequest': () =>
        answer('adminOrder', 'declineRequest', { ...record, status: 'declined' }),
      'adminOrder.withdrawRequest': () =>
        answer('adminOrder', 'withdrawRequest', { ...record, status: 'withdrawn' }),
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
    },
  });
};

it('a request says what it is about and why it waits, and is approved with a note if one is given', async () => {
  const { user, sent } = open();
  expect(await screen.findByRole('heading', { name: '退款 ¥400.00' })).toBeVisible();
  expect(screen.getByText('超过角色每笔订单的退款上限：200.00 元')).toBeVisible();
  expect(screen.getByRole('link', { name: approval.title })).toHaveAttribute(
    'href',
    expect.stringContaining('/orders/ord_1'),
  );
  await user.click(screen.getByRole('button', { name: '通过' }));
  const dialog = within(await screen.findByRole('dialog', { name: '通过这项申请？' }));
  expect(dialog.getByText(/通过后立即提交退款/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '确认通过' }));
  expect(await screen.findByText('已通过')).toBeVisible();
  expect(sent('approveRequest').map(({ data }) => data)).toEqual([{ id: 'refund_RF1' }]);
});

it('declining asks for a reason', async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: '驳回' }));
  const dialog = within(await screen.findByRole('dialog', { name: '驳回这项申请？' }));
  await user.click(dialog.getByRole('button', { name: '确认驳回' }));
  expect(sent('declineRequest')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: '驳回原因' }), '金额不符');
  await user.click(dialog.getByRole('button', { name: '确认驳回' }));
  expect(sent('declineRequest').map(({ data }) => data)).toEqual([
    { id: 'refund_RF1', note: '金额不符' },
  ]);
});

it('one’s own request can be withdrawn, and not approved', async () => {
  const { user, sent } = open({ askedById: own });
  expect(await screen.findByText(/由其他有权限的管理员审批/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '撤回' }));
  const dialog = within(await screen.findByRole('dialog', { name: '撤回这项申请？' }));
  await user.click(dialog.getByRole('button', { name: '确认撤回' }));
  expect(sent('withdrawRequest').map(({ data }) => data)).toEqual([{ id: 'refund_RF1' }]);
});

it.each([
  ['who may not decide', ['approvals.read', 'orders.read', 'orders.refund']],
  ['who may not refund', ['approvals.read', 'approvals.decide', 'orders.read']],
])('no button is offered to those %s', async (_who, rights) => {
  open({}, rights);
  expect(await screen.findByRole('heading', { name: '退款 ¥400.00' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /通过|驳回|撤回/ })).toBeNull();
});

it('what is above the own limits can be declined, and is left to others to approve', async () => {
  open({}, undefined, { ...noLimits, refundLimitFen: 39_999 });
  expect(await screen.findByText(/超过你的角色的上限/)).toBeVisible();
  expect(screen.getByRole('button', { name: '驳回' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull();
});

it('what was decided says by whom, and offers nothing', async () => {
  open({ status: 'declined', decidedBy: '王老师', decideTime: Date.now(), note: '金额不符' });
  expect(await screen.findByText('金额不符')).toBeVisible();
  expect(screen.getByText('王老师')).toBeVisible();
  expect(screen.queryByRole('button', { name: /通过|驳回|撤回/ })).toBeNull();
});
