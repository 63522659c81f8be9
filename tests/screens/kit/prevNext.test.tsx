import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Feedback, feedbackEntity } from '#contract/feedback.ts';
import { loadTexts } from '#i18n/i18nProvider.ts';
import {
  answer,
  type Answers,
  click,
  ok,
  put,
  renderAdmin,
  type SentCall,
} from '../renderAdmin.tsx';
import { anOutput, aTask, rowOf, taskLookUps, times } from '../tasks/taskFixture.ts';

// A page opens once the texts of all resources are there.
beforeAll(loadTexts);
beforeEach(() => localStorage.clear());

const PER_PAGE = 10;
const at = `/admin/feedback?filter=${encodeURIComponent('{"status":"open"}')}&perPage=${PER_PAGE}`;

/** A server that has so many open complaints, numbered in the order of the list. */
const serving = (count: number, fields: Partial<Feedback> = {}): Answers => {
  const stored = Array.from({ length: count }, (_, index): Feedback =>
    feedbackEntity.record.parse({
      ...times,
      _id: `fb_${index + 1}`,
      rev: 1,
      userId: 'usr_1',
      openid: 'o1',
      topic: 'quality',
      text: `第${index + 1}条`,
      status: 'open',
      ...fields,
    }),
  );
  const of = ({ data }: SentCall) => stored.find(({ _id }) => _id === data['id'])!;
  const change = (call: SentCall, patch: Partial<Feedback>) =>
    Object.assign(of(call), patch, { rev: of(call).rev + 1 });
  return {
    ...taskLookUps,
    'adminAuditLog.getResourceHistory': () => ok({ list: [] }),
    'adminFeedback.getQuickReplies': { list: ['你好，很抱歉{作品}没有达到预期。'] },
    'adminFeedback.getFeedbacks': ({ data }) => {
      const { page, pageSize } = data as { page: number; pageSize: number };
      const { status } = data['filter'] as { status?: string };
      const found = stored.filter(one => !status || one.status === status);
      return ok({
        list: found.slice((page - 1) * pageSize, page * pageSize).map(one => ({ ...one })),
        total: found.length,
        counts: { open: found.length, handled: 0 },
      });
    },
    'adminFeedback.getFeedbackById': call => ok({ ...of(call) }),
    'adminFeedback.replyToFeedback': call =>
      ok({ ...change(call, { status: call.data['handle'] ? 'handled' : 'open' }) }),
  };
};

const page = () => location.pathname.split('/').at(-1);
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const position = () => screen.getByRole('navigation', { name: '列表中的上一条和下一条' });
const open = async (which: string) => click(await rowOf(which));
const isAt = async (id: string, text: string) => {
  await waitFor(() => expect(page()).toBe(id));
  await waitFor(() => expect(position()).toHaveTextContent(text));
};

it('leads through the records of the list that one was opened from, across its pages, by buttons and keys', async () => {
  renderAdmin({ at, answers: serving(12) });
  await open('第9条');
  await isAt('fb_9', '9 / 12');
  press('j');
  await isAt('fb_10', '10 / 12');
  await click(within(position()).getByRole('link', { name: '下一条' }));
  await isAt('fb_11', '11 / 12');
  press('j');
  await isAt('fb_12', '12 / 12');
  expect(within(position()).queryByRole('link', { name: '下一条' })).toBeNull();
  press('k');
  press('k');
  await isAt('fb_10', '10 / 12');
  // While one writes, these are letters.
  fireEvent.keyDown(screen.getByRole('textbox', { name: /回复用户/ }), { key: 'j' });
  expect(page()).toBe('fb_10');

  press('j');
  await isAt('fb_11', '11 / 12');
  await click(screen.getByRole('link', { name: '返回列表' }));
  // On the page of the list where it stands, marked.
  const row = await rowOf('第11条');
  await waitFor(() => expect(row).toHaveAttribute('data-last-opened'));
});

