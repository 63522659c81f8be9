import { createHash } from 'node:crypto';
import { environment } from '../base/environment.ts';
import { isDuplicate } from '../base/errors.ts';
import { files } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { filePrefix, storeFile } from '../base/storage.ts';
import { withGenerationMark } from '../pictures/generatedMark.ts';
import { cleanPicture } from '../pictures/picture.ts';
import type { Result } from '../runningHub/client.ts';
import type { StoredTask } from './tasks.ts';

/** Files that are not pictures are kept unchanged. */
const others: Record<string, string> = { mp4: 'video/mp4' };

/** The address comes from the provider; it must not lead into our own network. */
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

/**
 * A generated file as it is stored: pictures are cleaned of what the generator wrote into them (often the whole
 * workflow) and marked as generated.
 * @throws for an invalid picture
 */
const marked = (content: Buffer, fileType: string, id: string) => {
  const mime = others[fileType.toLowerCase()];
  if (mime) return { content, mime, extension: fileType.toLowerCase(), width: 0, height: 0 };
  const picture = cleanPicture(content, environment.RUNNINGHUB_RESULT_BYTES);
  const generation = { producer: environment.AIGC_PRODUCER, id };
  return { ...picture, content: withGenerationMark(picture.content, picture.mime, generation) };
};

/** Copies one result into our storage, because the provider's address expires within a day. Repeatable. */
const saveOne = async (task: StoredTask, result: Result, at: number) => {
  const name = `${task.taskNo}_${at + 1}`;
  const made = marked(await fetchResult(result.fileUrl), result.fileType, name);
  const { content, mime, extension, width, height } = made;
  const filePath = `results/${task.userId}/${task._id}/${at + 1}.${extension}`;
  await storeFile(filePath, content);
  try {
    await files.insert(
      {
        filePath,
        fileID: filePrefix() + filePath,
        name,
        scene: 'task_result',
        mime,
        sizeBytes: content.length,
        width,
        height,
        sha256: createHash('sha256').update(content).digest('hex'),
        isDuplicate: false,
        unused: false,
        status: 'active',
        grams: [],
        userId: task.userId,
        deleteTime: null,
        purgeTime: null,
        createBy: null,
      },
      fileIdOf(filePath),
    );
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  return { filePath, fileType: extension, width, height, nodeId: result.nodeId };
};

/** Saves what it can; some pictures of several are better than none. */
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
