import vodSdk from 'vod-js-sdk-v6';
import { vodAxios } from 'vod-js-sdk-v6/lib/src/uploader';
import { texts } from '#contract/constants.ts';
import { cutFileName } from '#contract/cut.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { UploadCancelled, UploadFailure } from '#dataProvider/upload.ts';
import { mediaName } from './mediaName.ts';

/** A CommonJS module's default export may be wrapped, depending on the bundler. */
const TcVod = (vodSdk as unknown as { default?: typeof vodSdk }).default ?? vodSdk;

/** What the SDK is asked for by name, wherever the service really is. */
const OWN_ADDRESS = /^https:\/\/vod2\.(qcloud|dnsv1)\.com/;
let endpoint = '';
vodAxios.interceptors.request.use(request => {
  if (endpoint && request.url) request.url = request.url.replace(OWN_ADDRESS, endpoint);
  return request;
});

/** Object storage has its own address, which only its options know. */
const pointStorageAt = (base: string, uploader: { cosStrategy: Record<string, unknown> }) => {
  if (!base) return;
  const { protocol } = new URL(base);
  Object.assign(uploader.cosStrategy, { Domain: `${base}/cos`, Protocol: protocol });
};

/**
 * Sends a video straight to the video service, which takes it in parts; the server signs every step. Answers the
 * service's id of the file. Loaded when a video is chosen: the SDK is large.
 * @throws UploadFailure, UploadCancelled
 */
export const uploadVideo = async (
  invoke: Invoke,
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> => {
  let failure: unknown;
  let announced = '';
  const ask = (more: { videoId: string } | { fileName: string; size: number }) =>
    invoke('vodService', 'getUploadSignature', more);
  try {
    const first = await ask({ fileName: nameOf(file), size: file.size });
    ({ endpoint } = first);
    announced = first.videoId;
    // Each signature is valid once; the first is for the beginning.
    let unused: string | undefined = first.signature;
    const vod = new TcVod({
      getSignature: async () => {
        try {
          const ready = unused;
          unused = undefined;
          return ready ?? (await ask({ videoId: first.videoId })).signature;
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      allowReport: false,
      enableRaceRegion: false,
      // The SDK's memory of an interrupted upload outlives the record that the upload belongs to.
      enableResume: false,
    });
    signal.throwIfAborted();
    const uploader = vod.upload({ mediaFile: file, mediaName: mediaName(file.name) });
    pointStorageAt(endpoint, uploader);
    uploader.on('media_progress', ({ percent }: { percent: number }) =>
      onProgress(Math.round(percent * 100)),
    );
    const done = uploader.done() as Promise<{ fileId: string }>;
    return (await Promise.race([done, aborted(signal, () => uploader.cancel())])).fileId;
  } catch (error) {
    // What never arrived is not listed. If this fails too, it is removed after a day.
    if (announced)
      void invoke('vodService', 'deleteVideo', { id: announced }).catch(() => undefined);
    if (signal.aborted) throw new UploadCancelled();
    console.error('video not uploaded', error);
    // The service's messages are not meant for users.
    const known = failure ?? (isOurs(error) ? error : undefined);
    throw new UploadFailure(known ?? new Error(texts.videoServiceFailed));
  }
};

const isOurs = (error: unknown) =>
  error instanceof Error && ['ActionFailure', 'PlatformFailure'].includes(error.name);

const aborted = (signal: AbortSignal, stop: () => void) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      stop();
      reject(new UploadCancelled());
    });
  });

const nameOf = (file: File) => cutFileName(file.name, 200) || 'video.mp4';
