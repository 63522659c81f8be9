import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import type { Task } from '#contract/task.ts';
import { answer, type Answers, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { aTask, rowOf, taskLookUps } from './taskFixture.ts';

const at = '/admin/tasks';
const running = aTask({ _id: '1' });
const broken = aTask({
  _id: '2',
  status: 'failed',
  errorCode: 'GENERATION_FAILED',
  errorText: '未能生成作品，请重新制作',
  costSec: 31.6,
});
const over = aTask({ _id: '3', status: 'succeeded', isRefunded: true });
const counts = { created: 1, queued: 2, running: 3, succeeded: 40, failed: 5, timeout: 6 };

/** A transport that holds these tasks. */
const holding = (tasks: Task[], more: Answers = {}, place: object = {}): Answers => ({
  'adminTask.getTasks': { list: tasks, total: tasks.length, counts },
  'adminTask.getTaskById': ({ data }) => {
    const found = tasks.find(({ _id }) => _id === data['id'])!;
    return answer('adminTask', 'getTaskById', { ...found, queueAhead: null, lane: null, ...place });
  },
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
  ...taskLookUps,
  ...more,
});

beforeEach(() => localStorage.clear());

describe('the list of tasks', () => {
  it('counts and filters states, shows what each has cost, and leads to the page of one', async () => {
    const { dataOf } = renderAdmin({
      at,
      answers: holding([running, broken, over], {
        'adminTask.getTaskStats': {
          waiting: 4,
          working: 2,
          inReview: 1,
          today: { total: 1_210, succeeded: 1_190, failed: 20, coins: 5_000 },
          coinPriceFen: 300,
          medianSec: 31.6,
          errors: [{ errorCode: 'REAL_PERSON', count: 9 }],
        },
      }),
    });
    const second = within(await rowOf('T2'));
    expect(await screen.findByRole('tab', { name: '全部 3' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(screen.getByRole('tab', { name: '进行中 6' })).toBeVisible();
    expect(
      screen.getByRole('searchbox', { name: '搜索任务编号、昵称、手机号、openid' }),
    ).toHaveAttribute(
      'aria-description',
      expect.stringContaining('任务编号、图像服务任务编号的后四位或更多'),
    );
    const ofUser = await second.findByRole('link', { name: '小满' });
    expect(ofUser).toHaveAttribute('href', '/admin/users/usr_1');
    for (const text of ['失败', '未能生成作品，请重新制作', '32 秒'])
      expect(second.getByText(text)).toBeVisible();
    expect(within(await rowOf('T3')).getByText('已退回')).toBeVisible();

    const head = within(screen.getByRole('list', { name: '任务概况' }));
    const failedToday = await head.findByRole('link', { name: '20' });
    const [, query] = failedToday.getAttribute('href')?.split('?') ?? [];
    expect(JSON.parse(new URLSearchParams(query).get('filter') ?? '')).toEqual({
      status: ['failed', 'timeout'],
      createTime: { from: expect.any(Number) as number },
    });
    for (const text of ['32 秒', '¥15.00', '近 7 天「该模板不支持真人照片」'])
      expect(head.getByText(text)).toBeVisible();

    const tab = screen.getByRole('tab', { name: '失败和超时 11' });
    await click(tab);
    await waitFor(() =>
      expect(dataOf('getTasks').at(-1)?.['filter']).toEqual({ status: ['failed', 'timeout'] }),
    );
    expect(tab).toHaveAttribute('aria-selected', 'true');

    await click(await rowOf('T1'));
    expect(await screen.findByText('处理过程')).toBeVisible();
    expect(screen.getByRole('button', { name: '取消任务' })).toBeVisible();
  });

  it('selects only tasks that allow an action, asks for a reason, and lists refused ones with reasons', async () => {
    const { dataOf } = renderAdmin({
      at,
      answers: holding([running, broken, over], {
        'adminTask.cancelTask': ({ data }) =>
          data['id'] === '1'
            ? answer('adminTask', 'cancelTask', { ...running, status: 'cancelled' })
            : failed(codes.stateNotAllowed, '「失败」的任务不能变为「已取消」'),
      }),
    });
    expect(within(await rowOf('T3')).getByRole('checkbox')).toBeDisabled();
    await click(screen.getByRole('checkbox', { name: '全选' }));
    await click(screen.getByRole('button', { name: '取消任务' }));
    const dialog = within(await screen.findByRole('dialog', { name: '取消选中的 2 个任务？' }));
    const cancel = dialog.getByRole('button', { name: '取消任务' });
    expect(cancel).toBeDisabled();
    put(dialog.getByRole('textbox', { name: '原因' }), '长时间未完成');
    put(dialog.getByRole('textbox', { name: '给用户的说明' }), '抱歉，请重新制作');
    await click(cancel);
    expect(await dialog.findByText('已完成 1 项，1 项失败')).toBeVisible();
    expect(dialog.getByText('「失败」的任务不能变为「已取消」')).toBeVisible();
    expect(dataOf('cancelTask')).toEqual([
      { id: '1', reason: '长时间未完成', userNote: '抱歉，请重新制作' },
      { id: '2', reason: '长时间未完成', userNote: '抱歉，请重新制作' },
    ]);
  });

  it('marks trials, erased pictures and doubtful charges, of which a page shows every step', async () => {
    const start = 1_700_000_000_000;
    const step = (seconds: number, from: string, to: string, reason = '') => ({
      time: start + seconds * 1_000,
      from,
      to,
      by: '系统',
      reason,
    });
    const trial = aTask({ _id: '6', status: 'succeeded', isTrial: true, userId: '' });
    const doubtful = aTask({
      _id: '7',
      status: 'failed',
      maybeCharged: true,
      history: [
        step(0, '', 'created', '提交成功'),
        step(3, 'created', 'queued'),
        step(68, 'queued', 'submitting', '使用密钥「主力」'),
        step(70, 'submitting', 'failed', '提交后没有收到回复'),
      ],
    });
    const erased = aTask({ _id: '8', status: 'succeeded', erasedTime: 1_700_000_900_000 });
    const { dataOf } = renderAdmin({
      at,
      answers: holding([trial, doubtful, erased], {
        'adminTask.resolveCharge': { ...doubtful, maybeCharged: false },
      }),
    });
    expect(within(await rowOf('T6')).getAllByText('试跑')[0]).toBeVisible();
    expect(within(await rowOf('T8')).getByText('图片已清除')).toBeVisible();
    expect(within(await rowOf('T7')).getByText('可能已扣费')).toBeVisible();
    await click(await rowOf('T7'));
    const course = (await screen.findByText('处理过程')).closest('section') as HTMLElement;
    const steps = within(course).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^失败.*提交后没有收到回复$/),
      expect.stringMatching(/^提交中.*使用密钥「主力」 · 停留 2 秒$/),
      expect.stringMatching(/^排队中.*停留 1 分 5 秒$/),
      expect.stringMatching(/^已创建.*提交成功 · 停留 3 秒$/),
    ]);
    await click(screen.getByRole('button', { name: '标记已核对' }));
    const dialog = within(await screen.findByRole('dialog', { name: '已核对这个任务的扣费？' }));
    await click(dialog.getByRole('button', { name: '已核对账单，未扣费' }));
    await click(dialog.getByRole('button', { name: '确认已核对' }));
    await waitFor(() =>
      expect(dataOf('resolveCharge')).toEqual([{ id: '7', note: '已核对账单，未扣费' }]),
    );
  });

  it('has doubtful pictures reviewed: passed with a click, or rejected with a reason, one or many', async () => {
    const review = { reason: 'doubtful', label: 'Sexy', since: 1, until: 1_800_000_000_000 };
    const doubtful = aTask({ _id: '9', status: 'saving', inReview: true, review } as never);
    const { dataOf } = renderAdmin({
      at: `${at}?filter=${encodeURIComponent('{"inReview":true}')}`,
      answers: holding([doubtful], {
        'adminTask.passTask': { ...doubtful, status: 'succeeded', inReview: false },
        'adminTask.rejectTask': { ...doubtful, status: 'failed', inReview: false },
      }),
    });
    expect(within(await rowOf('T9')).getByText('待审核')).toBeVisible();
    expect(dataOf('getTasks').at(-1)?.['filter']).toEqual({ inReview: true });
    await click(await rowOf('T9'));
    expect(await screen.findByText('疑似违规（性感）')).toBeVisible();
    expect(screen.queryByRole('button', { name: '查询结果' })).toBeNull();
    await click(screen.getByRole('button', { name: '通过结果图审核' }));
    await waitFor(() => expect(dataOf('passTask')).toEqual([{ id: '9' }]));
    await click(screen.getByRole('checkbox', { name: '全选' }));
    await click(screen.getAllByRole('button', { name: '拒绝结果图' })[0]!);
    const rejecting = within(
      await screen.findByRole('dialog', { name: '拒绝选中的 1 个任务的结果图？' }),
    );
    put(rejecting.getByRole('textbox', { name: '原因' }), '裸露过多');
    await click(rejecting.getByRole('button', { name: '拒绝结果图' }));
    await waitFor(() =>
      expect(dataOf('rejectTask')).toEqual([{ id: '9', reason: '裸露过多', userNote: '' }]),
    );
  });

  it.each([
    ['all tasks', at, 'T1'],
    ["a user's tasks", '/admin/users/usr_1/tasks', '敦煌飞天'],
  ])('of %s is read again while one is active, and then no more', async (_whose, at, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let shown = [running, over];
      const list = () => answer('adminTask', 'getTasks', { list: shown, total: 2 });
      const { sent } = renderAdmin({ at, answers: holding([], { 'adminTask.getTasks': list }) });
      await screen.findAllByText(text);
      const first = sent('getTasks').length;
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(sent('getTasks').length).toBeGreaterThan(first);
      shown = [{ ...running, status: 'succeeded' }, over];
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      await waitFor(() => expect(screen.queryByText('生成中')).toBeNull());
      const last = sent('getTasks').length;
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(sent('getTasks').length).toBe(last);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('a free task in the queue says how many are before it, and has no credits to give back', async () => {
  const free = aTask({
    _id: '5',
    status: 'queued',
    costCredits: 0,
    held: { paid: 0, gift: 0 },
    isFree: true,
  });
  const { dataOf } = renderAdmin({
    at: `${at}/5`,
    answers: holding(
      [free],
      {
        'adminTask.cancelTask': { ...free, status: 'cancelled' },
      },
      { queueAhead: 3, lane: 'free' },
    ),
  });
  expect(await screen.findByText('前面还有 3 个')).toBeVisible();
  expect(screen.getByText('免费')).toBeVisible();
  await click(screen.getByRole('button', { name: '取消任务' }));
  const dialog = within(await screen.findByRole('dialog', { name: '取消这个任务？' }));
  expect(dialog.getByText('任务立即结束，不涉及积分。')).toBeVisible();
  await click(dialog.getByRole('button', { name: '长时间未完成' }));
  put(dialog.getByRole('textbox', { name: '给用户的说明' }), '请重新制作');
  await click(dialog.getByRole('button', { name: '确认取消' }));
  expect(await screen.findByText('已取消')).toBeVisible();
  expect(screen.getAllByText('未消耗积分')[0]).toBeVisible();
  expect(dataOf('cancelTask')).toEqual([
    { id: '5', reason: '长时间未完成', userNote: '请重新制作' },
  ]);
});

it('the page of a task links to its template, and an action sends no version', async () => {
  const { dataOf } = renderAdmin({
    at: `${at}/1`,
    answers: holding([running], {
      'adminTask.syncTask': running,
    }),
  });
  await click(await screen.findByRole('button', { name: '查询结果' }));
  await waitFor(() => expect(dataOf('syncTask')).toEqual([{ id: '1' }]));
  const template = screen.getByRole('link', { name: '敦煌飞天' });
  expect(template).toHaveAttribute('href', '/admin/templates/edit/tpl_1');
});
