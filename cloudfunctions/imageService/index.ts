import { isGeneratedPath, MARKED_STYLES } from '#contract/constants.ts';
import { imageServiceActions } from '#contract/file.ts';
import { audienceOf } from '#contract/folders.ts';
import { type CallContext, defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { isPublicKey, ownKey, pathOf } from '../_shared/base/storage.ts';
import { isTicketLive } from '../_shared/base/ticket.ts';
import { ownPhotos } from '../_shared/users/ownPhotos.ts';
import { findVisitor } from '../_shared/users/visitorUser.ts';
import { signed } from './addresses.ts';

/**
 * What may be signed for the caller: files below the public folders, and his own photos and works. Generated pictures
 * only in a style that writes the mark onto them.
 */
const signableKeys = async (sources: string[], context: CallContext) => {
  const keys = sources.map(source => ownKey(source));
  const wanted = keys.filter(key => key !== null);
  const others = wanted.filter(key => audienceOf(key) === 'owner');
  const isSomeGenerated = wanted.some(key => isGeneratedPath(pathOf(key)));
  const [own, marks] = await Promise.all([
    others.length > 0 ? ownPaths(others.map(pathOf), context) : new Set<string>(),
    isSomeGenerated ? markedSuffixes() : ([] as string[]),
  ]);
  const isMarked = (key: string) => marks.includes(key.slice(pathOf(key).length));
  return keys.map(key => {
    if (key === null) return null;
    const mayBeSeen = isPublicKey(key) || own.has(pathOf(key));
    return mayBeSeen && (!isGeneratedPath(pathOf(key)) || isMarked(key)) ? key : null;
  });
};

const markedSuffixes = async (): Promise<string[]> => {
  const { imageStyles } = await settingsOf('system');
  return MARKED_STYLES.flatMap(style => imageStyles[style] || []);
};

/** Those of the paths that are photos or works of the caller, whom the platform knows. */
const ownPaths = async (paths: string[], context: CallContext): Promise<Set<string>> => {
  const [visitor, isLive] = await Promise.all([findVisitor(context), isTicketLive(context)]);
  if (!isLive || visitor?.status !== 'normal') return new Set();
  const found = await ownPhotos(paths, () => Promise.resolve(visitor._id));
  return new Set(found.keys());
};

export const main = defineFunction('imageService', imageServiceActions, {
  getSignedUrl: async ({ url: src, ...options }, context) => {
    const [key = null] = await signableKeys([src], context);
    const address = key === null ? undefined : (await signed([key], options)).get(key);
    if (!address) throw notFound();
    return { src, ...address };
  },

  getSignedUrls: async ({ urls, ...options }, context) => {
    const signable = await signableKeys(urls, context);
    const asked = urls.map((src, at) => ({ src, key: signable[at] ?? null }));
    const keys = asked.flatMap(({ key }) => (key === null ? [] : [key]));
    const addresses = await signed(keys, options);
    return {
      list: asked.map(({ src, key }) => ({
        src,
        ...((key !== null && addresses.get(key)) || { url: '', expireTime: 0 }),
      })),
    };
  },
});
