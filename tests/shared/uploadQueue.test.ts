import { describe, expect, it, vi } from 'vitest';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { type UploadedFile, UploadFailure, type UploadOptions } from '#dataProvider/upload.ts';
import { createUploadQueue } from '#src/admin/kit/upload/uploadQueue.ts';

interface Sent {
  file: File;
  options: UploadOptions;
  arrive: () => void;
  fail: (error: Error) => void;
}

const start = () => {
  const sent: Sent[] = [];
  const queue = createUploadQueue({
    prepare: async file => (file.name.endsWith('.pdf') ? '仅支持图片' : file),
    upload: (file, _scene, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        sent.push({
          file,
          options,
          fail: reject,
          arrive: () => resolve({ filePath: `template/${file.name}` } as UploadedFile),
        });
      }),
  });
  const states = () => queue.items().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, sent, states };
};
const files = (...names: string[]) => names.map(name => new File(['x'], name));
const options = { group: 'g', scene: 'template' as const };
const settle = () => vi.waitFor(() => new Promise(resolve => setTimeout(resolve)));

describe('the queue of uploads', () => {
  it('sends three at a time, in the order chosen', async () => {
    const { queue, sent, states } = start();
    queue.add(files('a', 'b', 'c', 'd', 'e'), options);
    await settle();
    expect(sent.map(({ file }) => file.name)).toEqual(['a', 'b', 'c']);
    sent[1]?.arrive();
    await settle();
    expect(sent.map(({ file }) => file.name)).toEqual(['a', 'b', 'c', 'd']);
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending', 'e waiting']);
  });

  it('keeps a failed file, and sends only that one again', async () => {
    const { queue, sent, states } = start();
    const onStored = vi.fn();
    const [first = 0] = queue.add(files('a', 'b'), { ...options, onStored });
    await settle();
    sent[0]?.fail(new Error('上传失败: 存储空间不足'));
    sent[1]?.arrive();
    await settle();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', error: '上传失败: 存储空间不足' });
    queue.retry(first);
    await settle();
    expect(sent).toHaveLength(3);
    expect(sent[2]?.file).toBe(sent[0]?.file);
    sent[2]?.arrive();
    await settle();
    expect(states()).toEqual(['a done', 'b done']);
    expect(onStored.mock.calls.map(([{ filePath }]) => filePath)).toEqual([
      'template/b',
      'template/a',
    ]);
    queue.clear('g');
    expect(queue.items()).toEqual([]);
  });

  it('cancels a running and a waiting upload, and continues with the rest', async () => {
    const { queue, sent, states } = start();
    const ids = queue.add(files('a', 'b', 'c', 'd', 'e'), options);
    await settle();
    queue.cancel(ids[3] ?? 0);
    queue.cancel(ids[0] ?? 0);
    await settle();
    expect(sent[0]?.options.signal?.aborted).toBe(true);
    expect(states()).toEqual(['b sending', 'c sending', 'e sending']);
  });

  it('refuses files that cannot be pictures without sending them, without a retry', async () => {
    const { queue, sent } = start();
    const [id = 0] = queue.add(files('a.pdf'), options);
    await settle();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', canRetry: false });
    queue.retry(id);
    await settle();
    expect(sent).toHaveLength(0);
  });

  it.each([
    ['what the server does not take', { code: 40001, message: '动图' }, false],
    ['what is too large', { code: 41301, message: '过大' }, false],
    [
      'what was damaged on the way',
      { code: 40001, message: '损坏', data: { sendAgain: true } },
      true,
    ],
    ['what met a busy server', { code: 50301, message: '忙' }, true],
  ])('offers another try only where it can help: %s', async (_what, body, canRetry) => {
    const { queue, sent } = start();
    queue.add(files('a'), options);
    await settle();
    sent[0]?.fail(new UploadFailure(new ActionFailure(body)));
    await settle();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', canRetry });
  });
});
