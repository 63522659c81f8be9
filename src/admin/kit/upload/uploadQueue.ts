import { texts } from '#contract/constants.ts';
import { isFileRefused } from '#dataProvider/fileRefused.ts';
import type {
  UploadedFile,
  UploadOptions,
  UploadProgress,
  UploadScene,
} from '#dataProvider/upload.ts';

/** Concurrent uploads, over all senders. */
const UPLOADS_AT_ONCE = 3;

export type UploadState = 'waiting' | 'preparing' | 'sending' | 'failed' | 'done';

export interface UploadItem {
  id: number;
  /** Who sent it; a form's field shows only its own. */
  group: string;
  scene: UploadScene;
  /** The chosen file; kept until it is stored, so that it can be sent again. */
  file: File;
  state: UploadState;
  progress: UploadProgress | null;
  /** '上传失败: {reason}'. */
  error: string;
  /** A retry may succeed. */
  canRetry: boolean;
  stored: UploadedFile | null;
}

export interface AddOptions {
  group: string;
  scene: UploadScene;
  onStored?: (file: UploadedFile) => void;
}

export interface UploadQueueOptions {
  upload: (file: File, scene: UploadScene, options: UploadOptions) => Promise<UploadedFile>;
  /** The file to be sent, or why it cannot become a picture. */
  prepare: (file: File) => Promise<File | string>;
  /** Whether preparing takes long enough to be shown. */
  takesPreparing?: (file: File) => boolean;
}

export interface UploadQueue {
  add(files: readonly File[], options: AddOptions): number[];
  /** Cancels it, or removes it from the list. */
  cancel(id: number): void;
  retry(id: number): void;
  /** Removes finished and failed uploads from the list. */
  clear(group: string): void;
  items(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
}

const unfinished: UploadState[] = ['waiting', 'preparing', 'sending'];
export const isUnfinished = ({ state }: UploadItem) => unfinished.includes(state);

/** All uploads, in order of arrival, three at a time. */
export const createUploadQueue = ({
  upload,
  prepare,
  takesPreparing = () => false,
}: UploadQueueOptions): UploadQueue => {
  let items: readonly UploadItem[] = [];
  let serial = 0;
  const courses = new Map<number, AddOptions & { abort: AbortController }>();
  const listeners = new Set<() => void>();

  const put = (next: readonly UploadItem[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const set = (id: number, change: Partial<UploadItem>) =>
    put(items.map(item => (item.id === id ? { ...item, ...change } : item)));
  const drop = (id: number) => {
    courses.delete(id);
    put(items.filter(item => item.id !== id));
  };

  const send = async ({ id, file, scene }: UploadItem) => {
    const course = courses.get(id);
    if (!course) return;
    const { signal } = course.abort;
    set(id, { state: takesPreparing(file) ? 'preparing' : 'sending', progress: null, error: '' });
    try {
      const ready = await prepare(file);
      if (signal.aborted) return;
      if (typeof ready === 'string') {
        set(id, { state: 'failed', error: texts.uploadFailed(ready), canRetry: false });
        return;
      }
      set(id, { state: 'sending' });
      const stored = await upload(ready, scene, {
        signal,
        onProgress: progress => !signal.aborted && set(id, { progress }),
      });
      set(id, { state: 'done', stored });
      course.onStored?.(stored);
    } catch (error) {
      if (signal.aborted) return;
      const { message, cause } = error as Error;
      set(id, { state: 'failed', error: message, canRetry: !isFileRefused(cause), progress: null });
    }
  };

  const underWay = new Set<number>();
  const next = () => {
    for (const item of items) {
      if (underWay.size >= UPLOADS_AT_ONCE) return;
      if (item.state !== 'waiting' || underWay.has(item.id)) continue;
      underWay.add(item.id);
      void send(item).finally(() => {
        underWay.delete(item.id);
        next();
      });
    }
  };

  return {
    add: (files, options) => {
      const added = files.map((file): UploadItem => {
        serial += 1;
        courses.set(serial, { ...options, abort: new AbortController() });
        return {
          id: serial,
          file,
          group: options.group,
          scene: options.scene,
          progress: null,
          stored: null,
          error: '',
          state: 'waiting',
          canRetry: true,
        };
      });
      put([...items, ...added]);
      next();
      return added.map(({ id }) => id);
    },
    cancel: id => {
      courses.get(id)?.abort.abort();
      drop(id);
      next();
    },
    retry: id => {
      const course = courses.get(id);
      const item = items.find(one => one.id === id);
      if (!course || item?.state !== 'failed' || !item.canRetry) return;
      courses.set(id, { ...course, abort: new AbortController() });
      set(id, { state: 'waiting', error: '' });
      next();
    },
    clear: group => {
      const goes = items.filter(item => item.group === group && !isUnfinished(item));
      goes.forEach(({ id }) => courses.delete(id));
      put(items.filter(item => !goes.includes(item)));
    },
    items: () => items,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
