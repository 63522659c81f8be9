import { pictureLimit } from '../../../shared/uploadLimit.ts';

export const LARGE_BYTES = 4 * 1024 * 1024;

/** Larger pictures are reduced before the upload. */
export const isLarge = (file: File) => file.size > Math.min(LARGE_BYTES, pictureLimit());
