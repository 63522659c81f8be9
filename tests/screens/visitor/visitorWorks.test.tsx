import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { pageAfter } from './pageAfter.ts';
import {
  DAY,
  openVisitor,
  pass,
  prepareVisitorPages,
  press,
  task,
  unreachable,
} from './visitorFixture.tsx';

const work = (at: number, more: Partial<VisitorTask> = {}) =>
  task({
    _id: `task_${at}`,
    taskNo: `T${at}`,
    createTime: Date.now() - at * 60_000,
    templateName: `模板${at}`,
    status: 'succeeded',
    progress: 100,
    queueAhead: null,
    finishTime: Date.now(),
    outputs: [
      { filePath: `results/u/${at}.png`, fileType: 'png', width: 3, height: 4, nodeId: '' },
    ],
    expireTime: Date.now() + 5.5 * DAY,
    ...more,
  });
const making = (at: number, more: Partial<VisitorTask> = {}) =>
  work(at, { status: 'running', progress: 40, outputs: [], expireTime: null, ...more });

const groups: Record<string, string[]> = {
  active: ['queued', 'running'],
  succeeded: ['succeeded'],
  failed: ['failed', 'timeout', 'cancelled'],
};

/** The page on a fake of the works' function. */
const openWorks = async (address: string, stored: VisitorTask[]) => {
  const works = { stored, failures: [] as unknown[], deleted: [] as string[][] };
  const failOnce = () => {
    const failure = works.failures.shift();
    if (failure) throw failure;
  };
  const opened = openVisitor(
    address,
    [],
    {},
    {
      getTasks: (data: { after?: string; pageSize: number; filter?: { group: string } }) => {
        failOnce();
        const { filter } = data;
        const found = works.stored.filter(
          ({ status }) => !filter || groups[filter.group]?.includes(status),
        );
        return pageAfter(found, data);
      },
      getTask: ({ id }: { id: string }) => {
        failOnce();
        return works.stored.find(({ _id }) => _id === id);
      },
      deleteTasks: ({ ids }: { ids: string[] }) => {
        failOnce();
        works.deleted.push(ids);
        works.stored = works.stored.filter(({ _id }) => !ids.includes(_id));
        return { deleted: ids };
      },
    },
  );
  await pass(20);
  return { ...opened, works, calls: opened.visitor.callsOf };
};

const cards = () => within(screen.getByRole('list', { name: '作品列表' })).getAllByRole('listitem');

prepareVisitorPages();

describe('the works of a visitor', () => {
  it('shows each with what matters in its state', async () => {
    await openWorks('/works', [
      making(1, { status: 'queued', progress: 0, queueAhead: 3 }),
      making(2),
      work(3),
      work(4, { status: 'failed', outputs: [], expireTime: null, errorText: '图片未通过审核' }),
      work(5, { erasedTime: Date.now(), expireTime: null }),
    ]);
    await pass(20);
    expect(document.title).toBe('我的作品 - AI图像处理');
    const [queued, running, done, failed, erased] = cards();
    expect(queued).toHaveTextContent(/排队中前面还有 3 个/);
    expect(running).toHaveTextContent(/40%.*正在制作/);
    expect(done).toHaveTextContent('5 天后清除');
    expect(done!.querySelector('img')).toHaveAttribute(
      'src',
      expect.stringContaining('results/u/3.png!thumbnail'),
    );
    expect(within(done!).getByRole('link')).toHaveAttribute('href', '/task/task_3');
    expect(failed).toHaveTextContent('制作失败');
    expect(failed).toHaveTextContent('图片未通过审核');
    expect(erased).toHaveTextContent('已清除');
    expect(erased!.querySelector('img')).toBeNull();
  });

  it('filters by state in the address, and says when there is none of it', async () => {
    const { calls } = await openWorks('/works?group=failed', [work(1)]);
    expect(screen.getByRole('heading', { name: '没有失败或取消的作品' })).toBeVisible();
    expect(screen.getByRole('link', { name: '失败或取消' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    fireEvent.click(screen.getByRole('link', { name: '制作完成' }));
    await pass(20);
    expect(location.search).toBe('?group=succeeded');
    expect(cards()).toHaveLength(1);
    expect(calls('getTasks').map(({ filter }) => filter)).toEqual([
      { group: 'failed' },
      { group: 'succeeded' },
    ]);
  });

  it('leads to the templates while there is nothing', async () => {
    await openWorks('/works', []);
    expect(screen.getByRole('heading', { name: '还没有作品' })).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: '去看看模板' }));
    expect(location.pathname).toBe('/');
  });

  it('asks again after a failure, and reads further pages', async () => {
    const stored = Array.from({ length: 30 }, (_, at) => work(at));
    const { works } = await openWorks('/works', stored);
    expect(cards()).toHaveLength(24);
    works.failures.push(unreachable);
    press('加载更多');
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败');
    press('重试');
    await pass(20);
    expect(cards()).toHaveLength(30);
    expect(screen.getByText(/已经到底了 · 共 30 个作品/)).toBeVisible();
  });

  it('shows a plain error when nothing could be read', async () => {
    const { visitor } = openVisitor('/works', [], { getTasks: unreachable });
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent('网络连接失败，请检查网络后重试');
    visitor.failing = {};
    visitor.answers['getTasks'] = () => ({ list: [work(1)], total: 1 });
    press('重试');
    await pass(20);
    expect(cards()).toHaveLength(1);
  });
});

