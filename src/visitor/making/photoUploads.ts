import { createStore, type Store } from '../../shared/store.ts';
import { uploadFailure } from '../photos/photoFile.ts';
import type { UploadPhoto } from '../photos/uploadPhoto.ts';
import type { Draft } from './draft.ts';

/** A chosen photo on its way into our storage. */
export interface Photo {
  id: string;
  state: 'sending' | 'failed' | 'done';
  /** Percent that are sent. */
  percent: number;
  /** Why it failed. */
  message: string;
  /** Sending it again may help. */
  canRetry: boolean;
  /** What is shown of it: the local picture, or its path in storage. */
  preview: string;
  /** '' until it is stored. */
  filePath: string;
}

type Photos = Record<string, Photo[]>;

/** The photos of a form, by input. */
export interface PhotoUploads extends Store<Photos> {
  /** Sends a photo; in place of another one where `replaced` is given. */
  add: (input: string, photo: Blob, replaced?: string) => void;
  retry: (id: string) => void;
  /** Removes a photo; one that is being sent is not sent further. */
  remove: (id: string) => void;
  /** Stops what is being sent and frees the local pictures. */
  dispose: () => void;
}

let made = 0;

export const createPhotoUploads = (stored: Draft['photos'], upload: UploadPhoto): PhotoUploads => {
  /** Content of photos that are not stored yet. */
  const blobs = new Map<string, Blob>();
  const running = new Map<string, AbortController>();
  const photoOf = (preview: string, filePath = ''): Photo => ({
    id: `photo${(made += 1)}`,
    state: filePath ? 'done' : 'sending',
    percent: filePath ? 100 : 0,
    message: '',
    canRetry: true,
    preview,
    filePath,
  });
  const { set, state, subscribe } = createStore<Photos>(
    Object.fromEntries(
      Object.entries(stored).map(([key, list]) => [
        key,
        list.map(({ filePath }) => photoOf(filePath, filePath)),
      ]),
    ),
  );
  const each = (change: (list: Photo[]) => Photo[]) =>
    set(Object.fromEntries(Object.entries(state()).map(([key, list]) => [key, change(list)])));
  const note = (id: string, change: Partial<Photo>) =>
    each(list => list.map(photo => (photo.id === id ? { ...photo, ...change } : photo)));

  const send = async (id: string) => {
    const photo = blobs.get(id);
    if (!photo || running.has(id)) return;
    const course = new AbortController();
    running.set(id, course);
    note(id, { state: 'sending', percent: 0, message: '' });
    try {
      const onProgress = (percent: number) => note(id, { percent });
      const filePath = await upload(photo, { onProgress, signal: course.signal });
      if (course.signal.aborted) return;
      blobs.delete(id);
      note(id, { state: 'done', percent: 100, filePath });
    } catch (failure) {
      if (course.signal.aborted) return;
      note(id, { state: 'failed', ...uploadFailure(failure) });
    } finally {
      running.delete(id);
    }
  };

  const release = ({ id, preview }: Photo) => {
    running.get(id)?.abort();
    blobs.delete(id);
    if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
  };

  return {
    state,
    subscribe,
    add: (input, blob, replaced) => {
      const photo = photoOf(URL.createObjectURL(blob));
      blobs.set(photo.id, blob);
      const list = state()[input] ?? [];
      const old = list.find(one => one.id === replaced);
      if (old) release(old);
      const changed = old ? list.map(one => (one === old ? photo : one)) : [...list, photo];
      set({ ...state(), [input]: changed });
      void send(photo.id);
    },
    retry: id => void send(id),
    remove: id => {
      Object.values(state())
        .flat()
        .filter(photo => photo.id === id)
        .forEach(release);
      each(list => list.filter(photo => photo.id !== id));
    },
    dispose: () => Object.values(state()).flat().forEach(release),
  };
};
