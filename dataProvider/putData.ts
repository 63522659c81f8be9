import type { Invoke } from './invoke.ts';
import { putBytes as putWithRequest } from './putBytes.ts';
import type { PutBytes } from './putLeave.ts';

/**
 * Puts the data of an administrator's call into storage; what is never called for is removed by the server.
 * @returns the path that the call names
 * @throws ActionFailure, SignedOutError, PlatformFailure
 */
export const putData = async (
  data: Blob,
  invoke: Invoke,
  token: string,
  putBytes: PutBytes = putWithRequest,
): Promise<string> => {
  const ticket = await invoke('adminStorage', 'getRequestTicket', { size: data.size }, token);
  await putBytes(ticket, data, { onProgress: () => undefined, signal: undefined });
  return ticket.filePath;
};
