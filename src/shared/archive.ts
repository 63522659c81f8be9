import { Zip, ZipPassThrough } from 'fflate';

/** Files in one. Nothing is compressed: pictures do not get smaller. */
export const archive = () => {
  const chunks: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  return {
    add: (name: string, content: Uint8Array) => {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(content, true);
    },
    end: () => {
      zip.end();
      return new Blob(chunks, { type: 'application/zip' });
    },
  };
};
