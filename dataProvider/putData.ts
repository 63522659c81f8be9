import { putBytes as putWithRequest } from './putBytes.ts';
import type { PutBytes, PutLeave } from './putLeave.ts';

/**
 * Puts the data of an administrator's call into storage; what is never called for is removed by the server.
 * @returns the path that the call names
 * @throws ActionFailure, SignedOutError, PlatformFailure
 */
export const putData = async (
  data: Blob,
  askLeave: () => Promise<PutLeave & { filePath: string }>,
  putBytes: PutBytes = putWithRequest,
): Promise<string> => {
  const leave = await askLeave();
  await putBytes(leave, data, { onProgress: () => undefined, signal: undefined });
  return leave.filePath;
};
