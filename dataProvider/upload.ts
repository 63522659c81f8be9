import { texts, UPLOAD_PROGRESS_STEPS } from '#contract/constants.ts';
import type { uploadScenes } from '#contract/file.ts';
import type { ActionOutput } from '#contract/index.ts';
import { ActionFailure, type Invoke, SignedOutError } from './invoke.ts';

type UploadedFile = ActionOutput<'adminStorage', 'uploadImage'>;
export type UploadScene = (typeof uploadScenes)[number];

/** `read`: the file is in memory. `sent`: it is on its way. `stored`: it has its path. */
export type UploadPhase = 'read' | 'sent' | 'stored';
export type OnProgress = (percent: number, phase: UploadPhase) => void;

/** '上传失败: {reason}' (SPEC §8). Keeps what the function answered, so that a request can be looked up. */
export class UploadFailure extends Error {
  readonly body: ActionFailure['body'] | undefined;
  constructor(override readonly cause: unknown) {
    const reason = cause instanceof Error ? cause.message : '';
    super(texts.uploadFailed(reason || texts.uploadFailedFallback));
    this.name = 'UploadFailure';
    this.body = cause instanceof ActionFailure ? { ...cause.body, errors: {} } : undefined;
  }
}

/** The bytes as base64, without the `data:` prefix, which would only be longer. */
const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error());
    reader.readAsDataURL(file);
  });

/**
 * Sends one picture through `adminStorage.uploadImage`; progress is reported at 30, 60 and 100 percent (SPEC §7).
 * @throws UploadFailure, SignedOutError
 */
export const createUploadImage =
  (invoke: Invoke) =>
  async (
    file: File | undefined,
    scene: UploadScene,
    onProgress: OnProgress = () => undefined,
  ): Promise<{ data: UploadedFile }> => {
    if (!file) throw new Error(texts.noFileChosen);
    const [read, sent, stored] = UPLOAD_PROGRESS_STEPS;
    try {
      const fileContent = await toBase64(file);
      onProgress(read, 'read');
      const answer = invoke('adminStorage', 'uploadImage', {
        fileName: file.name.slice(-200) || 'image',
        fileContent,
        scene,
      });
      onProgress(sent, 'sent');
      const data = await answer;
      onProgress(stored, 'stored');
      return { data };
    } catch (error) {
      if (error instanceof SignedOutError) throw error;
      throw new UploadFailure(error);
    }
  };
