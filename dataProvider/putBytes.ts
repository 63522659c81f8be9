import { texts } from '#contract/constants.ts';
import { PlatformFailure } from './platformFailure.ts';
import type { PutBytes } from './putLeave.ts';

/** Time without progress after which the upload fails; a slow line may take longer in total. */
const STALLED_MS = 45_000;

/**
 * Uploads bytes as a ticket says. `XMLHttpRequest`, because `fetch` reports no upload progress.
 * @throws PlatformFailure
 */
export const putBytes: PutBytes = ({ url, method, headers }, file, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const fail = () => reject(new PlatformFailure('NETWORK', texts.networkFailed));
    const moved = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      onProgress(loaded);
    };
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new PlatformFailure(`STORAGE_${request.status}`, texts.storageRefused));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    moved();
    request.send(file);
  });
