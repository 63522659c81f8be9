import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  CustomRoutes,
  type Resource,
  type ResourceDefinition,
  type ResourceProps,
} from 'react-admin';
import { matchRoutes, Navigate } from 'react-router-dom';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { elementOf } from '../kit/base/elementOf.ts';

export interface ScreenRoute {
  /** Below the admin path, `/orders/:id/*`. */
  path: string;
  element: ReactElement;
  /** That a `<Resource>` gives, and which of its pages: `list`, `create`, `edit`, `show`, or the path of a further one. */
  resource?: string;
  page?: string;
}

type RouteProps = { path?: string; element?: ReactNode; children?: ReactNode };

/** Every page of what `<Admin>` is given as children, redirects left out. */
export const screenRoutes = (children: ReactNode): ScreenRoute[] =>
  Children.toArray(children).flatMap(child => {
    if (!isValidElement(child)) return [];
    if (child.type === Fragment) return screenRoutes((child.props as RouteProps).children);
    if (child.type === CustomRoutes) return customRoutes((child.props as RouteProps).children);
    return isResource(child) ? resourceRoutes(child.props) : [];
  });

const customRoutes = (children: ReactNode): ScreenRoute[] =>
  Children.toArray(children).flatMap(child => {
    if (!isValidElement<RouteProps>(child)) return [];
    const { path, element } = child.props;
    return path && isValidElement(element) && element.type !== Navigate ? [{ path, element }] : [];
  });

const resourceRoutes = ({ name, list, create, edit, show, children }: ResourceProps) => {
  const route = (page: string, path: string, screen: ResourceProps['list']): ScreenRoute[] =>
    screen ? [{ path: `/${name}${path}`, element: elementOf(screen), resource: name, page }] : [];
  return [
    ...route('list', '', list),
    ...customRoutes(children).flatMap(({ path, element }) => route(path, `/${path}`, element)),
    ...route('create', '/create', create),
    ...route('edit', '/edit/:id', edit),
    ...route('show', '/:id/*', show),
  ];
};

type ResourceElement = ReactElement<ResourceProps> & { type: typeof Resource };

const isResource = (child: ReactElement): child is ResourceElement =>
  (child.type as { raName?: string }).raName === 'Resource';

/** What react-admin registers of these resources only after the first rendering, which the menu is a part of. */
export const resourceDefinitions = (children: ReactNode): Record<string, ResourceDefinition> =>
  Object.assign(
    {},
    ...Children.toArray(children).map(child => {
      if (!isValidElement(child)) return {};
      if (child.type === Fragment) return resourceDefinitions((child.props as RouteProps).children);
      if (!isResource(child)) return {};
      return { [child.props.name]: child.type.registerResource(child.props) };
    }),
  ) as Record<string, ResourceDefinition>;

/** Loads the screen of an address below the admin path: a lazy one with its texts, for any other all texts. */
export const loadScreen = async (children: ReactNode, pathname: string) => {
  const routes = screenRoutes(children).map(({ path, element }) => ({ path, element }));
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element;
  const { load = loadTexts } = (element?.type ?? {}) as { load?: () => Promise<unknown> };
  await load();
};