it('opens the next one that waits once the reply has settled this one: two clicks each', async () => {
  const { dataOf } = renderAdmin({ at, answers: serving(3, { templateName: '水墨' }) });
  await open('第2条');
  await click(await screen.findByRole('button', { name: '你好，很抱歉「水墨」没有达到预期。' }));
  await click(screen.getByRole('button', { name: '发送并标记已处理' }));
  expect(await screen.findByText('已发送并标记已处理，未退回')).toBeVisible();
  await isAt('fb_3', '2 / 2');
  expect(screen.getByRole('textbox', { name: /回复用户/ })).toHaveValue('');
  expect(dataOf('replyToFeedback')).toEqual([
    { id: 'fb_2', rev: 1, text: '你好，很抱歉「水墨」没有达到预期。', handle: true },
  ]);
  // What is only answered stays.
  put(screen.getByRole('textbox', { name: /回复用户/ }), '请补充照片');
  await click(screen.getByRole('button', { name: '发送' }));
  expect(await screen.findByText(/已回复，用户在/)).toBeVisible();
  expect(page()).toBe('fb_3');
  put(screen.getByRole('textbox', { name: /回复用户/ }), '已更换模板');
  await click(screen.getByRole('button', { name: '发送并标记已处理' }));
  await isAt('fb_1', '1 / 1');
  put(screen.getByRole('textbox', { name: /回复用户/ }), '已更换模板');
  await click(screen.getByRole('button', { name: '发送并标记已处理' }));
  expect(await screen.findByText('没有其他待处理的了')).toBeVisible();
  expect(page()).toBe('fb_1');
});

it('moves money only when that is ticked and confirmed, before the message, and goes on where it was interrupted', async () => {
  const task = aTask({ _id: 'task_1', status: 'succeeded', outputs: [anOutput('results/a.jpg')] });
  let isRefunded = false;
  let isLost = true;
  const { dataOf, calls } = renderAdmin({
    at,
    answers: {
      ...serving(1, { taskId: 'task_1', receiptNo: 'F1' }),
      'adminTask.getTaskById': () => ok({ ...task, isRefunded }),
      'adminTask.refundTaskCredits': () => {
        if (isRefunded) return { code: 40902, message: '积分已退回', data: null, requestId: 'r' };
        isRefunded = true;
        return ok({ ...task, isRefunded });
      },
      'adminFeedback.replyToFeedback': ({ data }) => {
        if (isLost) throw new Error('offline');
        return answer('adminFeedback', 'replyToFeedback', {
          ...feedbackEntity.record.parse({
            ...times,
            _id: String(data['id']),
            rev: 2,
            userId: 'usr_1',
            openid: 'o1',
            topic: 'quality',
            text: '第1条',
            status: 'handled',
            returned: { credits: 10 },
          }),
        });
      },
    },
  });
  await open('第1条');
  const box = await screen.findByRole('switch', { name: '退回 10 积分' });
  expect(box).not.toBeChecked();
  await click(box);
  put(screen.getByRole('textbox', { name: /回复用户/ }), '抱歉');
  await click(screen.getByRole('button', { name: '发送并标记已处理' }));
  const dialog = within(await screen.findByRole('dialog', { name: '退回并发送？' }));
  expect(calls.filter(({ action }) => action === 'refundTaskCredits')).toEqual([]);
  expect(dialog.getByText(/退回 10 积分。/)).toBeVisible();
  await click(dialog.getByRole('button', { name: '退回并发送' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  isLost = false;
  await click(dialog.getByRole('button', { name: '退回并发送' }));
  expect(await screen.findByText('已发送并标记已处理，已退回 10 积分')).toBeVisible();
  expect(dataOf('refundTaskCredits')).toEqual([
    { id: 'task_1', reason: '处理反馈 F1' },
    { id: 'task_1', reason: '处理反馈 F1' },
  ]);
  const acts = calls.map(({ action }) => action);
  expect(acts.indexOf('refundTaskCredits')).toBeLessThan(acts.indexOf('replyToFeedback'));
});
