import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import {
  fail,
  DAY,
  NOW,
  openVisitor,
  pass,
  PHOTO,
  prepareVisitorPages,
  task,
  template,
  unreachable as lost,
  inMain,
} from './visitorFixture.tsx';

const withInputs = {
  inputs: [
    { key: 'photo', type: 'image', value: null, filePath: PHOTO },
    { key: 'mood', type: 'text', value: '安静', filePath: '' },
    { key: 'seed', type: 'seed', value: 42, filePath: '' },
  ],
};
const made = (more: Partial<VisitorTask> = {}) => task({ ...withInputs, ...more });
const output = (at: number) => ({
  filePath: `results/usr_1/task_1/${at}.jpg`,
  fileType: 'jpg',
  width: 900,
  height: 1_200,
  nodeId: '9',
});
const done = (more: Partial<VisitorTask> = {}) =>
  made({
    status: 'succeeded',
    progress: 100,
    queueAhead: null,
    outputs: [output(1), output(2)],
    finishTime: NOW,
    expireTime: NOW + 10 * DAY,
    ...more,
  });

type Answers = Parameters<typeof openVisitor>[3];

/** `answers.getTask` may be changed while the page is open. */
const openTask = async (first: VisitorTask, answers: Answers = {}) => {
  const opened = openVisitor(
    '/task/task_1',
    [template(1)],
    {},
    { getTask: () => first, ...answers },
  );
  await pass();
  return opened;
};

const visibility = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

prepareVisitorPages({ now: NOW });

describe('while a task waits and runs', () => {
  it('is followed from the queue to its pictures, and then no longer asked about', async () => {
    const { visitor } = await openTask(made());
    expect(screen.getByRole('heading', { level: 1, name: '排队中' })).toHaveFocus();
    expect(screen.getByText('前面还有 3 个')).toBeVisible();
    expect(document.title).toBe('排队中 · 水彩肖像 - AI图像处理');

    const startTime = NOW + 3_000;
    visitor.answers.getTask = () =>
      made({ status: 'running', progress: 40, queueAhead: null, startTime });
    await pass(3_000);
    expect(screen.getByRole('heading', { level: 1, name: '正在制作' })).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await pass(2_000);
    expect(screen.getByText('已用 2 秒')).toBeVisible();
    expect(screen.getByText('一般需要约 20 秒')).toBeVisible();

    visitor.answers.getTask = () => done();
    await pass(3_000);
    expect(screen.getByRole('heading', { level: 1, name: '制作完成' })).toBeVisible();
    const asked = visitor.callsOf('getTask').length;
    await pass(120_000);
    expect(visitor.callsOf('getTask')).toHaveLength(asked);
  });

  it.each([
    ['paid', '大家轮流制作，前面的数量可能会增加'],
    ['free', '付费制作优先，其余轮流制作，前面的数量可能会增加'],
  ] as const)('shows who is served before it: %s', async (lane, sentence) => {
    await openTask(made({ lane }));
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('says when its pictures are reviewed, and shows nothing of them', async () => {
    await openTask(made({ status: 'saving', queueAhead: null, startTime: NOW, inReview: true }));
    expect(screen.getByRole('heading', { level: 1, name: '正在审核' })).toBeVisible();
    expect(screen.getByText('作品正在审核，通过后就能看到；未通过会全额退回')).toBeVisible();
    expect(screen.queryByText(/已用/)).toBeNull();
  });

  it('is asked about less often after a minute', async () => {
    const { visitor } = await openTask(made());
    await pass(60_000);
    const inFirst = visitor.callsOf('getTask').length;
    await pass(60_000);
    const inSecond = visitor.callsOf('getTask').length - inFirst;
    expect(inFirst).toBeGreaterThanOrEqual(20);
    expect(inSecond).toBeLessThanOrEqual(8);
  });

  it('is not asked about while the page is hidden, and at once when it is visible again', async () => {
    const { visitor } = await openTask(made());
    visibility('hidden');
    await pass(60_000);
    expect(visitor.callsOf('getTask')).toHaveLength(1);
    visibility('visible');
    await pass();
    expect(visitor.callsOf('getTask')).toHaveLength(2);
  });

  it('says when the service does not answer, and asks at once when the network returns', async () => {
    const { visitor } = await openTask(made());
    visitor.failure = lost;
    await pass(3_000);
    expect(screen.getByText('网络不稳定，正在重新连接，制作不受影响')).toBeVisible();
    expect(screen.getByText('前面还有 3 个')).toBeVisible();
    visitor.failure = undefined;
    act(() => void dispatchEvent(new Event('online')));
    await pass();
    expect(screen.queryByText(/网络不稳定/)).toBeNull();
  });

  it('can be cancelled before it has begun', async () => {
    const cancelled = made({
      status: 'cancelled',
      queueAhead: null,
      isRefunded: true,
      errorText: '制作已取消',
    });
    const { visitor } = await openTask(made(), { cancelTask: () => cancelled });
    fireEvent.click(screen.getByRole('button', { name: '取消制作' }));
    const dialog = within(screen.getByRole('dialog', { name: '确定取消制作「水彩肖像」？' }));
    expect(dialog.getByText('取消后 8 积分会全部退回。')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '取消制作' }));
    await pass();
    expect(visitor.callsOf('cancelTask')).toEqual([{ id: 'task_1' }]);
    expect(screen.getByRole('heading', { level: 1, name: '已取消' })).toBeVisible();
    expect(screen.getByText('8 积分已退回。')).toBeVisible();
    expect(screen.queryByText('制作已取消')).toBeNull();
  });

  it('shows why it cannot be cancelled any more', async () => {
    await openTask(made(), {
      cancelTask: fail(new ActionFailure({ code: 40902, message: '制作已开始，不能取消' })),
    });
    fireEvent.click(screen.getByRole('button', { name: '取消制作' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '取消制作' }));
    await pass();
    expect(dialog.getByRole('alert')).toHaveTextContent('制作已开始，不能取消');
  });

  it('offers no cancelling once it runs', async () => {
    await openTask(made({ status: 'running', startTime: NOW, queueAhead: null }));
    expect(screen.queryByRole('button', { name: '取消制作' })).toBeNull();
  });
});

