import { askAgain } from '#dataProvider/askAgain.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { putBytes as putWithRequest } from '#dataProvider/putBytes.ts';
import type { PutBytes } from '#dataProvider/putLeave.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { inMegabytes, photoLimit } from '../../shared/uploadLimit.ts';
import { PhotoRefused } from './photoFile.ts';

/** What is agreed to: agreement and privacy text, and, where photos are sent, faces as well. */
export type Consent = 'terms' | 'photos';

/** Whether the visitor has agreed; asks for it if not. `again`: the server says that it is missing. */
export type Agree = (consent: Consent, again?: boolean) => Promise<boolean>;

export interface UploadOptions {
  /** Percent that are sent. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Answers the path. @throws PhotoRefused, ActionFailure, PlatformFailure */
export type UploadPhoto = (photo: Blob, options: UploadOptions) => Promise<string>;

/** The name on the visitor's device is not sent. */
const FILE_NAME = 'photo.jpg';

/** What the server refused for because the visitor has not agreed to what is current. */
export const consentAsked = (failure: unknown): Consent | null => {
  if (!(failure instanceof ActionFailure)) return null;
  const data = failure.body.data as
    | { needsAgreement?: boolean; needsPhotoConsent?: boolean }
    | undefined;
  if (data?.needsPhotoConsent) return 'photos';
  return data?.needsAgreement ? 'terms' : null;
};

export const createUploadPhoto =
  (invoke: Invoke, agree: Agree, putBytes: PutBytes = putWithRequest): UploadPhoto =>
  async (photo, { onProgress, signal }) => {
    const most = photoLimit();
    if (photo.size > most) throw new PhotoRefused(making.tooLargeToSend(inMegabytes(most)));
    const ticketFor = async (again: boolean) => {
      if (!(await agree('photos', again))) throw new PhotoRefused(making.notAgreed, true);
      signal.throwIfAborted();
      return invoke('appUpload', 'getUploadTicket', { fileName: FILE_NAME, size: photo.size });
    };
    const ticket = await ticketFor(false).catch((failure: unknown) => {
      if (consentAsked(failure)) return ticketFor(true);
      throw failure;
    });
    signal.throwIfAborted();
    const report = (loaded: number) =>
      onProgress(Math.min(100, Math.round((loaded / photo.size) * 100)));
    await putBytes(ticket, photo, { onProgress: report, signal });
    onProgress(100);
    const { filePath } = await askAgain(() =>
      invoke('appUpload', 'confirmUpload', { filePath: ticket.filePath }),
    );
    return filePath;
  };
