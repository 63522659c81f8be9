import { MAX_PHOTO_BYTES } from '#contract/constants.ts';
import { cutFileName } from '#contract/cut.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { DAY_MS, HOUR_MS } from '#contract/shanghai.ts';
import { namedAs } from '#contract/takenFormats.ts';
import { appUploadActions } from '#contract/visitorUpload.ts';
import { countAll, withCounters } from '../_shared/base/attempts.ts';
import { _ } from '../_shared/base/cloud.ts';
import { type CallContext, defineFunction } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files, month, pendingFile } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { together } from '../_shared/base/parallel.ts';
import { type Settings, settingsOf } from '../_shared/base/settings.ts';
import { removeFiles, storeFile, uploadLeave } from '../_shared/base/storage.ts';
import { cleanPhoto } from '../_shared/pictures/picture.ts';
import {
  openTicket,
  stagingPath,
  takeArrived,
  type TicketFields,
  ticketFields,
} from '../_shared/pictures/staging.ts';
import { tooLarge, uploadLimit } from '../_shared/pictures/uploadLimit.ts';
import { checkPhotoConsent, checkTerms, currentVersions } from '../_shared/users/consents.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { limitOf } from '../_shared/users/networkLimits.ts';
import { notOpenFor } from '../_shared/users/opening.ts';
import { ownList } from '../_shared/users/ownList.ts';
import { openidOf, visitorSeen } from '../_shared/users/visitorUser.ts';

const uploadLimits = (context: CallContext) => {
  const { PHOTOS_PER_USER, PHOTOS_PER_ADDRESS } = environment;
  const { tooManyPhotos } = pictureSentences;
  return withCounters([
    [`photos ${openidOf(context)}`, PHOTOS_PER_USER, HOUR_MS, tooManyPhotos],
    [...limitOf(context, 'photos', PHOTOS_PER_ADDRESS), HOUR_MS, tooManyPhotos],
  ]);
};

const announce = async (
  filePath: string,
  name: string,
  user: StoredUser,
  ticket?: TicketFields,
): Promise<FileRow> => {
  const about = { name, scene: 'user_upload' as const, userId: user._id, ...ticket };
  const id = fileIdOf(filePath);
  const made = await files.insertUnlessThere(pendingFile(filePath, about), id);
  return made ?? files.require(id);
};

const photoLimit = () => uploadLimit(MAX_PHOTO_BYTES);

const photoOf = (row: FileRow, { retention }: Settings<'system'>) => ({
  ...row,
  expireTime: row.createTime + retention.userUploadDays * DAY_MS,
});

export const main = defineFunction('appUpload', appUploadActions, {
  getPhotos: ownList<FileRow>('files', {
    scene: 'user_upload',
    status: _.nin(['pending', 'trash']),
  }),

  getUploadTicket: async ({ fileName, size }, context) => {
    const [user, limits, general, compliance, current, limit] = await Promise.all([
      visitorSeen(context),
      uploadLimits(context),
      settingsOf('general'),
      settingsOf('compliance'),
      currentVersions(),
      photoLimit(),
    ]);
    const refusal = notOpenFor(context, general);
    if (refusal) throw stateNotAllowed(refusal);
    if (size > limit) throw tooLarge(limit, 'size');
    checkTerms(user, general, compliance);
    checkPhotoConsent(user, current, compliance);
    const filePath = stagingPath(fileName);
    const expireTime = Date.now() + environment.UPLOAD_TICKET_MS;
    const making = Promise.all([
      uploadLeave(filePath),
      announce(filePath, cutFileName(fileName, 100), user, ticketFields(size)),
    ]);
    const counting = countAll(limits).catch(async (error: unknown) => {
      await Promise.allSettled([making]);
      await files.remove(fileIdOf(filePath), { status: 'pending' });
      throw error;
    });
    const [leave] = await together(making, counting);
    return { filePath, ...leave, method: 'PUT' as const, expireTime };
  },

  confirmUpload: async ({ filePath }, context) => {
    const [user, found, limit, system] = await Promise.all([
      visitorSeen(context),
      fileAt(filePath),
      photoLimit(),
      settingsOf('system'),
    ]);
    // Another visitor's upload is answered as missing.
    if (!found?.userId || found.userId !== user._id) throw notFound();
    const ticket = openTicket(found);
    if (ticket.confirmedAs) {
      const done = await fileAt(ticket.confirmedAs);
      if (done?.status === 'active') return photoOf(done, system);
    }
    const picture = await takeArrived(ticket, limit, { read: cleanPhoto });
    // Derived from the ticket, so that repeated or concurrent confirmations store one photo.
    const name = `${hashOf([ticket._id], 24)}.${picture.extension}`;
    const finalPath = `user_upload/${user._id}/${month(ticket.createTime)}/${name}`;
    const { content, mime, width, height } = picture;
    const row = await announce(finalPath, namedAs(ticket.name, picture), user);
    await storeFile(finalPath, content);
    const facts = { mime, width, height, sizeBytes: content.length };
    const arrived = { ...facts, status: 'active', purgeTime: null };
    const [kept] = await Promise.all([
      files.compareAndSet(row._id, { status: 'pending' }, arrived),
      files.note(ticket._id, { confirmedAs: finalPath }),
    ]);
    const [stored, owner] = await Promise.all([
      kept ?? fileAt(finalPath),
      visitorSeen(context),
      removeFiles([filePath]),
    ]);
    if (owner.photoConsent?.withdrawnTime) {
      // Taken back while the photo was on its way.
      await eraseFiles([finalPath]);
      throw stateNotAllowed(pictureSentences.consentFirst, { needsPhotoConsent: true });
    }
    return photoOf(stored ?? row, system);
  },
});