describe('the pictures of a task', () => {
  it('are compared with the photo, with their notice and how long they are kept', async () => {
    const { visitor } = await openTask(done());
    await pass();
    expect(screen.getByRole('slider', { name: /对比处理前后/ })).toBeInTheDocument();
    const asked = visitor.signer.calls.flatMap(({ urls }) => urls);
    expect(asked).toContain('user_upload/usr_1/202611/a.jpg!userupload');
    expect(asked).toContain('results/usr_1/task_1/1.jpg!runninghubreturnsimages');
    expect(within(screen.getByRole('main')).getByText('图片由人工智能生成')).toBeVisible();
    expect(screen.getByText('图片保留 10 天（至 2026-11-30），请及时下载')).toBeVisible();
    for (const address of asked.filter(url => url.startsWith('results/')))
      expect(address).toMatch(/!(thumbnail|runninghubreturnsimages|download)$/);
  });

  it('are saved in the style with the mark, under the name of the template', async () => {
    const file = new Blob(['x'], { type: 'image/png' });
    const fetched = vi.fn(async (_url: string) => ({ ok: true, blob: async () => file }));
    vi.stubGlobal('fetch', fetched);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await openTask(done({ templateName: '水彩/肖像' }));
    fireEvent.click(screen.getByRole('button', { name: '结果 2' }));
    fireEvent.click(screen.getByRole('button', { name: '下载图片' }));
    await pass();
    expect(fetched.mock.calls[0]?.[0]).toContain('results/usr_1/task_1/2.jpg!download');
    expect(saved).toEqual(['水彩_肖像-T20261120001-2.png']);
  });

  it('can be looked at large, in no style without the mark', async () => {
    const { visitor } = await openTask(done());
    fireEvent.click(screen.getByRole('button', { name: '放大查看' }));
    await pass();
    expect(screen.getByRole('dialog', { name: /查看图片/ })).toBeVisible();
    const asked = visitor.signer.calls.flatMap(({ urls }) => urls);
    expect(asked.filter(url => /^results\/.*(!original|\.\w+)$/.test(url))).toEqual([]);
  });

  it('says so when saving fails', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch')));
    await openTask(done());
    fireEvent.click(screen.getByRole('button', { name: '下载图片' }));
    await pass();
    expect(screen.getByRole('alert')).toHaveTextContent('下载失败');
  });

  it('are rated with stars, and a failed rating is taken back', async () => {
    const { visitor } = await openTask(done(), {
      rateTask: ({ rating }) => done({ rating: rating as number | null }),
    });
    fireEvent.click(screen.getByRole('radio', { name: '4 星' }));
    await pass();
    expect(visitor.callsOf('rateTask')).toEqual([{ id: 'task_1', rating: 4 }]);
    expect(screen.getByText('谢谢你的评分')).toBeVisible();
    visitor.failure = lost;
    fireEvent.click(screen.getByRole('radio', { name: '1 星' }));
    await pass();
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    expect(screen.getByRole('radio', { name: '4 星' })).toBeChecked();
    visitor.failure = undefined;
    fireEvent.click(screen.getByRole('button', { name: '撤回评分' }));
    await pass();
    expect(screen.getByRole('radio', { name: '4 星' })).not.toBeChecked();
    expect(screen.queryByRole('button', { name: '撤回评分' })).toBeNull();
  });

  it('are made again with the same content, but another seed', async () => {
    await openTask(done());
    fireEvent.click(screen.getByRole('button', { name: '再做一次' }));
    expect(location.pathname).toBe('/template/tpl_1');
    expect(JSON.parse(sessionStorage.getItem('making:tpl_1') ?? '')).toMatchObject({
      values: { mood: '安静' },
      photos: { photo: [{ filePath: 'user_upload/usr_1/202611/a.jpg' }] },
    });
  });

  it('are named only where they are a video, with the reason', async () => {
    const clip = { ...output(1), filePath: 'results/usr_1/task_1/1.mp4', fileType: 'mp4' };
    const { visitor } = await openTask(done({ outputs: [clip] }));
    expect(screen.getByRole('note')).toHaveTextContent('这次制作的是视频，暂时无法播放和下载');
    expect(screen.queryByRole('button', { name: '下载图片' })).toBeNull();
    expect(screen.queryByRole('link', { name: '冲印成照片' })).toBeNull();
    expect(screen.getByRole('button', { name: '再做一次' })).toBeVisible();
    expect(visitor.signer.calls.flatMap(({ urls }) => urls)).toEqual([]);
  });

  it('are gone after they were erased', async () => {
    await openTask(done({ erasedTime: NOW, expireTime: null, outputs: [] }));
    expect(screen.getByRole('heading', { name: '已清除' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '下载图片' })).toBeNull();
    expect(screen.getByRole('button', { name: '重新制作' })).toBeVisible();
  });
});

