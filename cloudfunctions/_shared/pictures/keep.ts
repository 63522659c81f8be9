import { createHash } from 'node:crypto';
import { cutFileName } from '#contract/cut.ts';
import type { FileScene } from '#contract/file.ts';
import { actorOf, authorOf } from '../base/actor.ts';
import { changeRecord, insertRecord } from '../base/changeRecord.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { isDuplicate } from '../base/errors.ts';
import { type FileRow, files, pendingFile } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { gramsOf } from '../base/searchTerms.ts';
import { storeFile } from '../base/storage.ts';
import type { Picture } from './picture.ts';
import type { TicketFields } from './staging.ts';

const LONGEST_NAME = 100;

/**
 * A row for a file that is about to come; swept with whatever came of it if it never becomes more than that.
 * @param ticket what its row holds beside that; such an announcement stands in the audit log
 */
export const announce = async (
  filePath: string,
  name: string,
  scene: FileScene,
  context: AdminContext,
  ticket?: TicketFields,
): Promise<FileRow> => {
  const admin = await context.admin();
  const shown = cutFileName(name, LONGEST_NAME);
  const about = { name: shown, scene, createBy: authorOf(admin), ...ticket };
  const fields = pendingFile(filePath, about, gramsOf(shown));
  try {
    if (!ticket) return await files.insert(fields, fileIdOf(filePath));
    return await insertRecord(files, fields, fileIdOf(filePath), {
      by: await actorOf(context),
      resource: 'file',
      resourceId: filePath,
      after: { filePath, scene },
    });
  } catch (error) {
    const first = isDuplicate(error) ? await files.get(fileIdOf(filePath)) : null;
    if (!first) throw error;
    return first;
  }
};

/**
 * Stores the content of an announced picture. Row first, content second, row again: an interruption leaves a pending
 * row, which shows the sweep what to remove.
 */
export const keep = async (
  row: FileRow,
  picture: Picture,
  context: AdminContext,
  beside?: () => Promise<unknown>,
): Promise<FileRow> => {
  const { content, mime, width, height } = picture;
  const sha256 = createHash('sha256').update(content).digest('hex');
  let copies: number;
  try {
    [copies] = await Promise.all([
      files.count({ sha256, status: 'active' }),
      storeFile(row.filePath, content),
    ]);
  } catch (error) {
    await files.remove(row._id, { status: 'pending' }).catch(() => false);
    throw error;
  }
  const patch = {
    mime,
    width,
    height,
    sha256,
    sizeBytes: content.length,
    isDuplicate: copies > 0,
    status: 'active' as const,
    purgeTime: null,
  };
  const entry = {
    by: await actorOf(context),
    resource: 'file',
    resourceId: row.filePath,
    before: null,
    after: { ...row, ...patch },
  };
  const kept = await changeRecord(files, row, { status: 'pending' }, patch, entry, beside);
  // Confirmed by a concurrent call: the same picture at the same path.
  const found = kept ?? (await files.get(row._id));
  if (!found) throw new Error('the row of a file vanished while it was stored');
  return found;
};