describe('works that are being made', () => {
  it('are asked about until they have ended, and less often after failures', async () => {
    const { works, calls } = await openWorks('/works', [making(1), work(2)]);
    expect(calls('getTask')).toEqual([]);
    works.stored = [making(1, { progress: 70 }), work(2)];
    await pass(3_000);
    expect(cards()[0]).toHaveTextContent('70%');
    works.failures.push(unreachable);
    await pass(3_000);
    expect(calls('getTask')).toHaveLength(2);
    expect(cards()[0]).toHaveTextContent('70%');
    await pass(3_000);
    expect(calls('getTask')).toHaveLength(2);
    works.stored = [work(1), work(2)];
    await pass(3_000);
    expect(cards()[0]).toHaveTextContent('5 天后清除');
    await pass(60_000);
    expect(calls('getTask')).toEqual(Array(3).fill({ id: 'task_1' }));
  });

  it('are not asked about while the page is hidden', async () => {
    const { calls } = await openWorks('/works', [making(1)]);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(60_000);
    expect(calls('getTask')).toEqual([]);
    hidden.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(10);
    expect(calls('getTask')).toHaveLength(1);
  });

  it('are no longer asked about once the page is left', async () => {
    const { calls } = await openWorks('/works', [making(1)]);
    fireEvent.click(screen.getByRole('link', { name: '首页' }));
    await pass(60_000);
    expect(calls('getTask')).toEqual([]);
  });
});

describe('deleting works', () => {
  it('takes several at once after a question, and shows what comes after them', async () => {
    const stored = Array.from({ length: 26 }, (_, at) => work(at));
    const { works } = await openWorks('/works', stored);
    press('选择');
    expect(screen.getByRole('button', { name: '删除' })).toBeDisabled();
    const [first, second] = screen.getAllByRole('checkbox');
    fireEvent.click(first!);
    fireEvent.click(second!);
    fireEvent.click(second!);
    fireEvent.click(second!);
    expect(screen.getByText('已选 2 个')).toBeVisible();
    press('删除');
    const dialog = screen.getByRole('dialog', { name: '删除 2 个作品？' });
    expect(dialog).toHaveTextContent('「模板0」「模板1」');
    expect(dialog).toHaveTextContent('彻底删除，无法恢复');
    fireEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    expect(works.deleted).toEqual([]);
    press('删除');
    press('确认删除');
    await pass(20);
    expect(works.deleted).toEqual([['task_0', 'task_1']]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('已删除 2 个作品')).toBeVisible();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(cards()).toHaveLength(24);
  });

  it('cannot choose what is being made', async () => {
    await openWorks('/works', [making(1), work(2), work(3)]);
    press('选择');
    expect(screen.getAllByRole('checkbox').map(box => (box as HTMLInputElement).disabled)).toEqual([
      true,
      false,
      false,
    ]);
    press('全选');
    expect(screen.getByText('已选 2 个')).toBeVisible();
    press('取消全选');
    expect(screen.getByText('已选 0 个')).toBeVisible();
  });

  it('sends fifty at a time, and after a failure goes on with those that are left', async () => {
    const stored = Array.from({ length: 72 }, (_, at) => work(at));
    const { works, visitor } = await openWorks('/works', stored);
    press('加载更多');
    await pass(20);
    press('加载更多');
    await pass(20);
    press('选择');
    press('全选');
    press('删除');
    const answer = visitor.answers['deleteTasks']!;
    let times = 0;
    visitor.answers['deleteTasks'] = data => {
      if ((times += 1) === 2) throw new ActionFailure({ code: 42901, message: '操作过于频繁' });
      return answer(data);
    };
    press('确认删除');
    await pass(20);
    expect(screen.getByRole('alert')).toHaveTextContent('已删除 50 个，其余没有删除：操作过于频繁');
    press('确认删除');
    await pass(20);
    expect(works.deleted.map(ids => ids.length)).toEqual([50, 22]);
    expect(screen.getByText('已删除 72 个作品')).toBeVisible();
    expect(screen.getByRole('heading', { name: '还没有作品' })).toBeVisible();
  });

  it('says which were passed over because they are being made after all', async () => {
    const { visitor } = await openWorks('/works', [work(1), work(2)]);
    visitor.answers['deleteTasks'] = () => ({ deleted: ['task_1'] });
    press('选择');
    press('全选');
    press('删除');
    press('确认删除');
    await pass(20);
    expect(screen.getByText('已删除 1 个作品，1 个正在制作，没有删除')).toBeVisible();
  });
});
