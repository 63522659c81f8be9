import { createHash, randomBytes } from 'node:crypto';
import { sampleVideo } from './sampleVideo.ts';
import { json, type StandInAnswer, type StandInRequest } from './standIn.ts';

/** The key of hotlink protection, made for this run. */
export const vodPlayKey = randomBytes(10).toString('hex');

export interface Media {
  FileId: string;
  name: string;
  size: number;
  sourceContext: string;
  /** Extension of the file. */
  type: string;
  /** What was sent; absent where it was too large to be kept. */
  content?: Buffer | undefined;
  /** A picture set as cover, or the second of the video that is. */
  cover: { picture: Buffer; type: string } | { atSec: number };
  /** How many covers it has had; each has an address of its own. */
  covers: number;
}

const types: Record<string, string> = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
};

/** Whether the address carries a valid signature: md5 of key, directory, time and nonce, in this order. */
const isSigned = ({ base, path, query }: StandInRequest, nowS: number): boolean => {
  const whole = new URL(base).pathname + path;
  const directory = whole.slice(0, whole.lastIndexOf('/') + 1);
  const [time, nonce] = [query.get('t') ?? '', query.get('us') ?? ''];
  const right = createHash('md5').update(`${vodPlayKey}${directory}${time}${nonce}`).digest('hex');
  return query.get('sign') === right && Number.parseInt(time, 16) > nowS;
};

/** All of it, or the range that is asked for. */
const inRange = (content: Buffer, type: string, range: string | undefined): StandInAnswer => {
  const wanted = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const headers = { 'accept-ranges': 'bytes', 'content-length': String(content.length) };
  if (!wanted) return { status: 200, type, headers, body: content };
  const from = Number(wanted[1]);
  const to = Math.min(wanted[2] ? Number(wanted[2]) : Infinity, content.length - 1);
  if (from > to)
    return { status: 416, headers: { 'content-range': `bytes */${content.length}` }, body: '' };
  return {
    status: 206,
    type,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      'content-range': `bytes ${from}-${to}/${content.length}`,
    },
    body: content.subarray(from, to + 1),
  };
};

/** Nothing is decoded here, so a frame is a part of a picture that belongs to its second. */
const frame = async (fileId: string, atSec: number): Promise<StandInAnswer> => {
  const { drawFrame } = await import('./scenes/photo.ts');
  return { status: 200, type: 'image/jpeg', body: await drawFrame(fileId, atSec) };
};

interface VodMediaOptions {
  now(): number;
  find(fileId: string): Media | undefined;
}

/** The files of the service and their covers, behind hotlink protection. */
export const createVodMedia = ({ now, find }: VodMediaOptions) => ({
  addressesOf: ({ FileId, type, covers }: Media, base: string) => ({
    MediaUrl: `${base}/media/${FileId}.${type}`,
    CoverUrl: `${base}/cover/${FileId}_${covers}.img`,
  }),

  /** The original, and for what browsers may not play, a rendition; nothing is transcoded, so it has the same bytes. */
  renditionsOf: ({ FileId, type }: Media, base: string) => [
    { Url: `${base}/media/${FileId}.${type}`, Definition: 0, Height: 1_080, Container: type },
    ...(['mp4', 'webm'].includes(type)
      ? []
      : [
          {
            Url: `${base}/media/${FileId}.mp4`,
            Definition: 100_030,
            Height: 720,
            Container: 'mov,mp4,m4a,3gp,3g2,mj2',
          },
        ]),
  ],

  /** Undefined for what is no file. */
  answer: (request: StandInRequest): Promise<StandInAnswer> | StandInAnswer | undefined => {
    const [, kind, id = '', type = ''] =
      /^\/(media|cover)\/([A-Za-z0-9_-]+)\.(\w+)$/.exec(request.path) ?? [];
    if (!kind) return undefined;
    // What counts as uploaded long ago was so before there was protection.
    if (!id.startsWith('vod_file_') && !isSigned(request, now() / 1_000))
      return json(403, { code: 'Forbidden' });
    const media = find(kind === 'cover' ? id.replace(/_\d+$/, '') : id);
    if (!media) return json(404, { code: 'NotFound' });
    if (kind === 'cover') {
      const { cover } = media;
      return 'picture' in cover
        ? { status: 200, type: types[cover.type] ?? '', body: cover.picture }
        : frame(media.FileId, cover.atSec);
    }
    const { content = sampleVideo } = media;
    const mime = media.content ? (types[type] ?? 'application/octet-stream') : 'video/webm';
    return inRange(content, mime, request.headers.range);
  },
});
