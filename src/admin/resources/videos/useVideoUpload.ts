import { useEffect, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { MAX_VIDEO_BYTES } from '#contract/video.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { UploadCancelled } from '#dataProvider/upload.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';

export const acceptedVideos =
  'video/mp4,video/quicktime,video/webm,video/x-msvideo,video/x-matroska,.mp4,.mov,.webm,.avi,.mkv';

/** Not every system knows the types of all these; then the name decides. */
export const isVideo = ({ type, name }: Pick<File, 'type' | 'name'>) =>
  type === '' ? /\.(mp4|mov|webm|avi|mkv)$/i.test(name) : type.startsWith('video/');

export interface VideoUpload {
  /** Null without an upload. */
  percent: number | null;
  file: File | null;
  error: string;
  canRetry: boolean;
  start: (file: File | undefined) => void;
  retry: () => void;
  /** Cancels the upload and forgets a failed one. */
  cancel: () => void;
}

/** It has been started already, or it is done. */
const isUnderWay = (error: unknown) =>
  error instanceof ActionFailure && error.body.code === codes.stateNotAllowed;

/**
 * Uploads one video, starts its processing, and passes its id on. A failed one is kept for another try, which goes on
 * where it failed. Ends with the page; `VideoProgress` asks before it is left.
 */
export const useVideoUpload = (onUploaded: (fileId: string) => void): VideoUpload => {
  const t = useTexts('upload.video');
  const dataProvider = useDataProvider();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState('');
  const abort = useRef(new AbortController());
  /** The service's id, once it has the file. */
  const sent = useRef('');
  useEffect(() => () => abort.current.abort(), []);

  const cancel = useEvent(() => {
    abort.current.abort();
    sent.current = '';
    setPercent(null);
    setFile(null);
    setError('');
  });

  const send = useEvent(async (chosen: File) => {
    const { signal } = (abort.current = new AbortController());
    setFile(chosen);
    setError('');
    setPercent(sent.current ? 100 : 0);
    try {
      const { uploadVideo } = await import('./uploadVideo.ts');
      const onProgress = (now: number) => !signal.aborted && setPercent(now);
      const fileId = (sent.current ||= await uploadVideo(dataProvider.invoke, chosen, {
        onProgress,
        signal,
      }));
      await dataProvider
        .invoke('vodService', 'processVideo', { fileId })
        .catch((failure: unknown) => {
          if (!isUnderWay(failure)) throw failure;
        });
      if (signal.aborted) return;
      cancel();
      onUploaded(fileId);
    } catch (failure) {
      if (signal.aborted || failure instanceof UploadCancelled) return;
      setPercent(null);
      setError((failure as Error).message);
    }
  });

  const start = useEvent((chosen: File | undefined) => {
    cancel();
    if (!chosen) return setError(texts.noFileChosen);
    if (!isVideo(chosen)) return setError(texts.uploadFailed(t('wrongType')));
    if (chosen.size > MAX_VIDEO_BYTES) return setError(texts.uploadFailed(t('tooLarge')));
    void send(chosen);
  });

  return {
    percent,
    file,
    error,
    start,
    cancel,
    canRetry: file !== null && error !== '',
    retry: () => file && void send(file),
  };
};
