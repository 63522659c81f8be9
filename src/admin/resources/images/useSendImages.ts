import { useListContext, useLogoutIfAccessDenied } from 'react-admin';
import { uploadScenes } from '#contract/file.ts';
import type { UploadScene } from '#dataProvider/upload.ts';
import { useUploadQueue } from '../../kit/upload/UploadQueueContext.tsx';

export const IMAGES_GROUP = 'images';

/** Sends files to the scene one is looking at; to the templates' where that takes none. */
export const useSendImages = () => {
  const queue = useUploadQueue();
  const { filterValues, refetch } = useListContext();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const here = (filterValues as { scene?: string }).scene;
  const scene: UploadScene = uploadScenes.find(one => one === here) ?? 'template';
  const send = (files: Iterable<File> | null | undefined) => {
    const chosen = [...(files ?? [])];
    if (chosen.length === 0) return;
    queue.add(chosen, {
      group: IMAGES_GROUP,
      scene,
      onSignedOut: logoutIfAccessDenied,
      onStored: () => void refetch(),
    });
  };
  return { scene, send };
};
