import { imageServiceActions } from '#contract/file.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { isPublicKey, ownKey } from '../_shared/base/storage.ts';
import { signed } from './addresses.ts';

/** What may be signed for everybody: files below the public folders. */
const publicKey = (source: string): string | null => {
  const key = ownKey(source);
  return key !== null && isPublicKey(key) ? key : null;
};

export const main = defineFunction('imageService', imageServiceActions, {
  getSignedUrl: async ({ url: src, ...options }) => {
    const key = publicKey(src);
    const address = key === null ? undefined : (await signed([key], options)).get(key);
    if (!address) throw notFound();
    return { src, ...address };
  },

  getSignedUrls: async ({ urls, ...options }) => {
    const asked = urls.map(src => ({ src, key: publicKey(src) }));
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
