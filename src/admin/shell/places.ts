import { type ResourceDefinition, useResourceDefinitions } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { decodeSegment } from '../../addresses.ts';
import { useCan } from '../kit/base/CanAccess.tsx';
import type { ResourceOptions } from '../kit/base/Resource.tsx';

export const HOME = '/dashboard';
export const TODO_PAGE = '/todo';
export const PROFILE_PAGE = '/profile';
export const PASSWORD_PAGE = '/password';
export const SECOND_FACTOR_PAGE = '/second-factor';

export interface PlaceOptions extends ResourceOptions {
  /** Its pages beside react-admin's, by their paths. */
  pages?: string[];
}
export type Place = ResourceDefinition<PlaceOptions>;

/** The resources as they were registered, in their order. */
export const usePlaces = (): Record<string, Place> => useResourceDefinitions<PlaceOptions>();

/** Of the product's places, a page that is no resource too. */
export const useIsOpen = (): ((name: string) => boolean) => {
  const can = useCan();
  return name => can({ resource: name, action: 'list' });
};

/** Where the role begins. */
export const useHome = (): string => (useIsOpen()('dashboard') ? HOME : TODO_PAGE);

/**
 * The resources with a list whose `options.parent` it is; without a name, those that stand below nothing, or below what
 * the role does not open. Of all of them those that it opens.
 */
export const useResourcesBelow = (parent: string | undefined): Place[] => {
  const places = usePlaces();
  const isOpen = useIsOpen();
  return Object.values(places).filter(({ name, hasList, options }) => {
    const above = options?.parent;
    const isBelow = above === parent || (!parent && above !== undefined && !isOpen(above));
    return hasList && isBelow && isOpen(name);
  });
};

/** Which of some resources or pages an address belongs to: the one with the longest path. */
export const placeAt = (pathname: string, names: string[]): string | undefined =>
  names
    .filter(name => `${pathname}/`.startsWith(`/${name}/`))
    .sort((one, other) => other.length - one.length)[0];

/** The record of an address below its resource's, `edit/7`, `7` or `7/logs`; none of `create` and of further pages. */
const recordAt = (place: Place, rest: string): string | undefined => {
  const [first = '', second = ''] = rest.split('/');
  if (first === '' || first === 'create' || place.options?.pages?.includes(first)) return undefined;
  return decodeSegment(first === 'edit' ? second : first);
};

/** The resource that this page belongs to, what its address has below that, and the record that it is about. */
export const usePlaceOfPage = () => {
  const { pathname } = useLocation();
  const places = usePlaces();
  const resource = placeAt(pathname, Object.keys(places));
  const place = resource === undefined ? undefined : places[resource];
  const rest = resource === undefined ? '' : pathname.slice(resource.length + 2);
  return { pathname, resource, rest, id: place && recordAt(place, rest) };
};
