import { saveFile } from '../../shared/saveFile.ts';

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** What no file system takes in a name. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Saves what is at the address as a file; a plain link to another origin would open it instead.
 * @param name without extension
 */
export const savePicture = async (url: string, name: string): Promise<void> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
  const blob = await answer.blob();
  saveFile(blob, `${name.replace(FORBIDDEN, '_')}.${extensions[blob.type] ?? 'jpg'}`);
};
