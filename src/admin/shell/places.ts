import {
  type ResourceDefinition,
  useGetResourceLabel,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { useCan } from '../kit/base/CanAccess.tsx';
import type { ResourceOptions } from '../kit/base/Resource.tsx';

export const HOME = '/dashboard';
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

/** What menu, breadcrumb and palette call the list of a resource, or a page by its address without the slash. */
export const usePlaceLabel = () => {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const places = usePlaces();
  return (name: string): string => {
    const place = places[name];
    if (!place) return translate(`app.pages.${name}`, { _: name });
    return (
      place.options?.label ?? translate(`resources.${name}.page.list`, { _: labelOf(name, 2) })
    );
  };
};
