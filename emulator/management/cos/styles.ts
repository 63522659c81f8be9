import { type ImageStyleConfig, PlatformError } from '../../types.ts';
import type { Records } from '../records.ts';
import { type Call, type Operations, type Reply, xml } from './call.ts';
import { readStyleBody } from './styleBody.ts';
import { textsOf } from './xml.ts';

/** Most in a bucket. */
const STYLES = 50;

/**
 * Image styles, at the host of picture processing.
 * @param styles their texts
 * @param live what the platform makes of them
 */
export function styleOperations(
  styles: Records<string>,
  live: Record<string, ImageStyleConfig>,
): Operations {
  for (const [name, text] of styles.all()) live[name] = readStyleBody(text);

  const styleNameIn = ({ body }: Call) => textsOf(body.toString('utf8'), 'StyleName')[0];

  const putStyle = (call: Call): Reply => {
    const name = styleNameIn(call);
    const [text] = textsOf(call.body.toString('utf8'), 'StyleBody');
    if (!name || !/^[a-zA-Z0-9_-]{1,64}$/.test(name) || text === undefined)
      throw new PlatformError('InvalidArgument', 'The style is not valid.');
    if (styles.get(name) === undefined && styles.all().length >= STYLES)
      throw new PlatformError('StyleNumExceed', 'Too many styles.');
    live[name] = readStyleBody(text);
    styles.put(name, text);
    return {};
  };

  const getStyles = (call: Call): Reply => {
    const name = styleNameIn(call);
    const asked = styles.all().filter(([each]) => name === undefined || each === name);
    if (name !== undefined && asked.length === 0)
      throw new PlatformError('StyleNotFound', 'There is no such style.', 404);
    return xml('StyleList', {
      StyleRule: asked.map(([StyleName, StyleBody]) => ({ StyleName, StyleBody })),
    });
  };

  const deleteStyle = (call: Call): Reply => {
    const name = styleNameIn(call) ?? '';
    styles.remove(name);
    delete live[name];
    return {};
  };

  return {
    'PUT style': ['PutBucketStyle', putStyle],
    'GET style': ['GetBucketStyle', getStyles],
    'DELETE style': ['DeleteBucketStyle', deleteStyle],
  };
}
