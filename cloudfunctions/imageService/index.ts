import { imageServiceActions } from '#contract/file.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { signedPlaces } from '../_shared/pictures/copies.ts';
import { visitorPlaces } from '../_shared/users/shownPictures.ts';
import { addressesFor } from './addresses.ts';

export const main = defineFunction('imageService', imageServiceActions, {
  getSignedUrl: async ({ url: src, ...options }, context) => {
    const places = await visitorPlaces([src], context);
    const signed = await signedPlaces(places, paths => addressesFor(paths, options));
    const address = signed.get(src);
    if (!address) throw notFound();
    return { src, ...address };
  },

  getSignedUrls: async ({ urls, ...options }, context) => {
    const places = await visitorPlaces(urls, context);
    const signed = await signedPlaces(places, paths => addressesFor(paths, options));
    return { list: urls.map(src => ({ src, ...(signed.get(src) ?? { url: '', expireTime: 0 }) })) };
  },
});