describe('a task without pictures', () => {
  it('that had cost nothing says nothing of credits that came back', async () => {
    await openTask(
      made({
        status: 'failed',
        queueAhead: null,
        costCredits: 0,
        isFree: true,
        isRefunded: true,
        errorText: '服务繁忙，请稍后再试',
      }),
    );
    expect(document.title).toBe('制作失败 · 水彩肖像 - AI图像处理');
    expect(screen.getByText('服务繁忙，请稍后再试')).toBeVisible();
    expect(screen.getByText('没有扣除积分。')).toBeVisible();
    expect(screen.queryByText(/退回/)).toBeNull();
  });

  it('that support has cancelled shows what was written to the visitor', async () => {
    const userNote = '抱歉，模板正在维护';
    await openTask(made({ status: 'cancelled', queueAhead: null, errorText: userNote, userNote }));
    expect(screen.getByText(userNote)).toBeVisible();
  });

  it('says why it failed, what became of the credits, and starts again with the same content', async () => {
    await openTask(
      made({
        status: 'failed',
        queueAhead: null,
        isRefunded: true,
        errorText: '照片或描述未通过审核，请更换后再试',
      }),
    );
    expect(screen.getByRole('heading', { level: 1, name: '制作失败' })).toBeVisible();
    expect(screen.getByText('照片或描述未通过审核，请更换后再试')).toBeVisible();
    expect(screen.getByText('8 积分已退回。')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '重新制作' }));
    expect(location.pathname).toBe('/template/tpl_1');
    expect(sessionStorage.getItem('making:tpl_1')).toContain('安静');
  });

  it('is answered like one of another visitor', async () => {
    await openTask(made(), {
      getTask: fail(new ActionFailure({ code: 40400, message: '记录不存在或已被删除' })),
    });
    expect(screen.getByRole('heading', { level: 1, name: '没有找到这个作品' })).toBeVisible();
    expect(screen.getByRole('link', { name: '返回首页' })).toBeVisible();
  });

  it('is asked about again when the first answer was lost', async () => {
    const { visitor } = await openTask(made(), {
      getTask: fail(lost),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    visitor.answers.getTask = () => done();
    await pass(10_000);
    expect(screen.getByRole('heading', { level: 1, name: '制作完成' })).toBeVisible();
  });
});

