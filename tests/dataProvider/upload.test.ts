import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/constants.ts';
import { ActionFailure, type Invoke, SignedOutError } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import type { PutBytes } from '#dataProvider/putLeave.ts';
import {
  createUploadImage,
  UploadCancelled,
  UploadFailure,
  type UploadProgress,
} from '#dataProvider/upload.ts';

/** Browser APIs that Node lacks; one progress report half way. */
class Reader {
  result: unknown = null;
  onprogress?: (event: { loaded: number }) => void;
  onload?: () => void;
  private async finish(blob: Blob, make: (bytes: Buffer) => unknown) {
    const bytes = Buffer.from(await blob.arrayBuffer());
    this.onprogress?.({ loaded: Math.floor(blob.size / 2) });
    this.result = make(bytes);
    this.onload?.();
  }
  readAsDataURL(blob: Blob) {
    void this.finish(blob, bytes => `data:${blob.type};base64,${bytes.toString('base64')}`);
  }
  readAsArrayBuffer(blob: Blob) {
    void this.finish(blob, bytes => new Uint8Array(bytes).buffer);
  }
}
vi.stubGlobal('FileReader', Reader);

const small = new File(['x'], 'cover.png', { type: 'image/png' });
const large = new File([new Uint8Array(MAX_UPLOAD_BYTES * 3)], '大图', { type: 'image/jpeg' });
const stored = { _id: 'f', filePath: 'template/202611/a.png' };
const leave = {
  filePath: 'upload/202611/t.jpg',
  url: 'https://store/x',
  method: 'PUT' as const,
  headers: { authorization: 'a' },
  expireTime: 1,
};

let calls: [action: string, data: Record<string, unknown>][];
let answers: Record<string, () => unknown>;
beforeEach(() => {
  calls = [];
  answers = {
    uploadImage: () => stored,
    getUploadTicket: () => leave,
    confirmUpload: () => stored,
    cancelUpload: () => ({}),
    deleteImage: () => ({}),
  };
});
const invoke = (async (_name: string, action: string, data: Record<string, unknown>) => {
  calls.push([action, data]);
  return answers[action]?.();
}) as unknown as Invoke;
const arrives: PutBytes = async (_leave, file, { onProgress }) => {
  onProgress(file.size / 2);
  onProgress(file.size);
};
const actions = () => calls.map(([action]) => action);

describe('a small picture', () => {
  it('goes through the function, with progress at 30, 60 and 100 percent', async () => {
    const progress: UploadProgress[] = [];
    const upload = createUploadImage(invoke, arrives);
    expect(await upload(small, 'category', { onProgress: one => progress.push(one) })).toBe(stored);
    expect(calls).toEqual([
      ['uploadImage', { fileName: 'cover.png', fileContent: btoa('x'), scene: 'category' }],
    ]);
    expect(progress.map(({ percent }) => percent)).toEqual(expect.arrayContaining([30, 60, 100]));
  });

  it('cancelled too late goes to the trash', async () => {
    const abort = new AbortController();
    answers['uploadImage'] = () => {
      abort.abort();
      return stored;
    };
    await expect(
      createUploadImage(invoke, arrives)(small, 'template', { signal: abort.signal }),
    ).rejects.toBeInstanceOf(UploadCancelled);
    expect(calls.at(-1)).toEqual(['deleteImage', { filePath: stored.filePath }]);
  });
});

describe('a larger picture', () => {
  it('goes straight to storage with the hash of what was sent, with progress within the second phase', async () => {
    const progress: UploadProgress[] = [];
    await createUploadImage(invoke, arrives)(large, 'template', {
      onProgress: one => progress.push(one),
    });
    expect(actions()).toEqual(['getUploadTicket', 'confirmUpload']);
    // Without an extension storage would not take it.
    expect(calls[0]?.[1]).toMatchObject({ fileName: '大图.jpg', size: large.size });
    expect(calls[1]?.[1]).toMatchObject({
      filePath: leave.filePath,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const total = large.size;
    expect(progress).toContainEqual({ percent: 15, phase: 'read', loaded: total / 2, total });
    expect(progress).toContainEqual({ percent: 30, phase: 'send', loaded: 0, total });
    expect(progress).toContainEqual({ percent: 45, phase: 'send', loaded: total / 2, total });
    expect(progress).toContainEqual({ percent: 60, phase: 'store', loaded: total, total });
    expect(progress.at(-1)?.percent).toBe(100);
    expect(progress.map(({ percent }) => percent)).toEqual(
      progress.map(({ percent }) => percent).toSorted((a, b) => a - b),
    );
  });

  it('that is cut off gives its ticket back and reports the reason', async () => {
    const cut: PutBytes = () =>
      Promise.reject(new PlatformFailure('NETWORK', '网络连接失败，请检查网络后重试'));
    const failure = await createUploadImage(invoke, cut)(large, 'template').catch(error => error);
    expect(failure).toBeInstanceOf(UploadFailure);
    expect((failure as Error).message).toBe('上传失败: 网络连接失败，请检查网络后重试');
    expect(calls.at(-1)).toEqual(['cancelUpload', { filePath: leave.filePath }]);
  });

  it('that is cancelled gives its ticket back', async () => {
    const abort = new AbortController();
    const waits: PutBytes = (_leave, _file, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        abort.abort();
      });
    await expect(
      createUploadImage(invoke, waits)(large, 'template', { signal: abort.signal }),
    ).rejects.toBeInstanceOf(UploadCancelled);
    expect(actions()).toEqual(['getUploadTicket', 'cancelUpload']);
  });

  it('is confirmed again when the outcome is unknown, but not after a refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let tries = 0;
    answers['confirmUpload'] = () => {
      tries += 1;
      if (tries < 3) throw new PlatformFailure('NETWORK', '网络');
      return stored;
    };
    let isSettled = false;
    const sent = createUploadImage(invoke, arrives)(large, 'template');
    void sent.finally(() => (isSettled = true));
    while (!isSettled) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(await sent).toBe(stored);
    expect(tries).toBe(3);
    vi.useRealTimers();
    answers['confirmUpload'] = () => {
      tries += 1;
      throw new ActionFailure({ code: 40001, message: '不是有效的图片' });
    };
    await expect(createUploadImage(invoke, arrives)(large, 'template')).rejects.toThrow(
      '上传失败: 不是有效的图片',
    );
    expect(tries).toBe(4);
  });
});

describe('every failure', () => {
  it('names its reason, or the function if there is none', async () => {
    answers['uploadImage'] = () => {
      throw new Error('');
    };
    await expect(createUploadImage(invoke)(small, 'template')).rejects.toThrow(
      '上传失败: 云函数上传失败',
    );
    answers['uploadImage'] = () => {
      throw new ActionFailure({ code: 50001, message: '' });
    };
    await expect(createUploadImage(invoke)(small, 'template')).rejects.toThrow(
      '上传失败: 云函数上传失败',
    );
    await expect(createUploadImage(invoke)(undefined, 'template')).rejects.toThrow('没有选择文件');
  });

  it('of the session stays a session error', async () => {
    answers['uploadImage'] = () => {
      throw new SignedOutError();
    };
    await expect(createUploadImage(invoke)(small, 'template')).rejects.toBeInstanceOf(
      SignedOutError,
    );
  });
});
