import { imageSize } from 'image-size';
import { environment } from '../environment.ts';
import { fileIdOf } from '../fileUse.ts';
import { files } from '../files.ts';
import { isDuplicate } from '../errors.ts';
import type { Result } from '../runningHub/client.ts';
import { filePrefix, storeFile } from '../storage.ts';
import type { StoredTask } from './tasks.ts';

const kinds: Record<string, { extension: string; mime: string }> = {
  png: { extension: 'png', mime: 'image/png' },
  jpg: { extension: 'jpg', mime: 'image/jpeg' },
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  webp: { extension: 'webp', mime: 'image/webp' },
  mp4: { extension: 'mp4', mime: 'video/mp4' },
};

/** The provider names the address; it is still not allowed to send us into our own network. */
const isAllowed = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  const standIn = environment.RUNNINGHUB_BASE_URL;
  if (standIn && new URL(standIn).origin === origin) return true;
  return protocol === 'https:' && /\.[a-z]{2,}$/.test(hostname);
};

const fetchResult = async (address: string): Promise<Buffer> => {
  const limit = environment.RUNNINGHUB_RESULT_BYTES;
  if (!isAllowed(address)) throw new Error('a result lies at an address that is not allowed');
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(environment.RUNNINGHUB_TIMEOUT_MS),
  });
  if (!response.ok || !response.body) throw new Error(`a result answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) throw new Error('a result is too large');
    chunks.push(chunk);
  }
  if (size === 0) throw new Error('a result is empty');
  return Buffer.concat(chunks);
};

const sizeOf = (content: Buffer): { width: number; height: number } => {
  try {
    const { width, height } = imageSize(content);
    return { width, height };
  } catch {
    return { width: 0, height: 0 };
  }
};

/** Copies one result into our storage, because the provider's address dies within a day. Doing it again is harmless. */
const saveOne = async (task: StoredTask, result: Result, at: number) => {
  const kind = kinds[result.fileType.toLowerCase()] ?? kinds['png']!;
  const content = await fetchResult(result.fileUrl);
  const filePath = `results/${task.userId}/${task._id}/${at + 1}.${kind.extension}`;
  await storeFile(filePath, content);
  const { width, height } = sizeOf(content);
  try {
    await files.insert(
      {
        ...{ filePath, fileID: filePrefix() + filePath, name: `${task.taskNo}_${at + 1}` },
        ...{ scene: 'task_result', mime: kind.mime, sizeBytes: content.length, width, height },
        ...{ sha256: '', isDuplicate: false, unused: false, status: 'active', grams: [] },
        ...{ userId: task.userId, deleteTime: null, purgeTime: null, createBy: null },
      },
      fileIdOf(filePath),
    );
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  return { filePath, fileType: kind.extension, width, height, nodeId: result.nodeId };
};

/** What could be saved; some of several pictures are better than none. */
export const saveResults = async (task: StoredTask, results: Result[]) => {
  const saved = await Promise.all(
    results.map((result, at) =>
      saveOne(task, result, at).catch((error: unknown) => {
        console.error('result not saved', task._id, error);
        return null;
      }),
    ),
  );
  return saved.filter(output => output !== null);
};