describe('feedback about a task', () => {
  const write = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: '请描述问题' }), {
      target: { value: text },
    });

  it('is sent once, with its topic, after a lost answer too', async () => {
    const { visitor } = await openTask(done(), {
      sendFeedback: () => ({ _id: 'fb_1', receiptNo: 'F26112712345678', answerBy: 1 }),
    });
    fireEvent.click(inMain().getByRole('button', { name: '投诉与反馈' }));
    await pass();
    fireEvent.click(screen.getByRole('radio', { name: '侵权投诉' }));
    write('脸');
    fireEvent.click(screen.getByRole('button', { name: '提交' }));
    expect(visitor.callsOf('sendFeedback')).toHaveLength(0);
    expect(screen.getByRole('alert')).toHaveTextContent('至少 5 个字');

    write('这是我的照片，请删除');
    visitor.failure = lost;
    fireEvent.click(screen.getByRole('button', { name: '提交' }));
    await pass();
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    visitor.failure = undefined;
    fireEvent.click(screen.getByRole('button', { name: '提交' }));
    await pass();
    expect(screen.getByRole('dialog', { name: '已收到，谢谢你的反馈' })).toBeVisible();
    const [first, second] = visitor.callsOf('sendFeedback');
    expect(first).toMatchObject({
      topic: 'rights',
      text: '这是我的照片，请删除',
      taskId: 'task_1',
    });
    expect(second).toEqual(first);
  });

  it('shows what the server refuses beside the field', async () => {
    await openTask(done(), {
      sendFeedback: fail(
        new ActionFailure({
          code: 40001,
          message: '提交的内容有误，请检查后重试',
          data: { fields: { contact: '不能包含换行或控制字符' } },
        }),
      ),
    });
    fireEvent.click(inMain().getByRole('button', { name: '投诉与反馈' }));
    write('这是我的照片，请删除');
    fireEvent.click(screen.getByRole('button', { name: '提交' }));
    await pass();
    expect(screen.getByRole('textbox', { name: /联系方式/ })).toHaveAccessibleDescription(
      '不能包含换行或控制字符',
    );
  });
});

it('a work whose picture was taken away says so, with what support has written', async () => {
  await openTask(
    done({
      outputs: [],
      erasedTime: NOW,
      expireTime: null,
      removed: [{ filePath: output(1).filePath, userNote: '图片涉及他人肖像' }],
    }),
  );
  expect(screen.getByRole('heading', { level: 1, name: '图片已删除' })).toBeInTheDocument();
  expect(screen.getByText('图片已被客服删除：图片涉及他人肖像')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '下载图片' })).toBeNull();
});
