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
export const saveFile = async (url: string, name: string): Promise<void> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
  const blob = await answer.blob();
  const local = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = local;
  link.download = `${name.replace(FORBIDDEN, '_')}.${extensions[blob.type] ?? 'jpg'}`;
  link.click();
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(local), 60_000);
};
