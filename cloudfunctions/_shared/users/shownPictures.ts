import { isGeneratedPath } from '#contract/constants.ts';
import { audienceOf } from '#contract/folders.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { isPublicKey, ownKey, pathOf } from '../base/storage.ts';
import { isTicketLive } from '../base/ticket.ts';
import { type Pictures, type Place, placeOf, readPictures } from '../pictures/copies.ts';
import { findVisitor } from './visitorUser.ts';

/** @param place of one of our keys */
export const placesBySource = (
  sources: string[],
  place: (key: string) => Place,
): Map<string, Place> =>
  new Map(
    sources.map(source => {
      const key = ownKey(source);
      return [source, key === null ? 'none' : place(key)];
    }),
  );

export const keysIn = (sources: string[]): string[] =>
  sources.map(source => ownKey(source)).filter(key => key !== null);

/** Public pictures, unless they are in the trash; of generated ones only copies, which have the mark. */
export const publicPlace = (key: string, pictures: Pictures): Place => {
  const place = placeOf(key, pictures);
  const path = pathOf(key);
  if (place === 'none' || pictures.rows.get(path)?.status === 'trash') return 'none';
  return place.copy === null && isGeneratedPath(path) ? 'none' : place;
};

/**
 * Where the pictures are that the caller may see: those below the public folders, and their own photos and works.
 * @param sources addresses as pages hold them
 * @returns by source; 'none' for all others
 */
export const visitorPlaces = async (
  sources: string[],
  context: CallContext,
): Promise<Map<string, Place>> => {
  const keys = keysIn(sources);
  const [userId, pictures] = await Promise.all([
    keys.some(key => audienceOf(key) === 'owner') ? userIdOf(context) : null,
    readPictures(keys),
  ]);
  const isOwn = (key: string): boolean => {
    const row = pictures.rows.get(pathOf(key));
    const isTheirs = userId !== null && row?.userId === userId && row.status === 'active';
    return isTheirs && audienceOf(key) === 'owner';
  };
  return placesBySource(sources, key =>
    isPublicKey(key) || isOwn(key) ? publicPlace(key, pictures) : 'none',
  );
};

/** null for one whom the platform does not know, or who may do nothing. */
const userIdOf = async (context: CallContext): Promise<string | null> => {
  const [visitor, isLive] = await Promise.all([findVisitor(context), isTicketLive(context)]);
  return isLive && visitor?.status === 'normal' ? visitor._id : null;
};
