import type { Caller } from '../auth/sessions.ts';
import type { CollectionAcl } from '../types.ts';
import type { FileStore, StoredFile } from './files.ts';
import type { FileIds } from './keys.ts';
import type { Signatures } from './signatures.ts';
import type { ImageStyles } from './styles.ts';

/** The parts of file storage shared by the web gateway, the server SDK and `/cos`. */
export interface Storage {
  files: FileStore;
  styles: ImageStyles;
  signatures: Signatures;
  ids: FileIds;
  acl: CollectionAcl;
}

/** The caller: a function may do anything, the publishable key alone nothing. */
export type Actor = Caller | 'function';

export interface Result {
  /** Empty on success. */
  code: string;
  message: string;
}

export interface Found {
  file: StoredFile;
  /** Name after the last `!`, when the key is not itself that of a file. */
  style: string | null;
}

/** Finds `a.png`; with image processing switched on also `a.png!thumbnail`, as a style of it. */
export function findStyled(storage: Storage, key: string): Found | null {
  const exact = storage.files.find(key);
  if (exact) return { file: exact, style: null };
  const cut = storage.styles.isOn ? key.lastIndexOf('!') : -1;
  const original = cut > 0 ? storage.files.find(key.slice(0, cut)) : null;
  return original ? { file: original, style: key.slice(cut + 1) } : null;
}

function mayRead({ acl }: Storage, actor: Actor, file: StoredFile): boolean {
  if (actor === 'function') return true;
  if (actor === null || acl === 'ADMINONLY') return false;
  return acl !== 'PRIVATE' || file.owner === actor.sub;
}

/** @param file the existing file, if any; only its owner may overwrite or remove it */
export function mayWrite({ acl }: Storage, actor: Actor, file: StoredFile | null): boolean {
  if (actor === 'function') return true;
  if (actor === null || acl === 'ADMINONLY' || acl === 'ADMINWRITE') return false;
  return file === null || file.owner === actor.sub;
}

/** Readable without a signature, as files of a public bucket are. */
export function isPublic({ acl }: Storage): boolean {
  return acl === 'READONLY' || acl === 'ADMINWRITE';
}

const NOTHING: Result = { code: 'STORAGE_FILE_NONEXIST', message: 'the file does not exist' };
const REFUSED: Result = { code: 'STORAGE_EXCEED_AUTHORITY', message: 'not allowed to this caller' };
const DONE: Result = { code: '', message: '' };

export function signDownload(
  storage: Storage,
  actor: Actor,
  fileId: unknown,
  { base, lifetime }: { base: string; lifetime: number },
): Result & { url: string } {
  const key = storage.ids.keyOf(fileId);
  const found = key === null ? null : findStyled(storage, key);
  if (key === null || !found) return { ...NOTHING, url: '' };
  if (!mayRead(storage, actor, found.file)) return { ...REFUSED, url: '' };
  return { ...DONE, url: storage.signatures.downloadUrl(base, key, lifetime) };
}

export async function removeFile(storage: Storage, actor: Actor, fileId: unknown): Promise<Result> {
  const key = storage.ids.keyOf(fileId);
  const file = key === null ? null : storage.files.find(key);
  if (!file) return NOTHING;
  if (!mayWrite(storage, actor, file)) return REFUSED;
  await storage.files.remove(file);
  await storage.styles.forget(file.content);
  return DONE;
}

export interface CopyOrder {
  from: string | null;
  to: string | null;
  overwrite: boolean;
  removeOriginal: boolean;
}

export async function copyFile(storage: Storage, actor: Actor, order: CopyOrder): Promise<Result> {
  const { files } = storage;
  const source = order.from === null ? null : files.find(order.from);
  if (!source) return NOTHING;
  if (order.to === null) return { code: 'INVALID_PARAM', message: 'the target path is not valid' };
  const target = files.find(order.to);
  const allowed =
    mayRead(storage, actor, source) &&
    mayWrite(storage, actor, target) &&
    (!order.removeOriginal || mayWrite(storage, actor, source));
  if (!allowed) return REFUSED;
  if (target && !order.overwrite)
    return { code: 'STORAGE_FILE_EXIST', message: 'the target exists' };
  await files.copy(source, order.to, actor === 'function' ? null : (actor?.sub ?? null));
  if (target) await storage.styles.forget(target.content);
  if (order.removeOriginal) await files.remove(source);
  return DONE;
}
