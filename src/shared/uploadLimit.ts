import { MAX_PHOTO_BYTES, MAX_TICKET_BYTES } from '#contract/constants.ts';
import { systemSettings } from './settings.ts';

const limit = (most: number) => Math.min(most, systemSettings().upload.maxBytes);

/** Bytes of an administrator's picture. */
export const pictureLimit = () => limit(MAX_TICKET_BYTES);
/** Bytes of a visitor's photo. */
export const photoLimit = () => limit(MAX_PHOTO_BYTES);

export const inMegabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 100) / 100;
