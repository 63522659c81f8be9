/** Types a browser may show in place; everything else is offered as a download. */
const RASTER = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];
const DECLARED =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}(;\s*charset=[a-z0-9-]{1,20})?$/i;
/** Declared types that are never believed: scripts, documents that run them, and wrong picture types. */
const DISTRUSTED = /^image\/|html|xml|script|svg|flash|multipart|^text\/css/i;
const FALLBACK = 'application/octet-stream';

/** The type to record: what the first bytes show, else a harmless declared one. */
export function contentTypeOf(head: Buffer, declared: string | undefined): string {
  const sniffed = sniff(head);
  if (sniffed) return sniffed;
  if (declared === undefined || !DECLARED.test(declared) || DISTRUSTED.test(declared))
    return FALLBACK;
  return declared;
}

export function isShownInline(type: string): boolean {
  return RASTER.includes(type);
}

function sniff(head: Buffer): string | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'image/avif';
  if (text(0, 2) === 'BM' && head.length >= 14 && head.readUInt32LE(6) === 0) return 'image/bmp';
  return undefined;
}
