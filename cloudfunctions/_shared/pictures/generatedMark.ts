import { imageSize } from 'image-size';
import { pngChunk } from './pngChunk.ts';
import { webpChunk } from './webp.ts';

/**
 * The mark that generated pictures must carry in their file since September 2025 (标识办法, GB 45438-2025): the field
 * AIGC of the committee's XMP namespace, whose value is JSON with these seven keys. `Label` 1: certainly generated.
 */
export interface Generation {
  /** The producer: its registered code, or the operator's name. */
  producer: string;
  /** The producer's id of this picture. */
  id: string;
}

const xmpOf = ({ producer, id }: Generation): string => {
  const value = JSON.stringify({
    Label: '1',
    ContentProducer: producer,
    ProduceID: id,
    ReservedCode1: '',
    ContentPropagator: '',
    PropagateID: '',
    ReservedCode2: '',
  });
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/"><TC260:AIGC>${escaped}</TC260:AIGC></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
};

const PNG_HEADER_END = 33;

const inPng = (file: Buffer, xmp: Buffer): Buffer => {
  // Keyword, no compression, no language, no translation.
  const text = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp]);
  const chunk = pngChunk('iTXt', text);
  return Buffer.concat([file.subarray(0, PNG_HEADER_END), chunk, file.subarray(PNG_HEADER_END)]);
};

const inJpeg = (file: Buffer, xmp: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  // After the JFIF header, which must come first.
  const at = file.readUInt16BE(2) === 0xffe0 ? 4 + file.readUInt16BE(4) : 2;
  return Buffer.concat([file.subarray(0, at), head, body, file.subarray(at)]);
};

const XMP_FLAG = 0b100;
const ALPHA_FLAG = 0b1_0000;

/** A simple WebP cannot hold metadata; it becomes an extended one. */
const extendedHeader = (file: Buffer): Buffer => {
  const { width, height } = imageSize(file);
  const header = Buffer.alloc(10);
  const isLossless = file.toString('latin1', 12, 16) === 'VP8L';
  const hasAlpha = isLossless && ((file[24] as number) & ALPHA_FLAG) !== 0;
  header[0] = XMP_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', header);
};

const inWebp = (file: Buffer, xmp: Buffer): Buffer => {
  const isExtended = file.toString('latin1', 12, 16) === 'VP8X';
  const head = Buffer.from(file.subarray(0, 12));
  const body = Buffer.from(file.subarray(12));
  if (isExtended) body[8] = (body[8] as number) | XMP_FLAG;
  const parts = [...(isExtended ? [] : [extendedHeader(file)]), body, webpChunk('XMP ', xmp)];
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
};

/** The same picture with the mark in its file. @param file cleaned by `cleanPicture` */
export const withGenerationMark = (file: Buffer, mime: string, generation: Generation): Buffer => {
  const xmp = Buffer.from(xmpOf(generation), 'utf8');
  if (mime === 'image/png') return inPng(file, xmp);
  if (mime === 'image/jpeg') return inJpeg(file, xmp);
  return mime === 'image/webp' ? inWebp(file, xmp) : file;
};
