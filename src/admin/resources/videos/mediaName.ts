import { fit } from '#contract/limits/limit.ts';
import { vodLimits } from '#contract/limits/vod.ts';

/** What the video service calls a file: without its extension, and without characters that it refuses. */
export const mediaName = (fileName: string): string =>
  fit(vodLimits.upload.mediaName, fileName.replace(/\.\w+$/, '').replace(/[:*?<>"\\/|]/g, ' ')) ||
  'video';
