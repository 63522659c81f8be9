import { type ImageStyleConfig, PlatformError } from '../../types.ts';

/**
 * Reads what a style does from its text in the cloud's language, as far as the local platform can do it:
 * `imageMogr2/auto-orient/thumbnail/480x480>/format/webp/quality/80|watermark/2/text/<base64>/…`.
 * @throws PlatformError for anything else, which the cloud accepts and then perhaps does not do
 */
export function readStyleBody(text: string): ImageStyleConfig {
  const style: ImageStyleConfig = {};
  for (const step of text.split('|')) {
    const [name, ...parts] = step.split('/');
    if (name === 'imageMogr2') readMogr(parts, style);
    else if (name === 'watermark' && parts[0] === '2') readText(parts.slice(1), style);
    else throw unknown(step);
  }
  return style;
}

const unknown = (part: string) =>
  new PlatformError('InvalidArgument', `The local platform does not know ${part.slice(0, 100)}.`);

/** Parts without a value, and those that only say how well something is done. */
const FLAGS = ['auto-orient', 'strip'];
const IGNORED = ['interlace', 'ignore-error', 'gravity', 'minsize'];
const FORMATS: Record<string, ImageStyleConfig['format']> = {
  webp: 'webp',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
};

function readMogr(parts: string[], style: ImageStyleConfig): void {
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    if (part === '' || FLAGS.includes(part)) continue;
    const value = parts[++at] ?? '';
    if (IGNORED.includes(part)) continue;
    else if (part === 'thumbnail') Object.assign(style, readBox(value));
    else if (part === 'crop') Object.assign(style, { ...readBox(value), fit: 'cover' });
    else if (part === 'format' && FORMATS[value]) style.format = FORMATS[value];
    else if (/^r?quality$/.test(part) && /^\d{1,3}!?$/.test(value)) style.quality = parseInt(value);
    else throw unknown(`${part}/${value}`);
  }
}

/** `480x480`, `480x`, `x480`; `>` never enlarges, which the local platform never does; `!…r` fills the box to be cropped. */
function readBox(value: string): Pick<ImageStyleConfig, 'width' | 'height' | 'fit'> {
  const found = /^!?(\d*)x(\d*)[>r]?$/.exec(value);
  const [, width = '', height = ''] = found ?? [];
  if (!found || (width === '' && height === '')) throw unknown(`thumbnail/${value}`);
  return {
    ...(width !== '' && { width: Number(width) }),
    ...(height !== '' && { height: Number(height) }),
    fit: 'inside',
  };
}

/** Only the text is heeded: place, size and colour are the local platform's own. */
function readText(parts: string[], style: ImageStyleConfig): void {
  const encoded = parts[parts.indexOf('text') + 1];
  if (!parts.includes('text') || !encoded || !/^[A-Za-z0-9+_=-]+$/.test(encoded))
    throw unknown('watermark without text');
  style.text = Buffer.from(encoded, 'base64url').toString('utf8');
}
