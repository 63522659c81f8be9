import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { auditLogEntity } from '#contract/auditLog.ts';
import { like } from './likeContract.ts';
import { answer, renderAdmin } from './renderAdmin.tsx';

it('the log names what a user did, and fields that have free names', async () => {
  const blank = like(auditLogEntity.record) as object;
  const rows = [
    { _id: 'log_1', function: 'appUser', action: 'deleteMyData', resource: 'user', diff: [] },
    {
      _id: 'log_2',
      function: 'adminSettings',
      action: 'updateNotificationSettings',
      resource: 'setting',
      diff: [{ path: 'subscribe.taskDone.fields.thing1', from: null, to: '{模板名称}' }],
    },
    {
      _id: 'log_3',
      function: 'adminTemplate',
      action: 'updateTemplate',
      resource: 'template',
      diff: [{ path: 'averageSec', from: 10, to: 12 }],
    },
  ].map(row => ({ ...blank, ...row }));
  renderAdmin({
    at: '/admin/audit-logs',
    answers: {
      'adminAuditLog.getLogs': () =>
        answer('adminAuditLog', 'getLogs', { list: rows as never, total: 3 }),
      'adminAdministrator.getAdministrators': () =>
        answer('adminAdministrator', 'getAdministrators', { list: [], total: 0 }),
    },
  });
  expect(await screen.findByText('删除全部数据')).toBeVisible();
  const page = document.body;
  expect(page).toHaveTextContent('生成完成：消息字段（thing1）');
  expect(page).toHaveTextContent('平均耗时（秒）');
  expect(page).not.toHaveTextContent(/averageSec|deleteMyData/);
});
