import { type Content, newContent, type Site } from '../hosting/hosting.ts';
import { PlatformError } from '../types.ts';
import type { Bucket } from './cos/bucket.ts';
import { textsOf } from './cos/xml.ts';
import { type Managed, ofEnvironment } from './environment.ts';
import type { Actions } from './params.ts';

const INDEX = 'index.html';

export interface Hosting {
  actions: Actions;
  site: Site;
  isOnline(): boolean;
}

export interface HostingOptions extends Managed {
  bucket: Bucket;
  /** What was set for the website, as XML. */
  website(): string | undefined;
  address(): string;
}

/** The hosted site: the objects of a bucket, served once hosting is switched on. */
export function openHosting(options: HostingOptions): Hosting {
  const { environment, conditions, clock, bucket } = options;
  const state = options.records<{ onlineFrom: number }>('hosting');
  const contents = new Map<string, Content>();
  const isOnline = () => (state.get('site')?.onlineFrom ?? Infinity) <= clock.now();

  const find = async (name: string): Promise<Content | undefined> => {
    const key = name.slice(1);
    const object = isOnline() ? bucket.find(key) : undefined;
    if (!object) {
      contents.delete(key);
      return undefined;
    }
    const stamp = `${object.etag} ${object.updatedAt}`;
    const held = contents.get(key);
    if (held?.stamp === stamp) return held;
    const type = object.headers['content-type'] ?? 'application/octet-stream';
    const content = newContent(await bucket.read(key), type, stamp);
    content.cacheControl = object.headers['cache-control'] ?? '';
    contents.set(key, content);
    return content;
  };

  /** Pages of an application are made in the browser; a file that is not there is missed. */
  const fallback = (path: string): string | undefined =>
    /\.[^/]*$/.test(path) ? undefined : `/${textsOf(options.website() ?? '', 'Key')[0] ?? INDEX}`;

  return {
    isOnline,
    site: {
      find,
      fallback,
      get headers() {
        return conditions.domains.isDownload ? { 'content-disposition': 'attachment' } : undefined;
      },
    },
    actions: ofEnvironment(environment, {
      'tcb.DescribeStaticStore'() {
        const item = {
          EnvId: environment.envId,
          CdnDomain: options.address(),
          Bucket: environment.hostingBucket,
          Region: environment.region,
          // Spelt so by the platform, before.
          ...(conditions.interfaces !== 'new' && { Regoin: environment.region }),
          Status: isOnline() ? 'online' : 'init',
        };
        return { Data: state.get('site') ? [item] : [] };
      },
      'tcb.CreateStaticStore'() {
        if (state.get('site'))
          throw new PlatformError('ResourceInUse', 'static store already exists');
        state.put('site', { onlineFrom: clock.now() + conditions.delays.hosting });
        return { Result: 'succ' };
      },
    }),
  };
}
