import { isGeneratedPath } from '#contract/constants.ts';
import { audienceOf } from '#contract/folders.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { isPublicKey, ownKey, pathOf } from '../base/storage.ts';
import { isTicketLive } from '../base/ticket.ts';
import { type Place, placesOf } from '../pictures/copies.ts';
import { ownPhotos } from './ownPhotos.ts';
import { findVisitor } from './visitorUser.ts';

/**
 * Where the pictures are that the caller may see: those below the public folders, and his own photos and works. Of
 * generated pictures only copies, which bear the mark.
 * @param sources addresses as pages hold them
 * @returns by source; 'none' for all others
 */
export const visitorPlaces = async (
  sources: string[],
  context: CallContext,
): Promise<Map<string, Place>> => {
  const keys = sources.map(source => ownKey(source));
  const wanted = keys.filter(key => key !== null);
  const others = wanted.filter(key => audienceOf(key) === 'owner');
  const [own, places] = await Promise.all([
    others.length > 0 ? ownPaths(others.map(pathOf), context) : new Set<string>(),
    placesOf(wanted),
  ]);
  const placeFor = (key: string): Place => {
    const place = places.get(key) ?? 'none';
    if (!isPublicKey(key) && !own.has(pathOf(key))) return 'none';
    const isOriginal = place !== 'none' && place.copy === null;
    return isOriginal && isGeneratedPath(pathOf(key)) ? 'none' : place;
  };
  return new Map(
    sources.map((source, at) => [source, keys[at] ? placeFor(keys[at]) : ('none' as const)]),
  );
};

/** Those of the paths that are photos or works of the caller, whom the platform knows. */
const ownPaths = async (paths: string[], context: CallContext): Promise<Set<string>> => {
  const [visitor, isLive] = await Promise.all([findVisitor(context), isTicketLive(context)]);
  if (!isLive || visitor?.status !== 'normal') return new Set();
  const found = await ownPhotos(paths, () => Promise.resolve(visitor._id));
  return new Set(found.keys());
};

/** Where pictures are for an administrator, who may see all that somebody is shown, those in the trash too. */
export const administratorPlaces = async (sources: string[]): Promise<Map<string, Place>> => {
  const keys = sources.map(source => ownKey(source));
  const wanted = keys.filter(key => key !== null).filter(key => audienceOf(key) !== 'nobody');
  const places = await placesOf(wanted, { fromTrash: true });
  return new Map(sources.map((source, at) => [source, places.get(keys[at] ?? '') ?? 'none']));
};
