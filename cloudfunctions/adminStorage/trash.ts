import { codes } from '#contract/envelope.ts';
import type { FileReference } from '#contract/file.ts';
import { otherPictureUser, pictureSentences, pictureUsers } from '#contract/sentences/pictures.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { settingsOf } from '../_shared/base/settings.ts';

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
  if (references.length > 0) {
    throw new ActionError(codes.referenced, pictureSentences.inUse(summary(references)), {
      resource: references[0]?.resource ?? '',
      count: references.length,
      references,
    });
  }
  const now = Date.now();
  const written = await changeRecord(
    files,
    row,
    { status: 'active', ...(rev !== undefined && { rev }) },
    { status: 'trash', unused: true, deleteTime: now, purgeTime: now + days * DAY_MS },
    { by: await actorOf(context), resource: 'file', resourceId: row.filePath },
  );
  if (!written) throw stateNotAllowed();
  return { _id: row._id, filePath: row.filePath };
};

export const restore = async (row: FileRow | null, context: AdminContext): Promise<FileRow> => {
  if (!row || row.status === 'pending') throw notFound();
  const written =
    row.status === 'trash'
      ? await changeRecord(
          files,
          row,
          { status: 'trash' },
          { status: 'active', deleteTime: null, purgeTime: null },
          { by: await actorOf(context), resource: 'file', resourceId: row.filePath },
        )
      : null;
  if (!written) throw stateNotAllowed(pictureSentences.notInTrash);
  return written;
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
        const kept = error.code === codes.referenced;
        return kept
          ? { filePath, result: 'referenced' as const, references: used }
          : { filePath, result: 'missing' as const, references: [] };
      }
    }),
  );
  return { deleted: results.filter(({ result }) => result === 'deleted').length, results };
};
