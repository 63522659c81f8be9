import { useEffect, useId, useState } from 'react';
import { useEvent } from 'react-admin';
import { texts } from '#contract/constants.ts';
import type { UploadPhase, UploadScene } from '#dataProvider/upload.ts';
import { useUploadQueue, useUploads } from '../upload/UploadQueueContext.tsx';

export interface ImageUpload {
  /** The picture being uploaded, or the failed one. */
  file: File | null;
  percent: number;
  phase: UploadPhase | 'shrink' | 'wait' | null;
  /** Bytes of the phase that are done. */
  loaded: number;
  total: number;
  error: string;
  start: (file: File | null | undefined) => void;
  retry: () => void;
  /** Cancels the upload, or forgets a failed one. */
  forget: () => void;
}

/** Uploads one picture and passes its path on. A failed picture is kept for another try. */
export const useImageUpload = (
  scene: UploadScene,
  onUploaded: (filePath: string) => void,
): ImageUpload => {
  const group = useId();
  const queue = useUploadQueue();
  const item = useUploads(group).findLast(({ state }) => state !== 'done');
  const [refusal, setRefusal] = useState('');
  const handOn = useEvent(onUploaded);

  const forget = useEvent(() => {
    setRefusal('');
    for (const one of queue.items()) if (one.group === group) queue.cancel(one.id);
  });
  // The field has been removed, so nothing needs the path.
  useEffect(
    () => () => {
      for (const one of queue.items()) if (one.group === group) queue.cancel(one.id);
    },
    [queue, group],
  );

  const start = useEvent((chosen: File | null | undefined) => {
    forget();
    if (!chosen) return setRefusal(texts.noFileChosen);
    queue.add([chosen], {
      group,
      scene,
      onStored: ({ filePath }) => {
        handOn(filePath);
        queue.clear(group);
      },
    });
  });
  const retry = useEvent(() => item && queue.retry(item.id));

  const { percent = 5, phase = 'read', loaded = 0, total = 0 } = item?.progress ?? {};
  const states = { waiting: 'wait', preparing: 'shrink', sending: phase } as const;
  const known = item && item.state in states ? states[item.state as keyof typeof states] : null;
  return {
    file: item && (item.state !== 'failed' || item.canRetry) ? item.file : null,
    error: refusal || (item?.error ?? ''),
    phase: known,
    percent,
    loaded,
    total,
    start,
    retry,
    forget,
  };
};
