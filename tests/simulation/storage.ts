import type { Scheduler } from './scheduler.ts';

/** How long a request to the storage is under way; it fails where the database's would get lost. */
export type StorageLatency = () => { ms: number; lost?: 'before' | 'after' | undefined };

interface Named {
  fileID: string;
}

const pathIn = ({ fileID }: Named) => fileID.replace(/^cloud:\/\/[^/]*\//, '');

/** The platform's files, in memory: in the place of the SDK's methods. */
export const simulateStorage = (scheduler: Scheduler, latency: StorageLatency) => {
  const contents = new Map<string, Buffer>();

  const carry = async <T>(what: string, work: () => T): Promise<T> => {
    const { ms, lost } = latency();
    await scheduler.pause(`storage ${what}`, ms);
    if (lost === 'before') throw new Error('the storage does not answer');
    const answer = work();
    scheduler.note(scheduler.current()?.name ?? '?', `storage ${what}`);
    if (lost === 'after') throw new Error('the storage does not answer');
    return answer;
  };

  const methods = {
    uploadFile: ({ cloudPath, fileContent }: { cloudPath: string; fileContent: Buffer }) =>
      carry(`stores ${cloudPath}`, () => {
        contents.set(cloudPath, fileContent);
        return { fileID: `cloud://local.files/${cloudPath}` };
      }),
    getTempFileURL: ({ fileList }: { fileList: Named[] }) =>
      carry('signs', () => ({
        fileList: fileList.map(file => ({
          ...file,
          code: contents.has(pathIn(file)) ? 'SUCCESS' : 'STORAGE_FILE_NONEXIST',
          tempFileURL: contents.has(pathIn(file)) ? 'http://storage.test/x' : '',
        })),
      })),
    downloadFile: (file: Named) =>
      carry(`reads ${pathIn(file)}`, () => ({ fileContent: contents.get(pathIn(file)) })),
    deleteFile: ({ fileList }: { fileList: string[] }) =>
      carry('deletes', () => ({
        fileList: fileList.map(fileID => {
          contents.delete(pathIn({ fileID }));
          return { fileID, code: 'SUCCESS' };
        }),
      })),
  };
  return { contents, methods };
};
