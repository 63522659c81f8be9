import tcb from '@cloudbase/node-sdk';
import type { Folder } from '#contract/folders.ts';
import type { Environment } from '../shared/environment.ts';
import { createRetryWithBackoff, isTooLarge } from '../shared/retryWithBackoff.ts';

/** Longer than the platform's own limits, so that it is the platform that gives up. */
const TIMEOUT_MS = 60_000;

/** A document as Extended JSON, in one line. */
export type Line = string;

/**
 * An environment's database and files through the server SDK, as far as keeping and restoring them needs.
 * Documents stay the text that the platform answers and takes: the SDK's own conversion turns 64-bit integers, doubles
 * without a fraction, object ids and points into something else.
 */
export interface Platform {
  envId: string;
  /** `cloud://<envId>.<bucket>/`: how ids of its files begin. */
  filePrefix(): Promise<string>;
  /**
   * The first documents in the order of ids, at most `limit`. Fewer do not mean that there are no more, because they may
   * have been too large for one answer; none does.
   */
  find(collection: string, query: object, limit: number, projection?: object): Promise<Line[]>;
  count(collection: string): Promise<number>;
  /** After an error an unknown part of them may be stored. */
  insert(collection: string, documents: Line[]): Promise<void>;
  remove(collection: string, query: object): Promise<void>;
  /** null for a file that does not exist. */
  download(filePath: string): Promise<Buffer | null>;
  upload(filePath: string, content: Buffer): Promise<void>;
}

interface Answer {
  code?: string;
  message?: string;
  data?: unknown;
}

type Send = (action: string, body: object) => Promise<Answer>;

class PlatformFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * By itself instead of the SDK's `downloadFile`, which waits for ever, and whose errors hold the signed address.
 * @returns null where the file was removed meanwhile
 */
const fetchFile = async (
  address: string,
  filePath: string,
  timeoutMs: number,
): Promise<Buffer | null> => {
  const failed = (code: string) =>
    new PlatformFailure(code, `${filePath} could not be read: ${code}`);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status === 404) return null;
    if (!answer.ok) throw failed(String(answer.status));
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof PlatformFailure) throw error;
    // Node says no more than that fetching failed; why is its cause.
    const { name, cause } = error as Error & { cause?: { code?: string } };
    throw failed(name === 'TimeoutError' ? 'TIMEOUT' : (cause?.code ?? 'ECONNRESET'));
  }
};

/** For the SDK's `uploadFile`, which waits for ever. One that arrives late stores the same content. */
const within = async (ms: number, filePath: string, upload: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const failure = new PlatformFailure('TIMEOUT', `${filePath} could not be stored: TIMEOUT`);
    timer = setTimeout(() => reject(failure), ms);
  });
  await Promise.race([upload, late]).finally(() => clearTimeout(timer));
};

/** @param timeoutMs of each request, after which it is repeated */
export const openPlatform = (environment: Environment, timeoutMs = TIMEOUT_MS): Platform => {
  const { envId, region, secretId, secretKey, token, endpoint } = environment;
  const app = tcb.init({
    env: envId,
    region,
    secretId,
    secretKey,
    timeout: timeoutMs,
    ...(token && { sessionToken: token }),
    ...(endpoint && { serviceUrl: `${endpoint}/admin` }),
  });
  const db = app.database();
  // What `collection().get()` and `add()` send their requests with.
  const { reqClass: Requests } = db.constructor as unknown as {
    reqClass: new (config: object) => { send: Send };
  };
  const requests = new Requests(db.config);
  const pace = createRetryWithBackoff();

  const send = async (action: string, body: object): Promise<unknown> =>
    pace(async () => {
      const { code, message, data } = await requests.send(action, body);
      if (code) throw new PlatformFailure(code, `${code}: ${String(message)}`);
      return data;
    });

  const find: Platform['find'] = async (collectionName, query, limit, projection) => {
    const { list } = (await send('database.getDocument', {
      collectionName,
      queryType: 'WHERE',
      query: JSON.stringify(query),
      order: JSON.stringify({ _id: 1 }),
      limit,
      ...(projection && { projection: JSON.stringify(projection) }),
    })) as { list: string[] };
    // Only between its values can a JSON text have line breaks.
    return list.map(text => (/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text));
  };

  const insert = async (collectionName: string, documents: Line[]): Promise<void> => {
    try {
      await send('database.insertDocument', { collectionName, data: documents });
    } catch (error) {
      if (documents.length === 1 || !isTooLarge(error)) throw error;
      const half = Math.ceil(documents.length / 2);
      await insert(collectionName, documents.slice(0, half));
      await insert(collectionName, documents.slice(half));
    }
  };

  let prefix: Promise<string> | undefined;
  const filePrefix = () => (prefix ??= readPrefix());
  /** From the permission to upload a file, which is then not used. */
  const readPrefix = async () => {
    const cloudPath = 'backup/probe.txt' satisfies `${Folder}/${string}`;
    const { data } = await pace(() => app.getUploadMetadata({ cloudPath }));
    const { fileId } = data as { fileId?: string };
    if (!fileId?.startsWith('cloud://') || !fileId.endsWith(cloudPath))
      throw new Error(`the platform names its files in an unknown way: ${String(fileId)}`);
    return fileId.slice(0, -cloudPath.length);
  };

  return {
    envId,
    filePrefix,
    find,
    insert,
    count: async collectionName => {
      const body = { collectionName, queryType: 'WHERE', query: '{}' };
      const { total } = (await send('database.calculateDocument', body)) as { total: number };
      return total;
    },
    remove: async (collectionName, query) => {
      const body = { collectionName, queryType: 'WHERE', multi: true };
      await send('database.removeDocument', { ...body, query: JSON.stringify(query) });
    },
    download: async filePath => {
      const fileID = (await filePrefix()) + filePath;
      return pace(async () => {
        const { fileList } = await app.getTempFileURL({ fileList: [fileID] });
        const { code, tempFileURL } = fileList[0]!;
        if (code === 'STORAGE_FILE_NONEXIST') return null;
        if (code !== 'SUCCESS') throw new PlatformFailure(code, `${filePath}: ${code}`);
        return fetchFile(tempFileURL, filePath, timeoutMs);
      });
    },
    upload: async (filePath, content) => {
      await pace(() =>
        within(timeoutMs, filePath, app.uploadFile({ cloudPath: filePath, fileContent: content })),
      );
    },
  };
};
