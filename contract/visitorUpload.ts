import { ownList, visitorWrite } from './action.ts';
import { MAX_PHOTO_BYTES } from './constants.ts';
import { file, uploadTicket } from './file.ts';
import { filePath, instant, line, z } from './zod.ts';

/** The visitor's own photo. */
const photo = file.pick({ filePath: true, width: true, height: true, sizeBytes: true }).extend({
  /** When it will be erased. */
  expireTime: instant,
});

export const appUploadActions = {
  /** The visitor's own photos that are still there. */
  getPhotos: ownList(file.pick({ _id: true, filePath: true, name: true, createTime: true })),
  /**
   * Permission to put one photo straight into storage: `PUT` to `url` with `headers`. It is stored in a folder that is
   * never shown; `confirmUpload` makes it a photo. 40902 with `needsAgreement` before the agreement is accepted.
   */
  getUploadTicket: visitorWrite({
    input: z.strictObject({
      fileName: line(200).min(1),
      size: z.int().min(1).max(MAX_PHOTO_BYTES, '照片不能超过 4 MB'),
    }),
    output: uploadTicket,
    example: { fileName: 'photo.jpg', size: 300_000 },
  }),
  /** Reads the uploaded file and stores it as the visitor's photo, or removes it. A repeated call answers the same. */
  confirmUpload: visitorWrite({
    input: z.strictObject({ filePath }),
    output: photo,
    example: { filePath: 'upload/demo/visitor_0001.png' },
  }),
};
