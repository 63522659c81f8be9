import { codes } from '#contract/envelope.ts';
import { imageCopyActions } from '#contract/file.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { ActionError, notFound } from '../_shared/base/errors.ts';
import { report } from '../_shared/base/log.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { addressesAnywhere, ownKey } from '../_shared/base/storage.ts';
import { type Place, signedPlaces } from '../_shared/pictures/copies.ts';
import { askedFor } from '../_shared/pictures/copyStyles.ts';
import { administratorPlaces, visitorPlaces } from '../_shared/users/shownPictures.ts';
import { makeCopy } from './make.ts';

const signedOne = async (src: string, places: Map<string, Place>) =>
  (await signedPlaces(places, addressesAnywhere)).get(src);

/**
 * @param look where the picture is for the caller
 * @throws 40400, 50201 while the platform fails
 */
const madeAndSigned = async (src: string, look: () => Promise<Map<string, Place>>) => {
  let address = await signedOne(src, await look());
  if (address && 'unmade' in address) {
    // The schema of the source lets pass what is no path; that has no place, and is not unmade.
    const { imageStyles } = await settingsOf('system');
    const asked = askedFor(ownKey(src) ?? '', imageStyles);
    try {
      if (asked?.copy) await makeCopy(asked.copy);
    } catch (error) {
      report('copy not made', error, src);
      throw new ActionError(codes.thirdParty, pictureSentences.serviceUnavailable);
    }
    address = await signedOne(src, await look());
  }
  if (!address) throw notFound();
  return { src, ...address };
};

export const main = defineFunction('imageCopy', imageCopyActions, {
  makeCopy: ({ url }, context) => madeAndSigned(url, () => visitorPlaces([url], context)),

  makeAnyCopy: async ({ url }, context) => {
    await context.admin();
    return madeAndSigned(url, () => administratorPlaces([url]));
  },
});
