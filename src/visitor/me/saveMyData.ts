import { strToU8 } from 'fflate';
import type { SystemSettings } from '#contract/systemSettings.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { copy as t } from '#i18n/zh/visitor/copy.ts';
import { archive } from '../../shared/archive.ts';
import { withStyle } from '../../shared/imageStyle.ts';
import { saveFile } from '../../shared/saveFile.ts';
import type { SignedUrls } from '../../shared/signedUrls.ts';
import { exactTime } from '../../shared/time.ts';
import { pictureExtensions } from '../pictureExtensions.ts';
import { copyPage } from './copyPage.ts';
import { type MyData, myData, type Picture } from './myData.ts';

/** Pictures of one archive, which memory holds as a whole; some 200 MB at most. */
export const PICTURES_PER_PART = 50;

export interface Saving {
  invoke: Invoke;
  signedUrls: SignedUrls;
  imageStyles: SystemSettings['imageStyles'];
  signal: AbortSignal;
  /** Of so many pictures so many have been asked for. */
  onProgress: (done: number, total: number) => void;
}

const picturesOf = ({ photos, works }: MyData, { imageStyles }: Saving): Picture[] => [
  ...photos.map(({ filePath: path, createTime: time, name }) => {
    return { path, src: path, time, folder: t.files.photos, name, file: '' };
  }),
  ...works.flatMap(({ outputs, createTime: time, templateName: name }) =>
    outputs.map(({ filePath: path }) => {
      const src = withStyle(path, 'download', imageStyles);
      return { path, src, time, folder: t.files.works, name, file: '' };
    }),
  ),
];

/** From a fresh address, where the first one has expired meanwhile. @returns null where it cannot be loaded */
const load = async (src: string, { signedUrls, signal }: Saving) => {
  for (const bypassCache of [false, true]) {
    try {
      const answer = await fetch(await signedUrls.get(src, { bypassCache }), { signal });
      if (!answer.ok) continue;
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const extension = pictureExtensions[type] ?? 'jpg';
      return { extension, content: new Uint8Array(await answer.arrayBuffer()) };
    } catch (error) {
      signal.throwIfAborted();
      console.error('picture not loaded', error);
    }
  }
  return null;
};

/**
 * Saves page, data and pictures as an archive, or several where there are many pictures, each as soon as it is complete;
 * the page is in the last one, which then says what could not be loaded.
 * @returns how many pictures could not be loaded
 */
export const saveMyData = async (saving: Saving): Promise<number> => {
  const { signedUrls, signal, onProgress } = saving;
  const data = await myData(saving.invoke, signal);
  const pictures = picturesOf(data, saving);
  const parts = Math.max(1, Math.ceil(pictures.length / PICTURES_PER_PART));
  for (let part = 1; part <= parts; part += 1) {
    const zip = archive();
    const first = (part - 1) * PICTURES_PER_PART;
    const its = pictures.slice(first, first + PICTURES_PER_PART);
    // All addresses in one call, which the pictures then wait for.
    void Promise.allSettled(its.map(({ src }) => signedUrls.get(src)));
    for (const [at, picture] of its.entries()) {
      signal.throwIfAborted();
      onProgress(first + at, pictures.length);
      const found = await load(picture.src, saving);
      if (!found) continue;
      const time = exactTime(picture.time).replaceAll(':', '.');
      picture.file = `${picture.folder}/${time} ${first + at + 1}.${found.extension}`;
      zip.add(picture.file, found.content);
    }
    signal.throwIfAborted();
    if (part === parts) {
      const about = [t.made(exactTime(Date.now()))];
      if (parts > 1) about.push(t.parts(parts, PICTURES_PER_PART));
      zip.add(t.files.page, strToU8(copyPage(data, pictures, about)));
      zip.add(t.files.data, strToU8(JSON.stringify({ ...data, pictures }, null, 2)));
    }
    saveFile(zip.end(), t.archive(part, parts));
  }
  return pictures.filter(({ file }) => !file).length;
};
