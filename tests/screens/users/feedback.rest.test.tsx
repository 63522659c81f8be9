import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type Feedback, feedbackEntity } from '#contract/feedback.ts';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { answer, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { anOutput, aTask, rowOf, taskLookUps, times } from '../tasks/taskFixture.ts';

const at = '/admin/feedback';
const aFeedback = (fields: Partial<Feedback> & { _id: string }): Feedback =>
  feedbackEntity.record.parse({
    ...times,
    rev: 4,
    userId: 'usr_1',
    openid: 'o1',
    topic: 'quality',
    text: `第${fields._id}条`,
    status: 'open',
    ...fields,
  });
const list = [
  aFeedback({
    _id: '1',
    contact: '微信 abc',
    taskId: 'task_1',
    templateName: '敦煌飞天',
    acceptBy: 1,
  }),
  aFeedback({ _id: '2', topic: 'rights' }),
  aFeedback({
    _id: '3',
    status: 'handled',
    reply: '已退回积分',
    handledBy: '李娜',
    handledTime: 1_700_000_500_000,
  }),
];

const answers = {
  'adminFeedback.getFeedbacks': { list, total: 3, counts: { open: 2, handled: 1 } },
  'adminFeedback.getFeedbackById': ({ data }: { data: Record<string, unknown> }) =>
    answer(
      'adminFeedback',
      'getFeedbackById',
      list.find(({ _id }) => _id === data['id'])!,
    ),
  'adminFeedback.getQuickReplies': { list: ['你好，换一张照片会更好。'] },
  'adminAuditLog.getResourceHistory': () => ok({ list: [] }),
  'adminTask.getTaskById': () =>
    ok(aTask({ _id: 'task_1', status: 'succeeded', outputs: [anOutput('results/a.jpg')] })),
  ...taskLookUps,
};

// A page opens once the texts of all resources are there.
beforeAll(loadTexts);
beforeEach(() => localStorage.clear());

describe('the list of feedback', () => {
  it('counts what is open, and leads to the page with contact, task and its pictures', async () => {
    const { dataOf } = renderAdmin({
      at,
      answers: {
        ...answers,
        'adminFeedback.replyToFeedback': ({ data }) =>
          answer('adminFeedback', 'replyToFeedback', {
            ...list[0]!,
            rev: 5,
            messages: [{ from: 'support', by: '我', text: String(data['text']), time: 1 }],
          }),
      },
    });
    expect(await screen.findByRole('tab', { name: '待处理 2' })).toBeVisible();
    await click(await rowOf('第1条'));
    expect(await screen.findByText('微信****')).toBeVisible();
    expect(screen.queryByText('微信 abc')).toBeNull();
    expect(await screen.findByRole('switch', { name: '退回 10 积分' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: /结果图 1/ })).toBeVisible();
    expect(window.location.pathname).toBe('/admin/feedback/1');

    // A quick reply may be changed before it is sent.
    await click(await screen.findByRole('button', { name: '你好，换一张照片会更好。' }));
    const reply = screen.getByRole<HTMLInputElement>('textbox', { name: /回复用户/ });
    put(reply, `${reply.value}请查收`);
    await click(screen.getByRole('button', { name: '发送' }));
    expect(await screen.findByText(/已回复，用户在/)).toBeVisible();
    expect(dataOf('replyToFeedback')).toEqual([
      { id: '1', rev: 4, text: '你好，换一张照片会更好。请查收' },
    ]);
  });

  it('shows the contact, and the texts with a number in them, after a reason', async () => {
    const whole = { _id: '1', contact: '微信 abc', texts: ['请打 13987651234'] };
    const { sent } = renderAdmin({
      at: `${at}/1`,
      answers: {
        ...answers,
        'adminFeedback.revealContact': () => answer('adminFeedback', 'revealContact', whole),
      },
    });
    await click(await screen.findByRole('button', { name: '查看完整联系方式' }));
    put(await screen.findByRole('textbox', { name: /原因/ }), '回访投诉');
    await click(screen.getByRole('button', { name: '查看' }));
    expect(await screen.findByText('微信 abc')).toBeVisible();
    expect(screen.getByText('请打 13987651234')).toBeVisible();
    expect(sent('revealContact').map(({ data }) => data)).toEqual([
      { id: '1', reason: '回访投诉' },
    ]);
  });

  it('accepts one, marks one as handled with what was done, and opens one again, each at the version that was read', async () => {
    const { sent, dataOf } = renderAdmin({
      at,
      answers: {
        ...answers,
        'adminFeedback.acceptFeedback': { ...list[0]!, acceptedTime: 2 },
        'adminFeedback.handleFeedback': { ...list[1]!, status: 'handled' },
        'adminFeedback.reopenFeedback': { ...list[2]!, status: 'open' },
      },
    });
    const first = within(await rowOf('第1条'));
    expect(first.getByText('超期未受理')).toBeVisible();
    await click(first.getByRole('button', { name: '受理' }));
    await waitFor(() => expect(dataOf('acceptFeedback')).toEqual([{ id: '1', rev: 4 }]));
    const row = within(await rowOf('第2条'));
    await click(row.getByRole('button', { name: '处理' }));
    const dialog = within(await screen.findByRole('dialog', { name: '处理这条反馈' }));
    await click(dialog.getByRole('button', { name: '标记为已处理' }));
    expect(sent('handleFeedback')).toEqual([]);
    // A usual result is submitted with the tap.
    await click(dialog.getByRole('button', { name: '已下线相关模板' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(dataOf('handleFeedback')).toEqual([{ id: '2', rev: 4, reply: '已下线相关模板' }]);
    await click(within(await rowOf('第3条')).getByRole('button', { name: '重新打开' }));
    await waitFor(() => expect(dataOf('reopenFeedback')).toEqual([{ id: '3', rev: 4 }]));
  });

  it('says who handled one and how', async () => {
    renderAdmin({ at: `${at}/3`, answers });
    expect(await screen.findByText(/李娜 处理于/)).toBeVisible();
    expect(screen.getByText('已退回积分')).toBeVisible();
  });

  it('handles several with one reply, and names those that a colleague was faster with', async () => {
    const { dataOf } = renderAdmin({
      at,
      answers: {
        ...answers,
        'adminFeedback.handleFeedback': ({ data }) =>
          data['id'] === '1'
            ? answer('adminFeedback', 'handleFeedback', { ...list[0]!, status: 'handled' })
            : failed(codes.stateNotAllowed, '该反馈已处理'),
      },
    });
    await rowOf('第1条');
    expect(within(await rowOf('第3条')).getByRole('checkbox')).toBeDisabled();
    await click(screen.getByRole('checkbox', { name: '全选' }));
    const bar = await screen.findByText(/已选择|已选/);
    const toolbar = bar.closest('.MuiToolbar-root') as HTMLElement;
    await click(within(toolbar).getByRole('button', { name: '处理' }));
    const dialog = within(await screen.findByRole('dialog', { name: '处理选中的 2 条反馈？' }));
    expect(dialog.getByRole('button', { name: '处理' })).toBeDisabled();
    put(dialog.getByRole('textbox', { name: '处理结果' }), '已电话说明');
    await click(dialog.getByRole('button', { name: '处理' }));
    expect(await dialog.findByText('该反馈已处理')).toBeVisible();
    expect(dataOf('handleFeedback')).toEqual([
      { id: '1', reply: '已电话说明' },
      { id: '2', reply: '已电话说明' },
    ]);
  });
});
