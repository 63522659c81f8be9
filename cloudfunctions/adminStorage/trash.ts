import { codes } from '#contract/envelope.ts';
import { type FileReference, isOfUser } from '#contract/file.ts';
import type { ActionInput } from '#contract/index.ts';
import { otherPictureUser, pictureSentences, pictureUsers } from '#contract/sentences/pictures.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { erasePrintPhotos, isClosed } from '../_shared/accounts/printPhotos.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { ActionError, invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { idsOf } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { letterTo } from '../_shared/messages/letters.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { markRemoved, tasksWith, unmarkRemoved } from '../_shared/tasks/removedPictures.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';

const kinds: Record<string, string> = pictureUsers;

/** `模板 2 个、分类 1 个`: kinds and numbers; the records are in `data`. */
const summary = (references: FileReference[]) => {
  const counts = new Map<string, number>();
  for (const { resource } of references) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  return [...counts]
    .map(([kind, n]) => pictureSentences.users(kinds[kind] ?? otherPictureUser, n))
    .join('、');
};

/** Days that a picture stays in the trash from now on. */
export const trashDays = async () => (await settingsOf('system')).retention.trashDays;

/** @throws 40904 with the users */
const refuseUsed = (references: FileReference[]): void => {
  if (references.length === 0) return;
  throw new ActionError(codes.referenced, pictureSentences.inUse(summary(references)), {
    resource: references[0]?.resource ?? '',
    count: references.length,
    references,
  });
};

const inTrash = (days: number, now: number) => ({
  status: 'trash' as const,
  unused: true,
  deleteTime: now,
  purgeTime: now + days * DAY_MS,
});

/** Moves to the trash. @throws 40904 with the users, 40902, 40400 */
export const discard = async (
  row: FileRow | null,
  references: FileReference[],
  days: number,
  context: AdminContext,
  rev?: number | undefined,
): Promise<{ _id: string; filePath: string }> => {
  if (!row || row.status === 'pending') throw notFound();
  if (row.status === 'trash') throw stateNotAllowed(pictureSentences.inTrash);
  if (isOfUser(row)) throw stateNotAllowed(pictureSentences.ofUser);
  refuseUsed(references);
  const written = await changeRecord(
    files,
    row,
    { status: 'active', ...(rev !== undefined && { rev }) },
    inTrash(days, Date.now()),
    { by: await actorOf(context), resource: 'file', resourceId: row.filePath },
  );
  if (!written) throw stateNotAllowed();
  return { _id: row._id, filePath: row.filePath };
};

/** The print orders that need it no more. */
const closedAmong = async (references: FileReference[]): Promise<string[]> => {
  const ids = references.flatMap(({ resource, _id }) => (resource === 'printOrder' ? _id : []));
  if (ids.length === 0) return [];
  return idsOf(await printOrders.find({ _id: _.in(ids), ...isClosed }, { limit: ids.length }));
};

/** Takes a picture from its user. @throws 40904 with the users, 40902, 40400, 40001 without a note */
export const removeUserImage = async (
  {
    filePath,
    reason,
    userNote = '',
    forPerson = false,
  }: ActionInput<'adminStorage', 'removeUserImage'>,
  context: AdminContext,
  [[seen, references], days]: [[FileRow | null, FileReference[]], number],
): Promise<{ _id: string; filePath: string }> => {
  if (!seen || seen.status === 'pending') throw notFound();
  if (!isOfUser(seen)) throw stateNotAllowed(pictureSentences.notOfUser);
  if (seen.userId && !userNote) throw invalid({ userNote: pictureSentences.noteMissing });
  const closed = forPerson ? await closedAmong(references) : [];
  refuseUsed(references.filter(({ _id }) => !closed.includes(_id)));
  const [by, showing] = await Promise.all([actorOf(context), tasksWith(seen)]);
  await inTransaction(async transaction => {
    const row = await transaction.require<FileRow>('files', seen._id);
    if (row.status !== 'active') throw stateNotAllowed(pictureSentences.inTrash);
    const entry = { by, resource: 'file', resourceId: filePath, reason };
    const gone = inTrash(forPerson ? 0 : days, transaction.now);
    await transaction.change('files', row, gone, entry);
    await markRemoved(transaction, showing, { filePath, reason, userNote }, by);
    const user = row.userId ? await transaction.get<StoredUser>('users', row.userId) : null;
    if (!user || user.status === 'deleted') return;
    const letter = {
      _id: `fb_${transaction.newId()}`,
      text: pictureSentences.removedFrom(userNote),
    };
    await letterTo(transaction, user, { ...letter, taskId: showing[0] ?? '' }, by);
  });
  for (const _id of closed) await erasePrintPhotos({ _id }, by, path => path === filePath);
  // Cut off, it is purged.
  if (forPerson) await eraseFiles([filePath]);
  return { _id: seen._id, filePath };
};

const restored = { status: 'active', deleteTime: null, purgeTime: null } as const;

export const restore = async (seen: FileRow | null, context: AdminContext): Promise<FileRow> => {
  if (!seen || seen.status === 'pending') throw notFound();
  const by = await actorOf(context);
  const entry = { by, resource: 'file', resourceId: seen.filePath };
  if (!isOfUser(seen)) {
    const written =
      seen.status === 'trash'
        ? await changeRecord(files, seen, { status: 'trash' }, restored, entry)
        : null;
    if (!written) throw stateNotAllowed(pictureSentences.notInTrash);
    return written;
  }
  const showing = await tasksWith(seen);
  return inTransaction(async transaction => {
    const row = await transaction.require<FileRow>('files', seen._id);
    if (row.status !== 'trash') throw stateNotAllowed(pictureSentences.notInTrash);
    await unmarkRemoved(transaction, showing, row.filePath, by);
    return transaction.change('files', row, restored, entry);
  });
};

/** Each by itself: a used file does not stop the others. */
export const discardMany = async (filePaths: string[], context: AdminContext) => {
  const wanted = [...new Set(filePaths)];
  const [rows, references, days] = await Promise.all([
    Promise.all(wanted.map(fileAt)),
    referencesTo(wanted),
    trashDays(),
  ]);
  const results = await Promise.all(
    wanted.map(async (filePath, at) => {
      const used = references.get(filePath) ?? [];
      try {
        await discard(rows[at] ?? null, used, days, context);
        return { filePath, result: 'deleted' as const, references: [] };
      } catch (error) {
        if (!(error instanceof ActionError)) throw error;
        const row = rows[at];
        if (row?.status === 'active' && isOfUser(row))
          return { filePath, result: 'ofUser' as const, references: [] };
        const kept = error.code === codes.referenced;
        return kept
          ? { filePath, result: 'referenced' as const, references: used }
          : { filePath, result: 'missing' as const, references: [] };
      }
    }),
  );
  return { deleted: results.filter(({ result }) => result === 'deleted').length, results };
};
