import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createUploadImage } from '#dataProvider/upload.ts';
import { isLarge, shrinkImage } from './shrinkImage.ts';
import {
  createUploadQueue,
  isUnfinished,
  type UploadItem,
  type UploadQueue,
} from './uploadQueue.ts';

const UploadQueueContext = createContext<UploadQueue | null>(null);

/** One queue for all forms and screens: uploads continue while other pages are open. */
export const UploadQueueProvider = ({
  invoke,
  children,
}: {
  invoke: Invoke;
  children: ReactNode;
}) => {
  const [queue] = useState(() =>
    createUploadQueue({
      upload: createUploadImage(invoke),
      prepare: shrinkImage,
      takesPreparing: isLarge,
    }),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (queue.items().some(isUnfinished)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
      // Signed out: uploads must not continue in the name of the previous user.
      for (const item of queue.items()) queue.cancel(item.id);
    };
  }, [queue]);
  return <UploadQueueContext value={queue}>{children}</UploadQueueContext>;
};

export const useUploadQueue = (): UploadQueue => {
  const queue = use(UploadQueueContext);
  if (!queue) throw new Error('UploadQueueProvider is missing above');
  return queue;
};

/** What this group has sent, in the order it was chosen. */
export const useUploads = (group: string): UploadItem[] => {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.items).filter(item => item.group === group);
};
