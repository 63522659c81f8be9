import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, click, failed, ok, renderAdmin } from '../renderAdmin.tsx';
import { aTask, rowOf, taskLookUps } from './taskFixture.ts';

const NOW = 1_700_000_600_000;

it('the page of a task shows what the provider was sent and has said, once it is asked', async () => {
  const { sent } = renderAdmin({
    at: '/admin/tasks/1',
    answers: {
      ...taskLookUps,
      'adminTask.getTaskById': () => ok(aTask({ _id: '1', status: 'failed' })),
      'adminStorage.getFileList': () => ok({ list: [] }),
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
      'adminMessage.getMessages': () => ok({ list: [], total: 0 }),
      'adminTask.getDiagnosis': {
        errorRaw: 'KSampler: no memory',
        workflow: '1985',
        pool: 'default',
        sentTime: NOW,
        polls: 3,
        silent: 0,
        reportTime: null,
        sent: [{ nodeId: '6', fieldName: 'text', value: '一只猫' }],
        notices: [{ source: 'wxpay', eventType: 'TRANSACTION.SUCCESS', time: NOW }],
      },
    },
  });
  const part = within(await screen.findByRole('region', { name: '诊断' }));
  expect(sent('getDiagnosis')).toEqual([]);
  await click(part.getByRole('button', { name: '展开' }));
  expect(await part.findByText('KSampler: no memory')).toBeVisible();
  expect(part.getByText('6.text = 一只猫')).toBeVisible();
  expect(part.getByText('微信支付通知')).toBeVisible();
  await click(part.getByRole('button', { name: '收起' }));
  expect(part.queryByText('KSampler: no memory')).toBeNull();
});

const job = (name: string, more: object = {}) => ({
  name,
  next: null,
  runningSince: null,
  lastTime: NOW - 60_000,
  failedTime: null,
  failure: '',
  ...more,
});

it('the state of the system says what fails, what is late and what runs, and is asked for again', async () => {
  let isBroken = true;
  const status = answer('adminSettings', 'getSystemStatus', {
    now: NOW,
    timers: [
      { function: 'worker', lastTime: NOW - 300_000 },
      { function: 'heavyWorker', lastTime: NOW - 3_600_000 },
    ],
    jobs: [
      job('messages', { runningSince: NOW - 5_000, next: NOW - 600_000 }),
      job('refunds'),
      job('orders', { next: NOW - 10 * 60_000 }),
      job('exports', { failure: 'ActionError 50201', failedTime: NOW }),
    ],
    callbacks: [{ source: 'wxpay', lastTime: null }],
    queues: { tasks: 7, messages: 2 },
    warnings: ['虚拟支付没有启用'],
  });
  renderAdmin({
    at: '/admin/system-status',
    answers: { 'adminSettings.getSystemStatus': () => (isBroken ? failed(50_000) : status) },
  });
  const retry = await screen.findByRole('button', { name: '重试' });
  isBroken = false;
  await click(retry);
  const rows = within(await screen.findByRole('table', { name: '后台任务' })).getAllByRole('row');
  // The most urgent first.
  expect(rows.slice(1).map(row => row.querySelector('td')?.textContent)).toEqual([
    '导出',
    '订单处理',
    '发送消息',
    '查询退款',
  ]);
  expect(await rowOf('导出')).toHaveTextContent(/上次出错.*ActionError 50201/);
  expect(await rowOf('订单处理')).toHaveTextContent('已晚 10 分钟');
  expect(await rowOf('发送消息')).toHaveTextContent('进行中');
  expect(screen.getByText('没有按时运行')).toBeVisible();
  expect(screen.getByText('虚拟支付没有启用')).toBeVisible();
  expect(screen.getByRole('link', { name: '7' })).toHaveAttribute(
    'href',
    expect.stringContaining('/admin/tasks'),
  );
});
