import { useCallback, useEffect, useRef, useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { uploadFailure } from '../photos/photoFile.ts';
import type { UploadPhoto } from '../photos/uploadPhoto.ts';

export type ReplacementState =
  | { step: 'idle' }
  /** Percent that are sent. */
  | { step: 'sending'; percent: number }
  | { step: 'replacing' }
  /** Until the order is read anew, which shows another photo here. */
  | { step: 'replaced' }
  | { step: 'failed'; message: string; canRetry: boolean };

interface Options {
  invoke: Invoke;
  /** Id of the print order. */
  id: string;
  /** Place of the photo in it. */
  itemIndex: number;
  upload: UploadPhoto;
  /** Also after a failure: the answer may have been lost, or the photo is no longer asked for. */
  onChanged: () => void;
}

/** Uploads a photo and puts it in the place of one that cannot be printed; a retry goes on where it failed. */
export const useReplacement = ({ invoke, id, itemIndex, upload, onChanged }: Options) => {
  const [state, setState] = useState<ReplacementState>({ step: 'idle' });
  const photo = useRef<Blob>(null);
  /** Once it is stored. */
  const stored = useRef('');
  const course = useRef<AbortController>(null);
  useEffect(
    () => () => {
      course.current?.abort();
      course.current = null;
    },
    [],
  );

  const retry = useCallback(async () => {
    if (course.current || !photo.current) return;
    const { signal } = (course.current = new AbortController());
    try {
      if (!stored.current) {
        setState({ step: 'sending', percent: 0 });
        const onProgress = (percent: number) => setState({ step: 'sending', percent });
        stored.current = await upload(photo.current, { onProgress, signal });
      }
      if (signal.aborted) return;
      setState({ step: 'replacing' });
      await invoke('appPrint', 'replacePhoto', { id, itemIndex, filePath: stored.current });
      if (signal.aborted) return;
      setState({ step: 'replaced' });
      onChanged();
    } catch (failure) {
      if (signal.aborted) return;
      setState({ step: 'failed', ...uploadFailure(failure) });
      if (stored.current) onChanged();
    }
    course.current = null;
  }, [invoke, id, itemIndex, upload, onChanged]);

  const send = useCallback(
    (chosen: Blob) => {
      if (course.current) return;
      photo.current = chosen;
      stored.current = '';
      void retry();
    },
    [retry],
  );
  return { state, send, retry };
};
