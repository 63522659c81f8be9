import { useEffect, useId, useRef } from 'react';
import { useEvent, useLogoutIfAccessDenied } from 'react-admin';
import type { UploadScene } from '#dataProvider/upload.ts';
import { isUnfinished } from '../upload/uploadQueue.ts';
import { useUploadQueue, useUploads } from '../upload/UploadQueueContext.tsx';

interface ImagesUploadOptions {
  scene: UploadScene;
  values: readonly string[];
  onChange: (filePaths: string[]) => void;
  max: number;
}

/** Uploads several pictures for one field, and appends the path of each as it arrives. */
export const useImagesUpload = ({ scene, values, onChange, max }: ImagesUploadOptions) => {
  const group = useId();
  const queue = useUploadQueue();
  const items = useUploads(group);
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  /** Two may arrive before the next render. */
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  }, [values]);
  useEffect(
    () => () => {
      for (const item of queue.items()) if (item.group === group) queue.cancel(item.id);
    },
    [queue, group],
  );

  const add = useEvent((filePath: string) => {
    if (latest.current.includes(filePath)) return;
    const next = [...latest.current, filePath];
    latest.current = next;
    onChange(next);
  });
  const pending = items.filter(isUnfinished).length;
  const failed = items.filter(({ state }) => state === 'failed');
  const take = (files: FileList | null) => {
    queue.clear(group);
    const room = max - latest.current.length - pending;
    queue.add([...(files ?? [])].slice(0, Math.max(0, room)), {
      group,
      scene,
      onStored: ({ filePath }) => add(filePath),
      onSignedOut: logoutIfAccessDenied,
    });
  };
  const again = failed.filter(({ canRetry }) => canRetry);
  return {
    pending,
    error: failed[0]?.error ?? '',
    take,
    retry: again.length > 0 ? () => again.forEach(({ id }) => queue.retry(id)) : undefined,
  };
};
