import type { ImageStyleConfig } from '#emulator/types.ts';
import { imageStyles } from '../../build/platform.ts';
import { CloudError } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';

/** The named picture styles of the bucket, as `path!name` asks for them: a call of the bucket that no library has. */
export const imageStylesPart = (deployment: Deployment): Part => ({
  title: 'Picture styles',
  plan: async () => {
    const actual = await readStyles(deployment);
    return Object.entries(imageStyles).map(([name, style]): Step => {
      const body = styleBody(style);
      const there = actual.get(name);
      if (there === body) return { action: 'leave', name };
      return {
        action: there === undefined ? 'create' : 'change',
        name,
        why: there === undefined ? body : `${body}, is ${there}`,
        // The bucket takes one a second.
        alone: true,
        run: async () => {
          await request(
            deployment,
            'PUT',
            `<AddStyle><StyleName>${name}</StyleName><StyleBody>${escaped(body)}</StyleBody></AddStyle>`,
          );
        },
      };
    });
  },
});

const NOTHING_CHANGED = 'imageMogr2/ignore-error/1';

/** How the picture service writes a style. It never enlarges. */
const styleBody = ({ width, height, fit = 'inside', quality, format, text }: ImageStyleConfig) => {
  const rules = [
    ...(width && height
      ? fit === 'cover'
        ? [`thumbnail/!${width}x${height}r`, `crop/${width}x${height}/gravity/center`]
        : [`thumbnail/${width}x${height}>`]
      : []),
    ...(format ? [`format/${format}`] : []),
    ...(quality ? [`quality/${quality}`] : []),
  ];
  const parts = [
    ...(rules.length > 0 ? [`imageMogr2/${rules.join('/')}`] : []),
    ...(text
      ? [`watermark/2/text/${Buffer.from(text).toString('base64url')}/gravity/southeast`]
      : []),
  ];
  return parts.join('|') || NOTHING_CHANGED;
};

interface StyleRule {
  StyleName: string;
  StyleBody: string;
}

const readStyles = async (deployment: Deployment): Promise<Map<string, string>> => {
  try {
    const { StyleList: list } = await request(deployment, 'GET');
    const rules = (list as { StyleRule?: StyleRule | StyleRule[] } | undefined)?.StyleRule ?? [];
    return new Map([rules].flat().map(({ StyleName, StyleBody }) => [StyleName, StyleBody]));
  } catch (error) {
    // A bucket without any style.
    if (error instanceof CloudError && /NoSuchStyle|StyleNotFound|NoSuchKey/.test(error.code))
      return new Map();
    throw error;
  }
};

/** The picture service has a host of its own for the bucket, and the object storage's signature. */
const request = (
  { cloud: { cos, attempt }, facts: { bucket, region } }: Deployment,
  method: 'GET' | 'PUT',
  body?: string,
) =>
  attempt(`${method} style`, () =>
    cos.request({
      Method: method,
      Bucket: bucket,
      Region: region,
      Key: '',
      Url: `https://${bucket}.pic.${region}.myqcloud.com/`,
      Action: 'style',
      ...(body !== undefined && { Body: body, ContentType: 'application/xml' }),
    }),
  );

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
