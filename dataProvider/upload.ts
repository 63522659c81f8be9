import {
  MAX_TICKET_BYTES,
  MAX_UPLOAD_BYTES,
  texts,
  UPLOAD_PROGRESS_STEPS,
} from '#contract/constants.ts';
import { cutFileName } from '#contract/cut.ts';
import type { uploadScenes } from '#contract/file.ts';
import type { ActionOutput } from '#contract/index.ts';
import { namedAs, takenFormats } from '#contract/takenFormats.ts';
import { askAgain } from './askAgain.ts';
import { ActionFailure, type Invoke, SignedOutError } from './invoke.ts';
import { putBytes as putWithRequest } from './putBytes.ts';
import type { PutBytes } from './putLeave.ts';

export type UploadedFile = ActionOutput<'adminStorage', 'uploadImage'>;
export type UploadScene = (typeof uploadScenes)[number];

/** Phases of an upload: the file is read (to 30 %), sent (to 60 %), checked and stored (to 100 %). */
export type UploadPhase = 'read' | 'send' | 'store';
export interface UploadProgress {
  percent: number;
  phase: UploadPhase;
  /** Bytes of the phase that are done; known while reading and sending. */
  loaded: number;
  total: number;
}
export type OnProgress = (progress: UploadProgress) => void;

/**
 * '上传失败: {reason}' (docs/specification.md#errors). Keeps the function's answer, so that the request can be looked up.
 */
export class UploadFailure extends Error {
  readonly body: ActionFailure['body'] | undefined;
  constructor(override readonly cause: unknown) {
    const reason =
      cause instanceof ActionFailure
        ? cause.body.message
        : cause instanceof Error
          ? cause.message
          : '';
    super(texts.uploadFailed(reason || texts.uploadFailedFallback));
    this.name = 'UploadFailure';
    this.body = cause instanceof ActionFailure ? { ...cause.body, errors: {} } : undefined;
  }
}

/** Cancelled by the user. */
export class UploadCancelled extends Error {}

export interface UploadOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** As the function's schema. */
const MOST_NAME = 200;

const read = (
  file: Blob,
  how: 'readAsDataURL' | 'readAsArrayBuffer',
  onProgress: (loaded: number) => void,
): Promise<string | ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded }) => onProgress(loaded);
    reader.onload = () => resolve(reader.result ?? '');
    reader.onerror = () => reject(new Error(texts.fileUnreadable));
    reader[how](file);
  });

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of the sent bytes, to detect damage in transfer; only where the browser has it. */
const sha256Of = async (content: ArrayBuffer): Promise<string | undefined> => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle && hex(await subtle.digest('SHA-256', content));
};

interface Course {
  report: (phase: UploadPhase, loaded: number) => void;
  signal: AbortSignal | undefined;
}

/**
 * Puts a file straight into storage and hands its path to the call that needs it. What fails or is cancelled gives its
 * ticket back.
 */
export const withTicket = async <T>(
  invoke: Invoke,
  file: File,
  scene: UploadScene,
  use: (filePath: string) => Promise<T>,
  { report, signal }: Course = { report: () => undefined, signal: undefined },
  putBytes: PutBytes = putWithRequest,
): Promise<T> => {
  const { size } = file;
  const ticket = await invoke('adminStorage', 'getUploadTicket', {
    fileName: nameOf(file),
    size,
    scene,
  });
  const { filePath } = ticket;
  try {
    signal?.throwIfAborted();
    await putBytes(ticket, file, { onProgress: loaded => report('send', loaded), signal });
    report('store', 0);
    return await use(filePath);
  } catch (error) {
    if (!(error instanceof SignedOutError)) {
      // What cannot be withdrawn now is removed within a day.
      await invoke('adminStorage', 'cancelUpload', { filePath }).catch(() => undefined);
    }
    throw error;
  }
};

/**
 * Sends one picture and answers its record: a small one through `adminStorage.uploadImage`, a larger one with a ticket.
 * Failed and cancelled uploads leave nothing behind.
 * @throws UploadFailure, UploadCancelled, SignedOutError
 */
export const createUploadImage = (invoke: Invoke, putBytes: PutBytes = putWithRequest) => {
  const [atRead, atSent, atStored] = UPLOAD_PROGRESS_STEPS;

  const inline = async (file: File, scene: UploadScene, { report, signal }: Course) => {
    const url = await read(file, 'readAsDataURL', loaded => report('read', loaded));
    report('send', 0);
    signal?.throwIfAborted();
    const answer = invoke('adminStorage', 'uploadImage', {
      fileName: nameOf(file),
      fileContent: String(url).split(',')[1] ?? '',
      scene,
    });
    report('store', 0);
    const stored = await answer;
    if (signal?.aborted) {
      // Too late to stop it; the picture goes to the trash.
      await invoke('adminStorage', 'deleteImage', { filePath: stored.filePath });
      signal.throwIfAborted();
    }
    return stored;
  };

  const confirm = (filePath: string, sha256: string | undefined) =>
    askAgain(() =>
      invoke('adminStorage', 'confirmUpload', { filePath, ...(sha256 && { sha256 }) }),
    );

  const direct = async (file: File, scene: UploadScene, course: Course) => {
    const { report, signal } = course;
    const content = (await read(file, 'readAsArrayBuffer', loaded =>
      report('read', loaded),
    )) as ArrayBuffer;
    const sha256 = await sha256Of(content);
    report('send', 0);
    signal?.throwIfAborted();
    return withTicket(invoke, file, scene, path => confirm(path, sha256), course, putBytes);
  };

  return async (
    file: File | undefined,
    scene: UploadScene,
    { onProgress = () => undefined, signal }: UploadOptions = {},
  ): Promise<UploadedFile> => {
    if (!file) throw new Error(texts.noFileChosen);
    const total = file.size;
    const report = (phase: UploadPhase, loaded: number) => {
      const share = total > 0 ? Math.min(1, loaded / total) : 0;
      const percent = {
        read: share * atRead,
        send: atRead + share * (atSent - atRead),
        store: atSent,
      }[phase];
      onProgress({
        percent: Math.round(percent),
        phase,
        loaded: phase === 'store' ? total : loaded,
        total,
      });
    };
    try {
      if (total > MAX_TICKET_BYTES) throw new Error(texts.pictureTooLarge(MAX_TICKET_BYTES));
      const way = total > MAX_UPLOAD_BYTES ? direct : inline;
      const stored = await way(file, scene, { report, signal });
      onProgress({ percent: atStored, phase: 'store', loaded: total, total });
      return stored;
    } catch (error) {
      if (error instanceof SignedOutError) throw error;
      if (signal?.aborted) throw new UploadCancelled();
      throw new UploadFailure(error);
    }
  };
};

/** Storage takes no file without the extension of its type. */
const nameOf = ({ name, type }: File) => {
  const format = Object.values(takenFormats).find(({ mime }) => mime === type) ?? takenFormats.PNG;
  return cutFileName(namedAs(name || 'image', format), MOST_NAME);
};
