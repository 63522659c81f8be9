import { fit, limits } from '#contract/limits.ts';

/** What the video service calls a file: without its extension, and without characters that it refuses. */
export const mediaName = (fileName: string): string =>
  fit(limits.vod.upload.mediaName, fileName.replace(/\.\w+$/, '').replace(/[:*?<>"\\/|]/g, ' ')) ||
  'video';
