import { codes } from '#contract/envelope.ts';
import { imageCopyActions } from '#contract/file.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { ActionError, forbidden, notFound } from '../_shared/base/errors.ts';
import { report } from '../_shared/base/log.ts';
import { addressesAnywhere } from '../_shared/base/storage.ts';
import { type Place, placeOfCopy, signedPlaces } from '../_shared/pictures/copies.ts';
import { shownToAdministrator } from '../_shared/users/administratorPictures.ts';
import { visitorPlaces } from '../_shared/users/shownPictures.ts';
import { makeCopy } from './make.ts';

/**
 * @param places where the picture is for the caller
 * @throws 40400, 50201 while the platform fails
 */
const madeAndSigned = async (src: string, places: Map<string, Place>) => {
  const place = places.get(src);
  if (place && place !== 'none' && place.copy) {
    try {
      const { copy, row } = place;
      places.set(src, placeOfCopy(row, copy, await makeCopy(copy, row)));
    } catch (error) {
      report('copy not made', error, src);
      throw new ActionError(codes.thirdParty, pictureSentences.serviceUnavailable);
    }
  }
  const address = (await signedPlaces(places, addressesAnywhere)).get(src);
  if (!address) throw notFound();
  return { src, ...address };
};

export const main = defineFunction('imageCopy', imageCopyActions, {
  makeCopy: async ({ url }, context) => madeAndSigned(url, await visitorPlaces([url], context)),

  makeAnyCopy: async ({ url }, context) => {
    const { places, isDenied, noted } = await shownToAdministrator([url], context);
    if (isDenied(url)) throw forbidden();
    const [made] = await Promise.all([madeAndSigned(url, places), noted]);
    return made;
  },
});
